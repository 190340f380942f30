// Code in the documents is compiled: a TypeScript block follows a marker `<!-- snippet FILE#REGION -->` and holds what
// stands between `// #region REGION` and `// #endregion` in that file, as often as it does. Without arguments the blocks are rewritten;
// with `--check` a difference is an error, and so is a TypeScript block that has no marker.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const checkOnly = process.argv.includes('--check');
const fence =
  /(?:^<!-- snippet (?<file>[^\s#]+)#(?<region>[\w-]+) -->\n)?^```(?<language>\w*)\n(?<body>[\s\S]*?)^```$/gm;

const problems = [];
let count = 0;

for (const document of listDocuments()) {
  const before = readFileSync(root + document, 'utf8');
  const after = before.replace(fence, (block, ...rest) => {
    const { file, region, language, body } = rest.at(-1);
    if (file === undefined) {
      if (language === 'ts') problems.push(`${document}: a TypeScript block without a marker:\n${body}`);
      return block;
    }
    count += 1;
    const code = readRegion(file, region);
    if (code === undefined) {
      problems.push(`${document}: there is no region ${region} in ${file}`);
      return block;
    }
    return `<!-- snippet ${file}#${region} -->\n\`\`\`${language}\n${code}\n\`\`\``;
  });
  if (after === before) continue;
  if (checkOnly) problems.push(`${document} differs from its examples; run node scripts/sync-snippets.mjs`);
  else writeFileSync(root + document, after);
}

for (const problem of problems) console.error(problem);
console.log(`${count} snippets, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function listDocuments() {
  const folders = ['docs', 'tool_definitions', ...readdirSync(`${root}packages`).map((name) => `packages/${name}`)];
  return [
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...folders.flatMap((folder) => {
      if (!existsSync(root + folder)) return [];
      const isPackage = folder.startsWith('packages/');
      return readdirSync(root + folder, { recursive: !isPackage })
        .filter((name) => name.endsWith('.md') && !(isPackage && name === 'CHANGELOG.md'))
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
    }),
  ];
}

/** The code of all regions of that name, each moved to the left margin, with an empty line between. */
function readRegion(file, region) {
  if (!existsSync(root + file)) return undefined;
  const parts = [];
  let part;
  for (const line of readFileSync(root + file, 'utf8').split('\n')) {
    if (line.trim() === `// #region ${region}`) part = [];
    else if (line.trim() === '// #endregion') {
      if (part) parts.push(moveLeft(part));
      part = undefined;
    } else part?.push(line);
  }
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

function moveLeft(lines) {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  return lines.map((line) => line.slice(Math.min(...indents))).join('\n');
}
