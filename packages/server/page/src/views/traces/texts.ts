import { defineTexts } from '../../texts/define-texts.js';
import { formatNumber, plural } from '../../texts/format.js';

const english = {
  title: 'Traces',
  unread: 'The list of calls could not be read.',
  label: 'Calls, newest first',
  bot: 'Bot',
  tool: 'Tool',
  status: 'Status',
  from: 'From',
  to: 'To',
  any: 'Any',
  when: 'When',
  duration: 'Duration',
  size: 'Result',
  running: 'Running',
  live: 'Live',
  isRunning: (count: number) => `${plural(count, { one: 'call runs', other: 'calls run' })} now`,
  fresh: (count: number) => `Show ${plural(count, { one: 'new call', other: 'new calls' })}`,
  freshSummary: (count: number, failed: number) =>
    failed === 0
      ? plural(count, { one: 'new call', other: 'new calls' })
      : `${plural(count, { one: 'new call', other: 'new calls' })}, ${failed} failed`,
  more: 'Show older calls',
  download: 'Download as JSON lines',
  emptyTitle: 'No calls yet',
  empty: 'Every call of a tool is written down here, with its arguments, its end and how long it took.',
  noMatchTitle: 'Nothing matches',
  noMatch: 'No call fits the filters.',
  keptAge: (days: number) => `Calls are kept for ${plural(days, { one: 'day', other: 'days' })}`,
  keptCount: (count: number) => `at most ${formatNumber(count)} of them`,
  keptForever: 'Calls are kept until somebody deletes them.',
  openCall: (tool: string) => `Details of ${tool}`,
  details: 'Details',
  callUnread: 'The call could not be read.',
  gone: 'This call is not on record any more.',
  turn: 'Turn',
};

export type Texts = typeof english;

/** Words of the list of calls. */
export const traceTexts = defineTexts(english, () => import('./texts.de.js'));
