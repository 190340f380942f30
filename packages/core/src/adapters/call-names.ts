import { toToolName } from './to-tool-name.js';

/** What an API takes back as the name of a call. */
export type NameRule = RegExp;

/** Of OpenAI's APIs, and of Anthropic's. */
export const plainNames: NameRule = /^[a-zA-Z0-9_-]{1,64}$/;

/** Of Gemini. */
export const dottedNames: NameRule = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;

/** In the place of a server's name: no server has it, so that no offered tool is called like what is made here. */
const MODEL = '(the model)';

/**
 * The name under which a call goes back. Models invent names that no API takes, and one of them in a transcript would
 * make every later request fail; such a one is replaced, as ids are. A pure function.
 */
export function toSentName(name: string, rule: NameRule): string {
  return rule.test(name) ? name : toToolName(MODEL, name);
}
