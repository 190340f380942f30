import type { ProviderCollector, Roster } from '../companions/collect-providers.js';
import type { Companion } from '../companions/companion.js';
import type { ProviderSlot } from '../companions/provider-slot.js';
import type { Clock } from '../contract/clock.js';
import type { ExposeAs } from '../contract/configuration.js';
import type { LogEntry, Logger } from '../contract/logger.js';
import type { CompanionReport, LeftOutTool } from '../contract/report.js';
import type { Catalogue } from './catalogue.js';
import { type MergeSlot, mergeDefinitions } from './merge-definitions.js';

/** What is left out is said once each, and of one owner no more often than this. */
const MAX_WARNINGS = 1_000;

/** What the registry stands on. */
export interface RegistryParts {
  readonly collector: ProviderCollector;
  readonly companions: readonly Companion[];
  readonly builtIn: ProviderSlot;
  readonly builtInNames: ReadonlySet<string>;
  /** Definition files that were left out. */
  readonly builtInsLeftOut: readonly LeftOutTool[];
  readonly exposeAs: readonly ExposeAs[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly firstListWaitMs: number;
  /** The same for lists of an earlier run. Default 0. */
  readonly restoredListWaitMs?: number;
}

/** What a turn starts from: who answered its dispatch, and what they offer. */
export interface Collected {
  readonly roster: Roster;
  readonly catalogue: Catalogue;
}

/**
 * The one way to tools: dispatches `CollectToolProviders`, merges what was listed, and hands out
 * catalogues. The merge is done anew only after a dispatch brought other providers or a list changed.
 */
export class ToolProviderRegistry {
  readonly #parts: RegistryParts;
  /** What the log has, by owner: one that floods it silences nobody else. */
  readonly #warned = new Map<string, Set<string>>();
  #exposeAs: readonly ExposeAs[];
  #revision = 0;
  #mergedRevision = -1;
  #mergedSlots: readonly ProviderSlot[] | undefined;
  #catalogue: Catalogue | undefined;

  constructor(parts: RegistryParts) {
    this.#parts = parts;
    this.#exposeAs = parts.exposeAs;
  }

  /** The operator's names for tools as they are now; the next turn uses them. */
  setExposeAs(rules: readonly ExposeAs[]): void {
    const isSame = (rule: ExposeAs, index: number): boolean => {
      const known = this.#exposeAs[index];
      return known?.owner === rule.owner && known.tool === rule.tool && known.as === rule.as;
    };
    if (rules.length === this.#exposeAs.length && rules.every(isSame)) return;
    this.#exposeAs = [...rules];
    this.invalidate();
  }

  /** Another number after each change of lists, states or settings. */
  get revision(): number {
    return this.#revision;
  }

  /** Lists, states or settings changed: the next turn merges again. */
  invalidate(): void {
    this.#revision += 1;
  }

  /**
   * Dispatches at once, waits a moment for lists that were never seen, and merges what there is; not before `rules` has
   * settled, which may bring other names. Rejects as `rules` does.
   */
  collect(rules?: Promise<unknown>): Collected | Promise<Collected> {
    const roster = this.#parts.collector.collect();
    if (rules === undefined && this.#isMerged(roster) && this.#catalogue !== undefined) {
      return { roster, catalogue: this.#catalogue };
    }
    const { unseen, restored } = this.#askForFirstLists(roster);
    if (rules === undefined && unseen.length + restored.length === 0) return { roster, catalogue: this.#merge(roster) };
    const { firstListWaitMs, restoredListWaitMs = 0 } = this.#parts;
    const waits = [rules, this.#waitFor(unseen, firstListWaitMs), this.#waitFor(restored, restoredListWaitMs)];
    return Promise.all(waits).then(() => ({ roster, catalogue: this.#merge(roster) }));
  }

  /** How the companion behind an owner is. */
  companionOf(owner: string): CompanionReport | undefined {
    return this.#findCompanion(owner)?.describe();
  }

  /**
   * The owners that this one states to have been before, by its companion's manifest. It is told, and accepts nothing:
   * the operator does (contract 4.3).
   */
  formerOwners(owner: string): readonly string[] {
    const companion = this.#findCompanion(owner);
    return companion?.formerly.map((id) => `${id}${owner.slice(companion.id.length)}`) ?? [];
  }

  /** How all companions are, in their order. */
  describeCompanions(): readonly CompanionReport[] {
    return this.#parts.companions.map((companion) => companion.describe());
  }

  /**
   * All that were never asked are asked, and those to be waited for are answered. A companion that has kept turns
   * waiting for long enough keeps none waiting again; one whose lists are known from an earlier run may keep none.
   */
  #askForFirstLists(roster: Roster): { readonly unseen: Promise<void>[]; readonly restored: Promise<void>[] } {
    const { companions, restoredListWaitMs = 0 } = this.#parts;
    const overdue = new Set(companions.filter((companion) => companion.isOverdue).map(({ id }) => id));
    const unseen: Promise<void>[] = [];
    const restored: Promise<void>[] = [];
    for (const slot of roster.slots) {
      const list = slot.firstList();
      if (list === undefined || overdue.has(slot.companionId)) continue;
      if (!slot.isRestored) unseen.push(list);
      else if (restoredListWaitMs > 0) restored.push(list);
    }
    return { unseen, restored };
  }

  #waitFor(lists: readonly Promise<void>[], waitMs: number): Promise<void> {
    if (lists.length === 0) return Promise.resolve();
    const { clock } = this.#parts;
    return new Promise((resolve) => {
      const timer = clock.setTimeout(resolve, waitMs);
      void Promise.all(lists).then(() => {
        timer.clear();
        resolve();
      });
    });
  }

  /**
   * Why a rule of the operator's could not be followed at present, or what another tool would lose by it; undefined where
   * nothing speaks against it. Nothing is changed.
   */
  findNameObstacle(roster: Roster, rule: ExposeAs): string | undefined {
    const before = this.#merge(roster);
    const others = this.#exposeAs.filter(({ owner, tool }) => owner !== rule.owner || tool !== rule.tool);
    const after = this.#mergeBy(roster, [rule, ...others]);
    const known = new Set(before.leftOut.map(({ name, owner, reason }) => `${name} ${owner} ${reason}`));
    const obstacle = after.leftOut.find(
      ({ name, owner, cause, reason }) =>
        name === rule.as && !known.has(`${name} ${owner} ${reason}`) && cause !== 'alias-taken',
    );
    return obstacle?.reason.replace(/^exposeAs: /, '');
  }

  /** Whether the catalogue is still the one of these providers. */
  #isMerged({ slots }: Roster): boolean {
    return this.#mergedRevision === this.#revision && this.#mergedSlots === slots;
  }

  #merge(roster: Roster): Catalogue {
    if (this.#isMerged(roster) && this.#catalogue !== undefined) return this.#catalogue;
    this.#mergedRevision = this.#revision;
    this.#mergedSlots = roster.slots;
    this.#catalogue = this.#mergeBy(roster, this.#exposeAs);
    this.#warnOnce(this.#catalogue);
    return this.#catalogue;
  }

  #mergeBy(roster: Roster, exposeAs: readonly ExposeAs[]): Catalogue {
    const { builtInNames, builtInsLeftOut, companions } = this.#parts;
    return mergeDefinitions({
      slots: this.#orderSlots(roster),
      builtInNames,
      builtInsLeftOut,
      exposeAs,
      companionIds: companions.map(({ id }) => id),
    });
  }

  /** Registered slots in their order; behind those of the same companion, slots that it no longer registers. */
  #orderSlots(roster: Roster): MergeSlot[] {
    const present = new Set(roster.slots);
    const ordered: MergeSlot[] = [{ slot: this.#parts.builtIn, isPresent: true }];
    for (const companion of this.#parts.companions) {
      for (const slot of roster.slots) {
        if (slot.companionId === companion.id) ordered.push({ slot, isPresent: true });
      }
      for (const slot of companion.slots) {
        if (!present.has(slot)) ordered.push({ slot, isPresent: false });
      }
    }
    return ordered;
  }

  #findCompanion(owner: string): Companion | undefined {
    return this.#parts.companions.find(({ id }) => owner === id || owner.startsWith(`${id}/`));
  }

  #warnOnce(catalogue: Catalogue): void {
    // What is wrong with definition files was said when the host started.
    const said = new Set(this.#parts.builtInsLeftOut);
    for (const entry of catalogue.leftOut) {
      if (said.has(entry)) continue;
      const { owner, reason } = entry;
      let warned = this.#warned.get(owner);
      if (warned === undefined) {
        warned = new Set();
        this.#warned.set(owner, warned);
      }
      if (warned.has(reason) || warned.size >= MAX_WARNINGS) continue;
      warned.add(reason);
      this.#parts.logger({ level: 'warn', ...this.#describeLeftOut(entry) });
    }
  }

  /** What is decided stands nowhere in the configuration, so that no companion's place there may be told with it. */
  #describeLeftOut({ owner, name, status, cause, reason }: LeftOutTool): Omit<LogEntry, 'level'> {
    const isConfigured = this.#parts.exposeAs.some((rule) => rule.owner === owner && rule.as === name);
    if (cause === 'expose-as' && !isConfigured) {
      return { event: 'decision-ignored', message: `The decision expose-as: ${reason.replace(/^exposeAs: /, '')}` };
    }
    const companion = this.#findCompanion(owner);
    return {
      event: `tool-${status}`,
      message: reason,
      ...(companion === undefined ? {} : { companion: companion.id }),
    };
  }
}
