// #region companion
import { type CompanionHost, type IToolProvider, readToolPolicy } from '@loadout/core/contract';

const text = { type: 'string', description: 'The text to count.' };
const schema = { type: 'object', properties: { text }, required: ['text'] };
const wordCounter: IToolProvider = {
  getTools: () => [
    { name: 'count_words', description: 'Counts the words of a text.', schema, policy: readToolPolicy() },
  ],
  executeTool: (_name, args) => ({ words: String(args.text).split(/\s+/).filter(Boolean).length }),
};

export function register(host: CompanionHost): void {
  host.on('CollectToolProviders', (event) => event.registerProvider(wordCounter));
}
// #endregion
