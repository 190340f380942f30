import assert from 'node:assert/strict';
import type { TraceRecorder, TurnFilter, TurnTrace } from '../traces.js';
import { assertSame } from './assertions.js';
import { checkTraces, START, type TraceCheck } from './trace-check.js';

/** What a recorder promises of turns, where it keeps them. */
export const turnTraceChecks: readonly TraceCheck[] = [
  checkTurns('a turn is listed as it was recorded, under an id of its own', async ({ recordTurn, listTurns }) => {
    const turns = [
      newTurn({ turnId: 'one' }),
      newTurn({ turnId: 'none', requests: [] }),
      newTurn({
        turnId: 'two',
        conversationId: 'room',
        modelProviderId: 'local',
        modelApi: 'anthropic',
        stop: 'calls-spent',
        modelRequests: 16,
        inputTokens: 120_000,
        outputTokens: 0,
        requests: [
          { startedAt: START, durationMs: 300 },
          { startedAt: START + 400, durationMs: 0 },
        ],
      }),
    ];
    for (const turn of turns) recordTurn(turn);
    const listed = await listTurns();
    assertSame(
      listed.map(({ id: _, ...turn }) => turn),
      turns.toReversed(),
    );
    assert.ok((listed[0]?.id ?? 0) > (listed[1]?.id ?? 0));
  }),

  checkTurns('turns are filtered by bot, turn and times, and paged', async ({ recordTurn, listTurns }) => {
    for (let index = 1; index <= 250; index += 1) {
      recordTurn(newTurn({ turnId: `t${index}`, botId: index % 2 === 0 ? 'even' : 'odd', startedAt: START + index }));
    }
    const list = async (filter: TurnFilter): Promise<readonly string[]> =>
      (await listTurns(filter)).map(({ turnId }) => turnId);
    assert.equal((await list({})).length, 100);
    assert.equal((await list({ limit: 5000 })).length, 250);
    assertSame(await list({ turnId: 't7' }), ['t7']);
    assertSame(await list({ botId: 'odd', limit: 2 }), ['t249', 't247']);
    assertSame(await list({ since: START + 3, until: START + 5 }), ['t4', 't3']);
    assertSame(await list({ botId: 'nobody' }), []);
    const beforeId = (await listTurns({ limit: 2 })).at(-1)?.id;
    assert.ok(beforeId !== undefined);
    assertSame(await list({ beforeId, limit: 2 }), ['t248', 't247']);
  }),

  checkTurns('a turn that was recorded is seen in the revision', async (recorder) => {
    if (recorder.revision === undefined) return;
    const before = recorder.revision();
    recorder.recordTurn(newTurn());
    await recorder.listTurns();
    assert.notEqual(recorder.revision(), before);
  }),
];

type TurnRecorder = TraceRecorder & Required<Pick<TraceRecorder, 'recordTurn' | 'listTurns'>>;

function checkTurns(title: string, body: (recorder: TurnRecorder) => Promise<void>): TraceCheck {
  return checkTraces(title, async (recorder) => {
    const { recordTurn, listTurns, revision } = recorder;
    assert.equal(recordTurn === undefined, listTurns === undefined, 'recordTurn and listTurns belong together');
    if (recordTurn === undefined || listTurns === undefined) return;
    await body({
      record: (trace) => recorder.record(trace),
      list: (filter) => recorder.list(filter),
      recordTurn: (turn) => recordTurn.call(recorder, turn),
      listTurns: (filter) => listTurns.call(recorder, filter),
      ...(revision === undefined ? {} : { revision: () => revision.call(recorder) }),
    });
  });
}

/** A turn that was answered, where nothing else is said. */
function newTurn(rest: Partial<TurnTrace> = {}): TurnTrace {
  return {
    botId: 'demo',
    turnId: 'turn',
    conversationId: null,
    component: 'chat',
    modelProviderId: null,
    modelApi: 'chat',
    startedAt: START,
    durationMs: 1200,
    modelRequests: 2,
    calls: 1,
    resultCharacters: 40,
    inputTokens: null,
    outputTokens: null,
    offered: 3,
    withheld: 1,
    stop: 'answer',
    ...rest,
  };
}
