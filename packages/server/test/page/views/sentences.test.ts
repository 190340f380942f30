import { ERROR_CODES, type ErrorCode, FINDING_CODES, LoadoutError } from '@loadout/core';
import { expect, test, vi } from 'vitest';
import { toProblem } from '../../../src/problem.js';

vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('document', { documentElement: {}, addEventListener: () => {} });
const { german: germanProblems } = await import('../../../page/src/api/problem-texts.de.js');
const { english: englishProblems } = await import('../../../page/src/api/problem-texts.js');
const { german: germanFindings } = await import('../../../page/src/views/findings/texts.de.js');
const { findingTexts } = await import('../../../page/src/views/findings/texts.js');
const { german: germanCompanions } = await import('../../../page/src/views/providers/problem-texts.de.js');
const { companionTexts } = await import('../../../page/src/views/providers/problem-texts.js');

const englishFindings = await findingTexts.load('en');
const englishCompanions = await companionTexts.load('en');
const errorCodes = Object.keys(ERROR_CODES) as ErrorCode[];
const problems = errorCodes.flatMap((code) => {
  const problem = toProblem(new LoadoutError(code, 'wrong'));
  return problem === undefined ? [] : [{ code, status: problem.status }];
});
/** Codes that neither a request nor a companion is told: they are thrown at whoever embeds the host. */
const ofEmbedders: readonly ErrorCode[] = ['LOOP_MISUSED', 'MODEL_RESPONSE_INVALID', 'ATTACHMENT_UNAVAILABLE'];

const named = {
  ...{ companion: '@a/b', owner: '@a/b', before: '@a/old', tool: 'look', name: 'see', holder: '@c/d', field: 'key' },
  ...{ bot: 'support', kind: 'expose-as', subject: '@a/b#look', fields: ['key'], names: ['look'], bots: 2, count: 0 },
  ...{ since: 'yesterday', until: 'tomorrow' },
};

test('every finding that the host knows has a sentence in both languages', () => {
  for (const code of FINDING_CODES) {
    const [one, other] = [englishFindings[code](named), germanFindings[code](named)];
    expect(one, code).toMatch(/^\S.*\.$/);
    expect(other, code).toMatch(/^\S.*\.$/);
    expect(other, code).not.toBe(one);
    expect(`${one} ${other}`, code).not.toMatch(/undefined|loadout [a-z]+ |!/);
  }
});

test('every problem that the API answers with a code has a sentence in both languages, and so has its status', () => {
  expect(problems.length).toBeGreaterThan(20);
  for (const { code, status } of problems) {
    // What somebody else changed is said by the same sentence everywhere.
    if (status === 412) continue;
    expect(Object.keys(englishProblems.codes), code).toContain(code);
    expect(Object.keys(germanProblems.codes), code).toContain(code);
    expect(Object.keys(englishProblems.statuses), code).toContain(String(status));
  }
});

test('every error that no request is told is one of a companion, with a sentence in both languages, or of embedders', () => {
  const answered = new Set(problems.map(({ code }) => code));
  const others = errorCodes.filter((code) => !answered.has(code) && !ofEmbedders.includes(code));
  for (const code of others) {
    expect(Object.keys(englishCompanions), code).toContain(code);
    expect(Object.keys(germanCompanions), code).toContain(code);
  }
});

test('sentences of both languages differ, and none is left empty', () => {
  for (const [one, other] of [
    [englishProblems.codes, germanProblems.codes],
    [englishProblems.statuses, germanProblems.statuses],
    [englishCompanions, germanCompanions],
  ] as readonly (readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>])[]) {
    expect(Object.keys(other).sort()).toEqual(Object.keys(one).sort());
    for (const [code, sentence] of Object.entries(one)) {
      expect(sentence, code).not.toBe('');
      expect(other[code], code).not.toBe(sentence);
    }
  }
});
