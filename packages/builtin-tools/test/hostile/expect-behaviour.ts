import type { CallOutcome, JsonObject } from '@loadout/core';
import { expect } from 'vitest';
import { textOf } from '../reading.js';
import type { Behaviour } from './behaviour.js';
import type { HostileHost } from './hostile-host.js';

/** Reads from the server of a behaviour, and checks what the bot is told and what is left of it. */
export async function expectBehaviour(host: HostileHost, behaviour: Behaviour): Promise<void> {
  const { expect: wanted, requests = 1 } = behaviour;
  const { server, read } = await host.open(behaviour);
  const outcome = await read();
  expect(server.requests, 'requests').toHaveLength(requests);
  // The reader closes what it opened, whatever the server wants.
  await expect.poll(() => server.open, { timeout: 5_000 }).toBe(0);
  if ('page' in wanted) {
    expect(outcome.status, textOf(outcome)).toBe('SUCCESS');
    const { status, total_pages: last, metadata, content } = outcome.structuredContent as unknown as ReadPage;
    if (wanted.page !== 'any') expect(status).toBe(wanted.page);
    if (wanted.warns !== undefined) expect(metadata.warnings.join('\n')).toContain(wanted.warns);
    if (wanted.title !== undefined) expect(content.title).toBe(wanted.title);
    const texts = [outcome, ...(last > 1 ? [await read({ page: last })] : [])].map(contentOf).join('\n');
    if (wanted.has !== undefined) expect(texts).toMatch(wanted.has);
    if (wanted.hasNot !== undefined) expect(texts).not.toMatch(wanted.hasNot);
  } else if ('error' in wanted) {
    expect(textOf(outcome)).toMatch(wanted.error);
    expect(outcome.status).toBe('ERROR');
  } else {
    expect(textOf(outcome)).toMatch(wanted.blocked);
    expect(outcome.status).toBe('BLOCKED');
  }
}

interface ReadPage {
  readonly status: string;
  readonly total_pages: number;
  readonly content: { readonly text_content: string; readonly title: string | null };
  readonly metadata: { readonly warnings: readonly string[] };
}

function contentOf({ structuredContent }: CallOutcome): string {
  return ((structuredContent as JsonObject).content as JsonObject).text_content as string;
}
