import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtinTools } from '@loadout/builtin-tools';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import { findDefinitionFolder } from '../src/definition-folder.js';

const folder = fileURLToPath(new URL('../../../tool_definitions/', import.meta.url));
const readJson = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

test('each implementation has its definition file, in the format, and each file its implementation', () => {
  const { definitionFolders, implementations } = builtinTools();
  expect(definitionFolders.map(String)).toEqual([pathToFileURL(folder).href]);
  const files = readdirSync(folder).filter((name) => !name.endsWith('.schema.json'));
  expect(files.map((name) => readJson(name).implementationKey).sort()).toEqual(
    implementations.map(({ implementationKey }) => implementationKey).sort(),
  );
  const isDefinition = new Ajv2020({ strict: false, validateFormats: false }).compile(
    readJson('definition.schema.json'),
  );
  for (const name of files) expect(isDefinition(readJson(name)), JSON.stringify(isDefinition.errors)).toBe(true);
});

test('people read about each tool and its settings in English and German', () => {
  for (const tool of builtinTools().implementations) {
    const { settingsSchema } = readJson(`${tool.implementationKey}.json`);
    const texts = (locale: string): unknown[] => [
      tool.displayName(locale),
      tool.description(locale),
      ...Object.keys(settingsSchema.properties).flatMap((field) => [
        tool.settingsFieldLabel?.(field, locale),
        tool.settingsFieldDescription?.(field, locale),
      ]),
    ];
    for (const text of [...texts('en'), ...texts('de')]) expect(text).toEqual(expect.stringMatching(/\S/));
    expect(texts('de-AT')).toEqual(texts('de'));
    expect(texts('fr')).toEqual(texts('en'));
    expect(texts('de')).not.toEqual(texts('en'));
    expect(tool.settingsFieldLabel?.('constructor', 'en')).toBeUndefined();
  }
});

test('the policy leaves room for the most that the settings allow', () => {
  const [tool] = builtinTools().implementations;
  const { properties } = readJson('read_web_page.json').settingsSchema;
  expect(tool?.policy).toMatchObject({ kind: 'read', readOnly: true, openWorld: true });
  expect(tool?.policy?.timeoutMs).toBeGreaterThan(properties.timeoutSeconds.maximum * 1_000);
  expect(tool?.policy?.maxResultCharacters).toBeGreaterThan(properties.maxContentCharacters.maximum * 2);
});

test('a folder that is named is taken as it is', () => {
  expect(builtinTools({ definitionFolder: '/elsewhere' }).definitionFolders).toEqual(['/elsewhere']);
});

test('the folder is found from an installed package and from a bundle, and its absence is told', () => {
  const root = mkdtempSync(join(tmpdir(), 'loadout-definitions-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const installed = join(root, 'node_modules/@loadout/builtin-tools');
  mkdirSync(join(installed, 'tool_definitions'), { recursive: true });
  writeFileSync(join(installed, 'tool_definitions/read_web_page.json'), '{}');
  const expected = pathToFileURL(join(installed, 'tool_definitions/')).href;
  expect(findDefinitionFolder(pathToFileURL(join(installed, 'dist/definition-folder.js'))).href).toBe(expected);
  expect(findDefinitionFolder(pathToFileURL(join(installed, 'dist/chunks/a.js'))).href).toBe(expected);
  expect(existsSync(join(root, 'tool_definitions'))).toBe(false);
  expect(() => findDefinitionFolder(pathToFileURL(join(root, 'app/main.js')))).toThrow(
    'builtinTools({ definitionFolder })',
  );
});
