/* A host in which every view has something to show, and every address that shows it. */
import { scriptModel } from '../../builders/scripted-model.js';
import { askForApproval } from './ask-for-approval.js';
import { createChanging } from './changing-companion.js';
import { createSimple } from './page-tools.js';
import { type PageHost, type PageHostOptions, startPageHost } from './start-page-host.js';

export interface Tour extends PageHost {
  /** Every view, tab, filter and drawer, by a short name. */
  readonly addresses: ReturnType<typeof addressesOf>;
}

const schema = { type: 'object', properties: { text: { type: 'string' } } };
const tickets = { name: 'tickets', label: 'Ticket tool', description: 'Finds tickets.', schema };
const notes = { name: 'notes', label: 'Notes', description: 'Reads notes.', schema, policy: { readOnly: true } };

/** Starts it: with calls of each status, an approval that waits, an absent tool, a changed one, a collision, a failed list. */
export async function startTour(given: PageHostOptions = {}): Promise<Tour> {
  const old = createChanging([tickets, notes]);
  const broken = createChanging([]);
  broken.list = new Error('The list is broken.');
  const started = await startPageHost({
    chat: scriptModel([{ text: 'Hello.' }]).chat,
    ...given,
    companions: {
      '@acme/old': old.module,
      '@other/tools': () => createSimple([{ name: 'crm_lookup', description: 'Another one.', schema }]),
      '@acme/broken': broken.module,
      ...given.companions,
    },
  });
  const { host } = started;
  await host.assign('support', ['hostile', 'tickets', 'notes']);
  await host.assign('sales', ['crm_lookup']);
  old.list = [{ ...notes, description: 'Reads and writes notes.', policy: { readOnly: false } }];
  await host.refresh('@acme/old');
  const turn = await host.startTurn({ bot: 'support', modelProvider: { id: 'operator', confidence: 'HIGH' } });
  await turn.call({ name: 'crm_lookup', arguments: { customer: '4711' } });
  await turn.call({ name: 'crm_fail' });
  await turn.call({ name: 'hostile', arguments: { '<b>x</b>': '<img src=x onerror=alert(6)>' } });
  await turn.end();
  const approval = await askForApproval(host);
  await host.tokens.create({ name: 'Ana', role: 'operator' });
  const [call] = await host.traces.list({ turnId: turn.id });
  if (call === undefined) throw new Error('The calls left no trace.');
  return { ...started, addresses: addressesOf({ turn: turn.id, call: call.callId, approval }) };
}

/** Filters that each say something, so that none is left out of the address. */
function addressesOf({ turn, call, approval }: Readonly<Record<'turn' | 'call' | 'approval', string>>) {
  const context = 'component=chat&api=responses&confidence=MEDIUM';
  return {
    bots: '/?q=s',
    loadout: '/bots/support/loadout',
    'loadout-filtered': `/bots/support/loadout?show=withheld&reason=not-configured&owner=%40acme%2Fcrm&closed=%40acme%2Fcrm&q=crm&${context}`,
    'loadout-drawer': '/bots/support/loadout?tool=crm_report',
    'loadout-changed': '/bots/support/loadout?tool=notes',
    'loadout-absent': '/bots/support/loadout?show=absent',
    preview: `/bots/support/preview?${context}&part=tools`,
    'preview-prompt': '/bots/support/preview?part=prompt',
    'preview-difference': '/bots/support/preview?part=difference&with=api%3Danthropic',
    'bot-about': '/bots/support/about',
    compare: '/compare?bots=support%2Csales&only=all',
    tools: '/tools?q=crm&owner=%40acme%2Fcrm',
    tool: '/tools/crm_lookup',
    'tool-portability': '/tools/crm_lookup?show=portability',
    'tool-history': '/tools/notes?show=history',
    'tool-definition': '/tools/hostile?show=definition',
    'tool-absent': '/tools/tickets',
    playground: '/tools/crm_lookup/playground?as=support',
    settings: '/tools/crm_report/settings?as=support&owner=%40acme%2Fcrm&field=apiKey',
    'tool-bots': '/tools/crm_lookup/bots?q=s&show=on',
    providers: '/providers',
    'providers-filtered': '/providers?state=ready',
    'provider-problems': '/providers/problems',
    provider: '/providers/%40acme%2Fcrm',
    'provider-failed': '/providers/%40acme%2Fbroken',
    traces: '/traces',
    'traces-filtered':
      '/traces?bot=support&tool=crm_lookup&status=SUCCESS&from=2020-01-01T00%3A00%3A00.000Z&to=2100-01-01T00%3A00%3A00.000Z',
    'trace-drawer': `/traces?call=${call}`,
    turn: `/traces/turns/${turn}?call=${call}`,
    'turn-failed': `/traces/turns/${turn}?only=failed`,
    approvals: '/approvals',
    approval: `/approvals/${approval}`,
    chat: '/chat?bot=support',
    audit: '/audit',
    'audit-filtered': '/audit?what=bot-added&from=2020-01-01T00%3A00%3A00.000Z&bot=support',
    host: '/host',
    access: '/access',
    'not-found': '/nowhere',
  } as const;
}
