import { type CallState, isUnwanted } from './call-state.js';
import type { CallRoute } from './callable-tool.js';
import type { RecognisableTool } from './recognisable-tool.js';
import { untilInterrupted } from './until-interrupted.js';

const MAX_NAME_CHARACTERS = 256;

/** Finds the canonical name. Whether the bot may call it is for the next steps. */
export function resolveName(call: CallState): void {
  const { requestedName: name } = call;
  if (!canBeName(name)) {
    call.name = (name ?? '').slice(0, MAX_NAME_CHARACTERS);
    return;
  }
  const { tools, assigned, catalogue } = call.turn;
  const tool = tools.get(name);
  // A name that the bot has is that tool, also while it is absent: no alias of another one takes its calls.
  call.name = tool === undefined && !assigned.has(name) ? catalogue.canonicalName(name) : name;
  call.tool = tool ?? tools.get(call.name);
}

function canBeName(name: string | undefined): name is string {
  return name !== undefined && name.length <= MAX_NAME_CHARACTERS;
}

/**
 * Only offered tools are called. An assigned name that nobody lists goes to the provider that it was assigned from,
 * where that recognises it and gives its own answer. Everything else is answered in the same words, whether it exists
 * or not: a model learns nothing of tools that its bot does not have.
 */
export function requireOffered(call: CallState): Promise<void> | undefined {
  const { tool, turn } = call;
  if (tool !== undefined) {
    call.route = tool;
    return undefined;
  }
  const { requestedName: name } = call;
  if (!canBeName(name)) {
    call.end('BLOCKED', 'A call needs the name of a tool.');
    return undefined;
  }
  const isAssigned = turn.assigned.has(name) || turn.assigned.has(call.name);
  if (!isAssigned) {
    // Not under a canonical name, which would say that the name as called is an alias of a tool there is.
    call.name = name;
    call.end('BLOCKED', `There is no tool "${name}". Use one of the tools that you were given.`);
    return undefined;
  }
  const asked = turn.assigned.has(name) ? name : call.name;
  const recognisable = turn.recognisable.get(asked);
  // What is withheld for another reason than that nobody lists it, nobody answers for.
  if (recognisable === undefined) {
    call.end('BLOCKED', `The tool "${name}" is not available in this turn.`);
    return undefined;
  }
  call.recognised = recognisable;
  return recognise(call, recognisable);
}

/** Another owner's answer would be another tool (contract 4.3). */
async function recognise(call: CallState, { name, owner, policy, config }: RecognisableTool): Promise<void> {
  const { roster, catalogue } = call.turn;
  for (const slot of roster.slots) {
    if (isUnwanted(call)) break;
    if (slot.owner !== owner || !catalogue.mayRecognise(owner, name)) continue;
    try {
      const { provider } = await untilInterrupted(call, call.turn.instanceOf(slot));
      const ownName = catalogue.ownName(slot.owner, name);
      if (!(await untilInterrupted(call, provider.provides(ownName)))) continue;
      const route: CallRoute = { slot, ownName, policy, config: config ?? slot.settings };
      call.route = route;
      return;
    } catch {
      // Among the companion's problems already; the next provider is asked.
    }
  }
  // Where it is not wanted any more, a later step says so.
  if (!isUnwanted(call)) call.end('BLOCKED', `The tool "${name}" is not available at present. Go on without it.`);
}
