import { addCompanion, makeProject, runLoadout } from './run-loadout.js';

const companion = `
const settingsSchema = {
  type: 'object',
  properties: {
    pageSize: { type: 'integer', title: 'Page size', minimum: 1, default: 10 },
    greeting: { type: 'string' },
    labels: { type: 'array', items: { type: 'string' } },
    apiKey: { type: 'string', secret: true },
  },
  required: ['greeting'],
};
export function register(host) {
  host.on('CollectToolProviders', (event) => event.registerProvider({
    getTools: () => [{ name: 'greet', description: 'Greets.', schema: { type: 'object' }, settingsSchema, aliases: ['hail'] }],
    executeTool: (_name, _args, config) => JSON.stringify(config),
  }));
}`;

/** A project whose tool `greet` has settings, with a bot `guide`, and a way to run commands in it. */
export async function makeConfiguredProject(configuration: object = { companions: ['@acme/greeter'] }) {
  const cwd = makeProject(configuration);
  addCompanion(cwd, 'greeter', companion);
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  const json = async (...args: readonly string[]) => JSON.parse((await run(...args, '--json')).stdout);
  await run('bots', 'add', 'guide');
  return { cwd, run, json };
}
