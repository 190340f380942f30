import { createHash } from 'node:crypto';

/** What all model APIs take as the name of a tool (contract 1.6). */
const LEGAL = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

/**
 * The name of a tool that a server calls `original` (contract 8.2): as it is where that is legal; else what is illegal
 * becomes `_`, cut to 55 characters, with `_` and 8 hex digits of a hash of server and original. A pure function.
 */
export function toToolName(server: string, original: string): string {
  if (LEGAL.test(original)) return original;
  const hash = createHash('sha256')
    .update(JSON.stringify([server, original]))
    .digest('hex')
    .slice(0, 8);
  const legal = original.replace(/[^a-zA-Z0-9_-]/g, '_').replace(/^(?=[^a-zA-Z_])/, '_');
  return `${legal.slice(0, 55) || '_'}_${hash}`;
}
