/** Where a result says which confidence it requires. */
export const CONFIDENCE_FIELD = 'loadout/requiredConfidence';

/** Where a result says what it stands on. */
export const SOURCES_FIELD = 'loadout/sources';
