import type { ConfidenceLevel } from './confidence.js';
import type { JsonValue } from './json.js';

/** Who to ask, and why it is so. */
interface OrganisationEntry {
  /** A tool's name: as bots have it, as its provider calls it, or an alias. */
  readonly tool: string;
  /** Absent: whoever owns the name. */
  readonly owner?: string;
  readonly reason?: string;
  /** An address, a name, a link: whom to ask. */
  readonly contact?: string;
}

/** A value that the organisation gives. */
export interface OrganisationSetting extends OrganisationEntry {
  readonly field: string;
  readonly value: JsonValue;
  /** True: a default that operators may change. Anything else: locked. */
  readonly allowUserOverride?: boolean;
}

/** The least confidence that the organisation wants for a tool; a level that cannot be read is HIGH (contract 5.5). */
export interface OrganisationConfidence extends OrganisationEntry {
  readonly level: ConfidenceLevel;
}

/** A tool that the organisation does not want at all. */
export type OrganisationDisabled = OrganisationEntry;

/** The managed configuration file of an organisation (contract 9.2). It never holds a secret. */
export interface OrganisationDocument {
  readonly settings?: readonly OrganisationSetting[];
  readonly minimumConfidence?: readonly OrganisationConfidence[];
  readonly disabledTools?: readonly OrganisationDisabled[];
}
