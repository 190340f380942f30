/** What a place of a form wants, by the keyword that does not fit. */
export interface PlaceLimit {
  readonly limit: number | undefined;
}

/** Loaded with the first problem, so that no view carries it. */
export const english = {
  codes: {
    BOT_EXISTS: 'There is a bot with this id. Choose another id.',
    BOT_ID_RETIRED: 'A bot with this id was removed, and ids are never used again. Choose another id.',
    BOT_ID_INVALID: 'Enter lower-case letters, digits and single hyphens, at most 64 characters.',
    BOT_NAME_INVALID: 'Enter a name of 1 to 200 characters.',
    BOT_UNKNOWN: 'There is no such bot: it was removed, or never was.',
    LOADOUT_CHANGE_INVALID: 'This change cannot be made.',
    OWNER_UNKNOWN: 'No bot has a tool of this owner, or nobody lists tools under that name.',
    SETTING_UNKNOWN: 'The tool has no such setting by now.',
    SETTING_SECRET: 'This setting is a secret. Enter it in its own field.',
    SETTING_LOCKED: 'The organisation has decided this.',
    SECRET_UNAVAILABLE: 'The place for secrets cannot be used at present.',
    DECISION_INVALID: 'This cannot be decided so.',
    TOKEN_INVALID: 'A token cannot be made so.',
    TOKEN_UNKNOWN: 'There is no such token.',
    IMPORT_INVALID: 'The document cannot be imported. Nothing was changed.',
    TOOL_UNKNOWN: 'No tool has this name at present.',
    TOOL_NAME_INVALID:
      'A tool has a name of 1 to 64 letters, digits, "_" or "-", and no digit or "-" at its beginning.',
    TOOL_SETTINGS_INVALID: 'The tool cannot use this value.',
    COMPANION_UNKNOWN: 'The configuration does not name this provider.',
    COMPANION_SETTINGS_INVALID: 'The provider cannot use these settings.',
    CONFIGURATION_INVALID: 'The host cannot use this value.',
    APPROVAL_UNKNOWN: 'This call no longer waits, or the approval was taken back.',
    APPROVAL_DECIDED: 'This call was decided already, or its time is up.',
    TURN_UNKNOWN: 'This turn is no longer kept: it went on, or its time is up.',
    TURN_WAITING: 'The turn still waits for a decision. Decide it first.',
    TURN_ENDED: 'The turn has ended.',
    HOST_CLOSED: 'The host is about to end.',
    STORE_NEWER: 'A newer version of Loadout wrote the database. Update Loadout.',
    STORE_UNAVAILABLE: 'The database cannot be read or written at present.',
  },
  statuses: {
    400: 'The host cannot use what was sent.',
    401: 'The token or the session is not known, or has ended. Sign in with another token.',
    403: 'Your role may not do this.',
    404: 'There is no such thing: it was removed, or never was.',
    405: 'The host does not do this.',
    409: 'This does not go with what is there now.',
    413: 'This is too large for one request.',
    415: 'The host cannot use what was sent.',
    429: 'Too many requests. Wait a moment, then try again.',
    500: 'The host failed at this.',
    501: 'The host is not set up for this.',
    503: 'The host cannot do this at present. Try again in a moment.',
  },
  places: {
    required: () => 'Enter something.',
    minLength: ({ limit = 1 }: PlaceLimit) => (limit === 1 ? 'Enter something.' : `Enter ${limit} characters or more.`),
    maxLength: ({ limit }: PlaceLimit) => `Enter at most ${limit} characters.`,
    minimum: ({ limit }: PlaceLimit) => `Enter ${limit} or more.`,
    maximum: ({ limit }: PlaceLimit) => `Enter ${limit} or less.`,
    minItems: ({ limit }: PlaceLimit) => `Choose ${limit} or more.`,
    maxItems: ({ limit }: PlaceLimit) => `Choose at most ${limit}.`,
    enum: () => 'Choose one of those that are offered.',
    pattern: () => 'Enter it in the form that is described.',
    type: () => 'This takes another kind of value.',
  },
  at: (field: string, sentence: string) => `${field}: ${sentence}`,
};

export type ProblemTexts = typeof english;
