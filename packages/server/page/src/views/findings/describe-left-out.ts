import type { ApiSchemas } from '@loadout/server/client';
import type { Translated } from '../../texts/define-texts.js';
import { type FindingCode, readDetails } from './read-details.js';
import type { Texts } from './texts.js';

type LeftOutTool = ApiSchemas['LeftOutTool'];

const codes: Readonly<Record<LeftOutTool['cause'], FindingCode>> = {
  'name-taken': 'name-taken',
  'listed-twice': 'name-listed-twice',
  'too-many': 'names-left-out',
  'alias-taken': 'alias-taken',
  'expose-as': 'expose-as-unusable',
  definition: 'definition-broken',
  file: 'definition-file-broken',
};

/** Why no bot can get what is listed, as the finding about it says it. */
export function describeLeftOut(
  { name, owner, tool, holder, count, cause }: LeftOutTool,
  texts: Translated<Texts>,
): string {
  return texts[codes[cause]](
    readDetails({
      owner,
      ...(name === null ? {} : { name, tool: tool ?? name, names: [name] }),
      ...(holder === undefined ? {} : { holder }),
      ...(count === undefined ? {} : { count }),
    }),
  );
}
