/**
 * One pattern for each kind of passage. Each asks for more than one word of it, so that a page that talks of a model, a
 * system or a user is not taken for one that talks to a model. Gaps are bounded, and few. See `find-instructions.ts`.
 */
const or = (...words: readonly string[]): string => `(?:${words.join('|')})`;

const forget = or('ignore', 'disregard', 'forget', 'override', 'bypass', 'do not follow');
const earlier = or(
  'previous',
  'prior',
  'above',
  'preceding',
  'earlier',
  'existing',
  'all',
  'any',
  'your',
  'the system',
);
const orders = or('instructions?', 'prompts?', 'directives?', 'guidelines', 'rules', 'system message', 'programming');
const model = or(
  'ai',
  'a\\.i\\.',
  'llms?',
  '(?:large )?language models?',
  'chatbots?',
  'chatgpt',
  'claude',
  'gemini',
  'copilot',
);
const modelKind = or('assistants?', 'agents?', 'models?', 'systems?', 'bots?', 'crawlers?', 'summari[sz]ers?');

/** "Ignore all previous instructions", in the languages that most pages have. */
const ignoring = [
  `\\b${forget} (?:[\\w,]+ ){0,4}?${earlier} (?:[\\w,]+ ){0,3}?${orders}\\b`,
  // German
  '\\b(?:ignoriere?n?|vergiss|vergessen sie|missachten?) (?:[\\w,ßäöü]+ ){0,4}?(?:vorherig|bisherig|vorangehend|vorangegangen|vorig|obig|früher|alle)(?:e[nrs]?)? (?:[\\wäöü]+ ){0,2}?(?:anweisung|instruktion|vorgabe|befehl|regel|prompt)',
  // French
  "\\b(?:ignor(?:e|ez|er)|oubli(?:e|ez|er)|ne (?:tiens|tenez) pas compte) (?:[\\wà-ÿ'’]+ ){0,5}?(?:instructions?|consignes?|directives?)(?: [\\wà-ÿ]+){0,2}? (?:précédentes?|antérieures?|ci-dessus)",
  // Spanish, Portuguese, Italian
  '\\b(?:ignor[aei]|ignoren|olvid[ae]|desconsider[ae]|esqueç?[ae]|dimentica|trascura) (?:[\\wà-ÿ]+ ){0,4}?(?:instrucciones|instruções|istruzioni|órdenes|ordens|indicaciones|direttive)(?: [\\wà-ÿ]+){0,2}? (?:anterior|previ|precedent|acima)',
  // Dutch, Polish, Turkish
  '\\bnegeer (?:[\\w]+ ){0,4}?(?:vorige|eerdere|voorgaande|bovenstaande) (?:instructies|opdrachten|aanwijzingen)',
  '\\b(?:zignoruj|ignoruj|zapomnij) (?:[\\wà-ž]+ ){0,4}?(?:poprzedni|wcześniejsz|powyższ)[a-zęąś]{0,4} (?:instrukcj|polece)',
  '(?:önceki|yukarıdaki) (?:tüm )?(?:talimat|komut)[a-zıüğşöç]{0,8} (?:yok say|görmezden gel|unut)',
  // Russian, Ukrainian
  '(?:игнорируй|проигнорируй|забудь|ігноруй|забудь)(?:те)? (?:[\\u0400-\\u04ff]+ ){0,4}?(?:предыдущ|прежн|предшеству|вышеуказанн|попередн)[\\u0400-\\u04ff]{1,6} (?:инструкц|указани|команд|інструкц)',
  // Chinese, Japanese, Korean, Arabic
  '(?:忽略|无视|無視|忘记|忘記|不要理会)[^。.]{0,12}(?:指令|指示|提示|说明|說明|规则|規則)',
  '(?:以前|これまで|上記|前|すべて)の[^。]{0,8}(?:指示|命令|プロンプト)[^。]{0,8}(?:無視|忘れ)',
  '(?:이전|위|앞)[^.]{0,10}(?:지시|명령|지침|프롬프트)[^.]{0,10}(?:무시|잊어)',
  'تجاهل (?:[\\u0600-\\u06ff]+ ){0,3}?(?:التعليمات|الأوامر)(?: [\\u0600-\\u06ff]+){0,1} ?(?:السابقة)?',
];

const sources: Readonly<Record<string, readonly string[]>> = {
  'ignoring earlier instructions': ignoring,
  'a new role': [
    `\\byou are (?:now|no longer) (?:[\\w-]+ ){0,4}?(?:${model}|assistant|dan\\b|jailbroken|unrestricted|unfiltered|developer mode|in (?:debug|admin|developer|god) mode)`,
    '\\b(?:enter|enable|activate|switch to) (?:developer|dan|god|jailbreak|unrestricted|admin) mode\\b',
    '\\b(?:new|updated|revised|real) (?:system )?(?:instructions|system prompt|system message)\\s?:',
    '\\bdu bist (?:jetzt|ab jetzt|nun) (?:[\\wäöü]+ ){0,3}?(?:ki\\b|assistent|sprachmodell|chatbot)',
    '\\btu es (?:maintenant|désormais) (?:[\\wà-ÿ]+ ){0,3}?(?:ia\\b|assistant|modèle)',
    '你现在是[^。]{0,12}(?:助手|模型|ai)',
  ],
  'revealing the system prompt': [
    "\\b(?:reveal|print|output|repeat|leak|disclose|show|display|reproduce|send) (?:[\\w']+ ){0,4}?(?:system prompt|system message|hidden instructions|initial instructions|developer message)\\b",
    '\\b(?:gib|zeige?|verrate|nenne) (?:[\\wäöü]+ ){0,4}?(?:system-?prompt|systemanweisung)',
  ],
  'keeping something from the user': [
    "\\b(?:do not|don['’]t|never|without) (?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|alert(?:ing)?|notify(?:ing)?|reveal(?:ing)?|warn(?:ing)?)(?: (?:this|it|that|anything|these instructions))?(?: to)? the (?:user|human)\\b",
    '\\b(?:sag|sage|sagen sie|verrate|teile|erwähne)(?: (?:es|das|dies|davon))?(?: gegenüber)? (?:dem|den) (?:nutzer|benutzer|anwender)n? (?:[\\w]+ ){0,3}?nicht',
    "ne (?:le )?(?:dis|dites|mentionne[rz]?) (?:[\\wà-ÿ]+ ){0,3}?à l['’]utilisateur",
    '\\bno (?:se )?(?:lo |le )?(?:digas|menciones|informes) (?:[\\wà-ÿ]+ ){0,2}?al usuario',
    '不要(?:告诉|告訴|通知)(?:用户|使用者)',
  ],
  'words addressed to models': [
    `\\b(?:if|when|since|as) you(?: are|['’]re) (?:an?|the) (?:${model}|(?:ai|llm|automated|virtual) ${modelKind})\\b`,
    `\\b(?:attention|note|notice|message|instructions?|important|warning)[:,]? (?:(?:to|for) (?:all |any |the )?|all )(?:${model})(?: ${modelKind})?\\b[^.]{0,60}\\b(?:must|should|please|always|instead|do not|ignore)\\b`,
    `\\b${model} ${modelKind} (?:reading|processing|visiting|parsing|summari[sz]ing|accessing|that reads?) this\\b[^.]{0,60}\\b(?:must|should|shall|have to|need to|please|are required)\\b`,
    '\\bals (?:ki|sprachmodell|ki-assistent|chatbot) (?:musst|sollst|darfst) du\\b',
    '\\bwenn du (?:eine ki|ein sprachmodell|ein ki-assistent|ein chatbot) bist\\b',
  ],
  'turns of a chat as model templates write them': [
    '<\\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|end_of_text|begin_of_text|start_header_id|end_header_id|eot_id|endofprompt|channel|message)\\|>',
    '<(?:start_of_turn|end_of_turn)>|<<sys>>|\\[/?inst\\]|\\[/?system_prompt\\]|<\\|?(?:start|end)_of_role\\|?>',
    '#{2,3} (?:system|instruction|system prompt)\\s?:',
    '</?(?:system|system_prompt|system-reminder|assistant|developer_message)>',
  ],
  'tool calls': [
    '</?(?:tool_calls?|tool_use|tool_response|tool_result|function_calls?)[ >]|</?[a-z]{1,12}:(?:function_calls|invoke)[ >]|<invoke name=|<function=\\w|<\\|?(?:tool_call|python_tag|tool▁calls?▁begin)\\|?>',
    '\\[tool_calls\\]|"tool_calls" ?: ?\\[|"function_call" ?: ?\\{|```tool_code',
    `\\b(?:call|invoke|use|run|execute) the (?:[\\w-]+ ){0,2}?(?:tool|function) (?:[\\w-]+ ){0,8}?(?:with|to) (?:[\\w'-]+ ){0,8}?(?:conversation|system prompt|secrets?|passwords?|api keys?|credentials|user['’]s)\\b`,
  ],
  'sending data to an address': [
    '!\\[[^[\\]]{0,80}\\]\\(https?://[^\\s)]{1,300}?[?&/=](?:\\{|%7b|\\[|<|\\$\\{|(?:your|insert|the)[-_+ ])',
    "\\b(?:send|post|append|add|include|exfiltrate|upload|forward|encode|e-?mail) (?:[\\w',-]+ ){0,6}?(?:conversation|chat history|system prompt|user['’]s (?:data|messages?|name|e-?mail|files?|secrets?)|api keys?|credentials|passwords?|secrets?|environment variables)(?: [\\w',-]+){0,6}? (?:to|at|in|into|as|via)(?: [\\w',-]+){0,4}? (?:https?://|the (?:url|query|image|link)|[\\w.+-]{1,40}@)",
  ],
};

/** What a passage is about, and how one is found. */
export interface InstructionPattern {
  readonly kind: string;
  /** For text in lower case: without flags they take a third of the time. */
  readonly pattern: RegExp;
}

export const instructionPatterns: readonly InstructionPattern[] = Object.entries(sources).map(([kind, list]) => ({
  kind,
  pattern: new RegExp(list.join('|')),
}));
