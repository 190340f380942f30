import type { ContentPart } from '../contract/result.js';

/** What a part costs a model that reads text. */
export function countCharacters(part: ContentPart): number {
  switch (part.type) {
    case 'text':
      return part.text.length;
    case 'resource':
      return part.resource.uri.length + (part.resource.text?.length ?? 0);
    case 'resource_link':
      return [part.uri, part.name, part.title, part.description].reduce((sum, text) => sum + (text?.length ?? 0), 0);
    case 'image':
    case 'audio':
      return 0;
    default:
      return part satisfies never;
  }
}

/** Characters of base64 in a part. */
export function countBinary(part: ContentPart): number {
  switch (part.type) {
    case 'image':
    case 'audio':
      return part.data.length;
    case 'resource':
      return part.resource.blob?.length ?? 0;
    case 'text':
    case 'resource_link':
      return 0;
    default:
      return part satisfies never;
  }
}
