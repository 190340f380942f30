/**
 * Every code of a `LoadoutError`, with what it means and what to do. `docs/reference/errors.md` lists the
 * same codes; a test holds the two together. A retired code stays listed.
 */
export const ERROR_CODES = Object.freeze({
  BOT_EXISTS: 'A bot with this id exists already. Choose another id.',
  BOT_ID_RETIRED: 'A bot with this id was removed; ids are never reused. Choose another id.',
  BOT_ID_INVALID: 'A bot id is a slug: lower-case letters, digits and single hyphens, at most 64 characters.',
  BOT_NAME_INVALID: 'A display name is a text of 1 to 200 characters that is not blank and shows all that it has.',
  BOT_NAME_CONFLICT: 'The bot was renamed by somebody else in between. Read it again, then rename it.',
  BOT_UNKNOWN: 'There is no bot with this id. List the bots, or add it.',
  LOADOUT_CONFLICT: 'The loadout was changed by somebody else in between. Read it again, then apply the change.',
  LOADOUT_CHANGE_INVALID: 'A change of a loadout names no tool, an unknown action, or a wrong value. Correct it.',
  DEFINITION_CONFLICT:
    'What is to be accepted is not what was looked at: the tool has another owner or definition by now. Compare again.',
  OWNER_UNKNOWN:
    'No bot has a tool of this owner, or nobody of this name lists tools. Name the owners as they are shown.',
  SETTING_CONFLICT: 'The setting was changed by somebody else in between. Read it again, then apply the change.',
  SETTING_UNKNOWN: 'The tool has no setting of this name. List its settings.',
  SETTING_SECRET:
    'The setting is a secret. Secrets are set one by one, by prompt or standard input, and never written elsewhere.',
  SETTING_LOCKED: 'The organisation has decided it, or its file cannot be read. Ask whom its entry names.',
  SECRET_UNAVAILABLE:
    'A secret cannot be kept or read: no keyring answers, or the key is missing or another one. See the message.',
  APPROVAL_UNKNOWN:
    'No call waits for approval, and none is approved for a conversation, under this id. List the approvals.',
  APPROVAL_DECIDED: 'The call was decided already, or has expired. List the approvals.',
  TURN_UNKNOWN: 'No turn is kept under this id: it was resumed, superseded, or has expired.',
  TURN_WAITING: 'The turn still waits for a person. Decide its approvals first.',
  LOOP_MISUSED: 'The methods of a loop were called in a wrong order, or its turn has no model API.',
  MODEL_RESPONSE_INVALID: 'What came is no response of the model API that the turn was started for.',
  DECISION_CONFLICT: 'The decision was changed by somebody else in between. Read it again, then decide.',
  DECISION_INVALID: 'The kind, the subject or the value of a decision is wrong. Correct the named one.',
  TOKEN_INVALID: 'A new token has a wrong name, role, bot, level or expiry. Correct the named one.',
  TOKEN_UNKNOWN: 'There is no token with this id. List the tokens.',
  IMPORT_INVALID: 'The document cannot be imported; nothing was changed. Correct the named place.',
  TOOL_UNKNOWN: 'No tool has this name. List the tools; a companion that should bring it may have failed.',
  TOOL_NAME_INVALID: 'A tool name has 1 to 64 letters, digits, "_" or "-", and begins with a letter or "_".',
  TOOL_SETTINGS_INVALID: 'Settings do not fit the settings schema of the tool. Correct the named field.',
  TOOL_TEXT_CLEANED:
    'A definition had characters that hide text from people; they were removed. Remove them in the source.',
  TOOL_NAMES_TOO_MANY:
    'A companion has stated more names for its tools than are remembered. Decide under the present names.',
  TOOL_FIELD_UNKNOWN:
    'A definition has a field that the contract does not know, or names a component that nobody has; it is ignored. Correct its name.',
  DEFINITION_LEFT_OUT: 'A definition file of a companion is wrong and was left out. Correct the named place.',
  COMPANION_UNKNOWN: 'No companion with this id is configured. List the companions.',
  COMPANION_NOT_FOUND: 'The package of a companion cannot be found. Install it beside the configuration.',
  COMPANION_MANIFEST_INVALID:
    'The package.json of a companion lacks "loadout": { "contract": 1 }, states another version, or a wrong "formerly".',
  COMPANION_INVALID: 'A companion does not export a function `register` by name.',
  COMPANION_TIMED_OUT: 'A companion did not answer within its deadline.',
  COMPANION_FAILED: 'A companion threw or rejected while it was loaded or asked.',
  COMPANION_WRONG_SHAPE: 'A companion answered with a value of the wrong shape.',
  COMPANION_DUPLICATE: 'A companion is configured twice. Remove one of the entries.',
  COMPANION_SETTINGS_INVALID: 'Settings do not fit the settings schema of the companion. Correct the named field.',
  PROVIDER_REFUSED: 'A provider was registered late, without its id, under a taken id, or is not a provider.',
  CONFIGURATION_INVALID: 'An option or a configuration file has a wrong value. Correct the named place.',
  TURN_ENDED: 'The turn has ended. Start another one.',
  HOST_CLOSED: 'The host was closed. Create another one.',
  ATTACHMENT_UNAVAILABLE: 'The attachment is not part of the turn, or the embedder gave no `readAttachment`.',
  STORE_NEWER: 'The database was written by a newer version of Loadout. Update Loadout.',
  STORE_UNAVAILABLE: 'The database cannot be opened, read or written. See the cause.',
  NETWORK_URL_INVALID: 'The URL cannot be parsed, or is not http or https.',
  NETWORK_ADDRESS_REFUSED: 'The address of the host is not public.',
  NETWORK_NAME_UNRESOLVED: 'The name of the host has no address.',
  NETWORK_REDIRECT_REFUSED: 'The server redirects to a place where the request must not follow.',
  NETWORK_TOO_MANY_REDIRECTS: 'The server redirects more often than allowed.',
  NETWORK_BODY_TOO_LARGE: 'The body is larger than allowed.',
  NETWORK_TIMED_OUT: 'The request took longer than allowed.',
  NETWORK_FAILED: 'The connection failed. See the cause.',
} satisfies Record<string, string>);

/** A code of a `LoadoutError`. */
export type ErrorCode = keyof typeof ERROR_CODES;
