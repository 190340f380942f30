// Copies the definition files into the package before it is packed, and removes the copy afterwards (`--remove`):
// in the repository there is one folder of them.
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../../tool_definitions', import.meta.url));
const copy = fileURLToPath(new URL('../tool_definitions', import.meta.url));

rmSync(copy, { recursive: true, force: true });
if (!process.argv.includes('--remove')) cpSync(source, copy, { recursive: true });
