/** What a step answers that calls `call.onDone` by itself, once. */
export const suspended = 'suspended';

/** See {@link suspended}. */
export type Suspended = typeof suspended;
