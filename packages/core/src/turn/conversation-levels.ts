import type { Clock } from '../contract/clock.js';
import { type ConfidenceLevel, reachesConfidence, readConfidence } from '../contract/confidence.js';
import type { Store } from '../store/roles.js';

/** As many conversations are remembered; the one that was read longest ago goes. */
const MAX_CONVERSATIONS = 10_000;

/** A conversation with a longer key is read each time: who names conversations is the user's doing. */
const MAX_KEY_CHARACTERS = 500;

interface KnownLevel {
  readonly revision: string | number;
  readonly level: ConfidenceLevel;
}

/**
 * What conversations require of model providers (contract 5.6). Read once for each conversation and revision of the store,
 * so that a warm turn reads nothing.
 */
export class ConversationLevels {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #known = new Map<string, KnownLevel>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** For a revision that was read just now. NONE for a conversation that nobody knows. */
  at(botId: string, conversationId: string, revision: string | number): ConfidenceLevel | Promise<ConfidenceLevel> {
    const key = `${botId}\n${conversationId}`;
    const known = this.#known.get(key);
    return known?.revision === revision ? known.level : this.#read(key, botId, conversationId, revision);
  }

  async #read(key: string, botId: string, id: string, revision: string | number): Promise<ConfidenceLevel> {
    const conversation = await this.#store.getConversation(botId, id);
    const level = conversation === undefined ? 'NONE' : readConfidence(conversation.requiredConfidence);
    if (key.length > MAX_KEY_CHARACTERS) return level;
    this.#known.delete(key);
    this.#known.set(key, { revision, level });
    if (this.#known.size > MAX_CONVERSATIONS) {
      const oldest = this.#known.keys().next();
      if (oldest.done !== true) this.#known.delete(oldest.value);
    }
    return level;
  }

  /** Raises it, and never lowers it: of several turns at once the highest level stays. Answers what is required now. */
  raise(botId: string, id: string, level: ConfidenceLevel): Promise<ConfidenceLevel> {
    return this.#store.change(async (writer) => {
      const conversation = await writer.getConversation(botId, id);
      const before = conversation === undefined ? 'NONE' : readConfidence(conversation.requiredConfidence);
      if (conversation !== undefined && reachesConfidence(before, level)) return before;
      const updatedAt = new Date(this.#clock.now()).toISOString();
      await writer.putConversation({ botId, id, requiredConfidence: level, updatedAt });
      return level;
    });
  }
}
