import { mkdir, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { describeDefinitionProblem, loadDefinitionFiles } from '../../src/catalogue/load-definition-files.js';
import { definitionFile, makeFolder } from './temporary-folder.js';

const components = ['chat', 'assistant'];

test('files are read in the byte order of their names, schemas and hidden files left out', async () => {
  const folder = await makeFolder({
    'é.json': definitionFile('third'),
    'b.json': definitionFile('second'),
    'B.json': definitionFile('first'),
    'definition.schema.json': '{}',
    'other.schema.json': 'no JSON',
    '.b.json': 'left behind',
    'README.md': '# Tools',
  });
  const { files, problems } = await loadDefinitionFiles([folder], components);
  expect(problems).toEqual([]);
  expect(files.map(({ file }) => basename(file))).toEqual(['B.json', 'b.json', 'é.json']);
  expect(files.map(({ definition }) => definition.function.name)).toEqual(['first', 'second', 'third']);
});

test('a folder may be a URL, and a byte order mark does no harm', async () => {
  const folder = await makeFolder({ 'a.json': `\uFEFF${JSON.stringify(definitionFile('a'))}` });
  const { files, problems } = await loadDefinitionFiles([pathToFileURL(`${folder}/`)], components);
  expect(problems).toEqual([]);
  const body = { ...(definitionFile('a').function as object), strict: true };
  expect(files).toEqual([{ file: join(folder, 'a.json'), definition: definitionFile('a', { function: body }) }]);
});

const latin1 = Uint8Array.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe4, 0x22, 0x7d]);
const utf16 = new Uint8Array(Buffer.from('\uFEFF{}', 'utf16le'));

test.each<[string, unknown, string, RegExp, string[]]>([
  ['malformed JSON', '{\n  "id": "x",\n}', '', /no JSON at line 3:1. There is a comma before "}"/, ['broken_tool']],
  ['an empty file', '', '', /no JSON at line 1:1. The file ends too early/, ['broken_tool']],
  ['another encoding', latin1, '', /not UTF-8. Save it as UTF-8/, ['broken_tool']],
  ['UTF-16', utf16, '', /not UTF-8/, ['broken_tool']],
  ['a file that is too large', `"${'x'.repeat(1_000_001)}"`, '', /1000003 bytes; 1000000 are allowed/, ['broken_tool']],
  [
    'another version',
    definitionFile('word_count', { schemaVersion: 3 }),
    '/schemaVersion',
    /version 3/,
    ['word_count', 'broken_tool'],
  ],
  [
    'an id of its own',
    definitionFile('word_count', { id: 'legacy', extra: 1 }),
    '/extra',
    /no field/,
    ['word_count', 'legacy', 'broken_tool'],
  ],
  [
    'an unknown component',
    definitionFile('word_count', { visibleIn: { allowedComponents: ['kiosk'] } }),
    '/visibleIn/allowedComponents/0',
    /"kiosk"/,
    ['word_count', 'broken_tool'],
  ],
])(
  '%s is reported with its place and its names, and its neighbour stays',
  async (_what, content, pointer, message, names) => {
    const folder = await makeFolder({ 'broken_tool.json': content, 'good.json': definitionFile('good') });
    const { files, problems } = await loadDefinitionFiles([folder], components);
    expect(problems).toEqual([
      { file: join(folder, 'broken_tool.json'), pointer, message: expect.stringMatching(message), names },
    ]);
    expect(files.map(({ definition }) => definition.id)).toEqual(['good']);
  },
);

test('names that are no tool names are not reserved', async () => {
  const folder = await makeFolder({ 'my tool.json': definitionFile('a', { id: 'legacy.id', schemaVersion: 9 }) });
  const { problems } = await loadDefinitionFiles([folder], components);
  expect(problems.map(({ names }) => names)).toEqual([['a']]);
});

test('a folder that is not there is reported, and the others are read', async () => {
  const folder = await makeFolder({ 'a.json': definitionFile('a') });
  const missing = join(folder, 'missing');
  const { files, problems } = await loadDefinitionFiles(
    [missing, new URL('https://example.org/tools/'), folder],
    components,
  );
  expect(files).toHaveLength(1);
  expect(problems).toEqual([
    { file: missing, pointer: '', message: expect.stringMatching(/folder .* cannot be read: ENOENT/), names: [] },
    { file: 'https://example.org/tools/', pointer: '', message: expect.stringContaining('cannot be read'), names: [] },
  ]);
});

test('what is no regular file is reported: a folder, a link to nothing, a device', async () => {
  const folder = await makeFolder({ 'good.json': definitionFile('good') });
  await mkdir(join(folder, 'folder.json'));
  await symlink(join(folder, 'nowhere'), join(folder, 'link.json'));
  await symlink('/dev/zero', join(folder, 'zero.json'));
  const { files, problems } = await loadDefinitionFiles([folder], components);
  expect(files).toHaveLength(1);
  expect(problems.map(({ file, message, names }) => [basename(file ?? ''), message, names])).toEqual([
    ['folder.json', expect.stringContaining('no regular file'), ['folder']],
    ['link.json', expect.stringMatching(/cannot be read: ENOENT/), ['link']],
    ['zero.json', expect.stringContaining('no regular file'), ['zero']],
  ]);
});

test.each<[string, Record<string, unknown>, string]>([
  ['name', { id: 'other', implementationKey: 'other' }, '/function/name'],
  ['id', { implementationKey: 'other', function: { ...(definitionFile('other').function as object) } }, '/id'],
  ['key', { id: 'other', function: { ...(definitionFile('other').function as object) } }, '/implementationKey'],
])('of two files with one %s the first counts', async (_what, changes, pointer) => {
  const folder = await makeFolder({ 'a.json': definitionFile('same'), 'b.json': definitionFile('same', changes) });
  const { files, problems } = await loadDefinitionFiles([folder], components);
  expect(files.map(({ file }) => basename(file))).toEqual(['a.json']);
  const message = `"same" is taken by ${join(folder, 'a.json')}, which comes first. Change one of them, or remove one of the files.`;
  expect(problems).toEqual([{ file: join(folder, 'b.json'), pointer, message, names: [expect.any(String)] }]);
});

test('an earlier folder comes before a later one', async () => {
  const first = await makeFolder({ 'z.json': definitionFile('same') });
  const second = await makeFolder({ 'a.json': definitionFile('same') });
  const { files, problems } = await loadDefinitionFiles([first, second], components);
  expect(files.map(({ file }) => file)).toEqual([join(first, 'z.json')]);
  expect(problems).toHaveLength(1);
});

test('a problem is told on one line', () => {
  const problem = { file: '/tools/a.json', pointer: '/id', message: '"id" is missing. Add it.', names: [] };
  expect(describeDefinitionProblem(problem)).toBe('/tools/a.json#/id: "id" is missing. Add it.');
  expect(describeDefinitionProblem({ ...problem, pointer: '' })).toBe('/tools/a.json: "id" is missing. Add it.');
  expect(describeDefinitionProblem({ ...problem, file: null })).toBe('"id" is missing. Add it.');
});
