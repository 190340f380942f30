import { defineTexts } from '../../texts/define-texts.js';

const english = {
  COMPANION_NOT_FOUND: 'Its package cannot be found. Install it beside the configuration.',
  COMPANION_MANIFEST_INVALID:
    'Its package.json does not say that it is a companion, or of which version of the contract. Tell the author.',
  COMPANION_INVALID: 'It does not export a function "register". Tell the author.',
  COMPANION_TIMED_OUT: 'It did not answer in time.',
  COMPANION_FAILED: 'It threw an error while it was loaded or asked.',
  COMPANION_WRONG_SHAPE: 'It answered with something else than was asked for. Tell the author.',
  COMPANION_DUPLICATE: 'The configuration names it twice. Remove one of the entries.',
  COMPANION_SETTINGS_INVALID: 'Its settings in the configuration do not fit.',
  PROVIDER_REFUSED: 'One of its providers was refused. Tell the author.',
  TOOL_TEXT_CLEANED: 'Characters that nobody sees were removed from a definition. The tool works; tell the author.',
  TOOL_FIELD_UNKNOWN: 'A definition has a field that is not known. It is ignored; the tool works.',
  TOOL_NAMES_TOO_MANY: 'It has stated more names for its tools than are remembered.',
  TOOL_SETTINGS_INVALID: 'Settings of one of its tools do not fit.',
  DEFINITION_LEFT_OUT: 'One of its definition files has a fault, and is left out. Tell the author.',
  NETWORK_URL_INVALID: 'It asked for an address that is none.',
  NETWORK_ADDRESS_REFUSED: 'It asked for an address that is not public.',
  NETWORK_NAME_UNRESOLVED: 'It asked for a server whose name has no address.',
  NETWORK_REDIRECT_REFUSED: 'A server redirects it to where it must not go.',
  NETWORK_TOO_MANY_REDIRECTS: 'A server redirects it too often.',
  NETWORK_BODY_TOO_LARGE: 'A server answered it with more than is allowed.',
  NETWORK_TIMED_OUT: 'A server did not answer it in time.',
  NETWORK_FAILED: 'It could not reach a server.',
  other: 'It reported a problem.',
};

export type CompanionTexts = typeof english;

/** What went wrong with a companion, by the code of its problem. */
export const companionTexts = defineTexts(english, () => import('./problem-texts.de.js'));
