import { describe, expect, test } from 'vitest';
import { createCallController } from '../../src/execution/call-signal.js';

// Reaches inside: what an unguarded listener throws would be an uncaught exception of the test run.
describe('the signal of a call', () => {
  test('what a listener throws is reported, and the others are told', () => {
    const reported: string[] = [];
    const told: string[] = [];
    const controller = createCallController((message) => reported.push(message));
    const { signal } = controller;
    signal.addEventListener('abort', () => {
      throw new Error('boom');
    });
    signal.addEventListener('abort', {
      handleEvent() {
        throw new Error('object');
      },
    });
    signal.onabort = () => {
      throw new Error('property');
    };
    signal.addEventListener('abort', (event) => told.push(event.type));
    controller.abort();
    expect(reported.sort()).toEqual([
      'An abort listener failed: boom',
      'An abort listener failed: object',
      'An abort listener failed: property',
    ]);
    expect(told).toEqual(['abort']);
  });

  test('a listener is removed by the function that was added, and is told once where it wants that', () => {
    const told: string[] = [];
    const controller = createCallController(() => undefined);
    const { signal } = controller;
    const removed = (): void => void told.push('removed');
    signal.addEventListener('abort', removed);
    signal.removeEventListener('abort', removed);
    signal.addEventListener('abort', () => told.push('once'), { once: true });
    signal.onabort = () => told.push('property');
    expect(typeof signal.onabort).toBe('function');
    controller.abort();
    expect(told.sort()).toEqual(['once', 'property']);
  });

  test('it is a real signal: it aborts what Node does with it', async () => {
    const controller = createCallController(() => undefined);
    const { setTimeout: sleep } = await import('node:timers/promises');
    const sleeping = sleep(60_000, undefined, { signal: controller.signal });
    const any = AbortSignal.any([controller.signal]);
    controller.abort(new DOMException('enough', 'AbortError'));
    await expect(sleeping).rejects.toMatchObject({ name: 'AbortError' });
    expect(any.aborted).toBe(true);
  });
});
