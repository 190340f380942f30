/**
 * `@loadout/core/store-conformance`: what every store has to do, as data. A test of a store of your own
 * walks the list with any test runner:
 *
 * ```ts
 * for (const { title, run } of storeConformance) {
 *   test(title, () => run(async () => createMyStore(await makeEmptyDatabase())));
 * }
 * ```
 *
 * The checks import nothing but `node:assert`. They do not cover what needs a second process or a restart.
 * `traceRecorderConformance` is the same for recorders of traces.
 */
import { auditChecks } from './conformance/audit-checks.js';
import { botChecks } from './conformance/bot-checks.js';
import { changeChecks } from './conformance/change-checks.js';
import { loadoutChecks } from './conformance/loadout-checks.js';
import { readChecks } from './conformance/read-checks.js';
import { revisionChecks } from './conformance/revision-checks.js';
import { secretChecks } from './conformance/secret-checks.js';
import { settingChecks } from './conformance/setting-checks.js';
import { snapshotChecks } from './conformance/snapshot-checks.js';
import type { StoreCheck } from './conformance/store-check.js';
import { tokenChecks } from './conformance/token-checks.js';
import type { TraceCheck } from './conformance/trace-check.js';
import { traceListChecks } from './conformance/trace-list-checks.js';
import { traceRecordChecks } from './conformance/trace-record-checks.js';
import { turnChecks } from './conformance/turn-checks.js';
import { turnTraceChecks } from './conformance/turn-trace-checks.js';
import { valueChecks } from './conformance/value-checks.js';

export type { StoreCheck, TraceCheck };

/** The promises of a {@link Store}, each with a title and a function that rejects when it is broken. */
export const storeConformance: readonly StoreCheck[] = Object.freeze([
  ...botChecks,
  ...loadoutChecks,
  ...settingChecks,
  ...snapshotChecks,
  ...secretChecks,
  ...turnChecks,
  ...tokenChecks,
  ...auditChecks,
  ...valueChecks,
  ...changeChecks,
  ...readChecks,
  ...revisionChecks,
]);

/** The promises of a {@link TraceRecorder}, in the same way. */
export const traceRecorderConformance: readonly TraceCheck[] = Object.freeze([
  ...traceRecordChecks,
  ...traceListChecks,
  ...turnTraceChecks,
]);
