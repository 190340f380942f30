import { defineTexts } from '../../texts/define-texts.js';
import { formatNumber, plural } from '../../texts/format.js';

const tools = { one: 'tool', other: 'tools' };

const english = {
  unread: 'What the model would get could not be read.',
  asSeen: 'As seen in',
  component: 'Component',
  modelApi: 'Model API',
  anyModel: 'Any model',
  level: 'Level of the model provider',
  noLevel: 'No conversation',
  toolsTab: 'Tools as JSON',
  promptTab: 'Part of the prompt',
  differenceTab: 'Difference',
  array: 'Tool array',
  arrayFacts: (count: number, size: string) => `${plural(count, tools)} · ${size}`,
  showArray: 'Show the tool array',
  inLines: 'In lines',
  asSent: 'As sent',
  copySent: 'Copy as sent',
  downloadSent: 'Download as sent',
  digest: 'SHA-256 of the text as sent:',
  noDigest: 'The browser computes no SHA-256 here: that needs HTTPS, or the machine of the host itself.',
  withoutModel:
    'Without a model this is the array in the form of MCP. Choose a model API to see what is sent to it; what depends on a model is not checked before.',
  noPrompt: 'The offered tools add nothing to the system prompt.',
  noTools: 'The model gets no tools',
  allWithheld: 'Everything that is switched on is withheld. The reasons are listed with what helps.',
  nothingAssigned: 'Nothing is switched on for this bot.',
  switchOn: 'Switch on tools',
  withheld: (count: number) => `Withheld: ${formatNumber(count)}`,
  nothingWithheld: 'The model gets everything that is switched on.',
  notRemoved: 'The tool could not be removed.',
  tokens: (total: string) => `Tokens: ${total}`,
  tokensHint: 'An estimate of what the definitions take in each request.',
  tokensLabel: 'Tokens of each tool',
  tokensUnread: 'The tokens of the tools could not be read.',
  tokensColumn: 'Tokens',
  tool: 'Tool',
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  compareWith: 'Compare with',
  chooseSecond: 'Choose another context, and see in what the model gets something else there.',
  endComparison: 'End the comparison',
  first: 'Above',
  second: 'Compared with',
  noDifference: 'The model gets the same in both.',
  differenceSummary: (only: number, changed: number, same: number) =>
    `${plural(only, tools)} only in one · ${formatNumber(changed)} sent differently · ${formatNumber(same)} the same`,
  onlyFirst: 'Only in the context above',
  onlySecond: 'Only in the context compared with',
  sentDifferently: 'Sent differently',
  differencesOf: (tool: string) => `Differences of ${tool}`,
  reordered: 'The tools that both have stand in another order.',
  promptDiffers: 'Another part of the prompt',
  nothing: 'Nothing',
};

export type Texts = typeof english;

/** Words of the preview. */
export const previewTexts = defineTexts(english, () => import('./texts.de.js'));
