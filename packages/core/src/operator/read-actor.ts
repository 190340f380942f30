import { wrongArgument } from '../catalogue/wrong-argument.js';
import type { Actor, ActorInterface } from '../contract/actor.js';
import { isObject } from '../contract/json.js';
import { cleanName } from './read-name.js';

const interfaces: readonly unknown[] = ['cli', 'http', 'page', 'code'] satisfies ActorInterface[];

/** A copy of what an embedder says of who acts. Throws `CONFIGURATION_INVALID`. */
export function readActor(actor: unknown): Actor {
  if (!isObject(actor)) throw wrongArgument('as', 'actor', 'an object with name and via', actor);
  const { name, via, token } = actor as Partial<Actor>;
  const shown = typeof name === 'string' ? cleanName(name) : '';
  if (shown === '') {
    throw wrongArgument('as', 'actor.name', 'a text that is not blank', name);
  }
  if (!interfaces.includes(via)) throw wrongArgument('as', 'actor.via', `one of ${interfaces.join(', ')}`, via);
  if (token !== undefined && typeof token !== 'string') throw wrongArgument('as', 'actor.token', 'a text', token);
  return Object.freeze({
    name: shown,
    // One of the list above.
    via: via as ActorInterface,
    ...(token === undefined ? {} : { token: cleanName(token) }),
  });
}
