import { formatToolSubject, parseToolSubject, type ToolSubject } from '../contract/tool-subject.js';

/** Secrets of the host itself, which no setting of a tool or companion is. */
export const HOST_SECRETS: readonly string[] = Object.freeze(['model-endpoint']);

/** Whether a header of HTTP carries a value as it is. */
export function isHeaderValue(value: string): boolean {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(value);
}

/** Whose secret it is. */
export type SecretSubject =
  /** The operator's value of a tool's setting; with a bot that bot's own. */
  | { readonly kind: 'tool'; readonly tool: ToolSubject; readonly field: string; readonly bot: string | null }
  /** A setting of a companion. */
  | { readonly kind: 'companion'; readonly companion: string; readonly field: string }
  | { readonly kind: 'host'; readonly name: string };

/** The name that the store and the vault know a secret by: `tool:@acme/courses#search_courses.apiKey`. */
export function formatSecretName(subject: SecretSubject): string {
  switch (subject.kind) {
    case 'tool': {
      const place = `${formatToolSubject(subject.tool)}.${subject.field}`;
      return subject.bot === null ? `tool:${place}` : `bot:${subject.bot}:${place}`;
    }
    case 'companion':
      return `companion:${subject.companion}#${subject.field}`;
    case 'host':
      return subject.name;
    default:
      return subject satisfies never;
  }
}

/** Undefined for a name that is none of these: a later version's. */
export function parseSecretName(name: string): SecretSubject | undefined {
  if (HOST_SECRETS.includes(name)) return { kind: 'host', name };
  const companion = /^companion:([^#]+)#(.+)$/s.exec(name);
  if (companion !== null) return { kind: 'companion', companion: companion[1] ?? '', field: companion[2] ?? '' };
  // No id of a bot has a colon, and no name of a tool a full stop.
  const [, bot, owner, toolName, field] = /^(?:tool|bot:([^:]+)):([^#]+)#([^.]+)\.(.+)$/s.exec(name) ?? [];
  if (owner === undefined || toolName === undefined || field === undefined) return undefined;
  const tool = parseToolSubject(`${owner}#${toolName}`);
  return tool && { kind: 'tool', tool, field, bot: bot ?? null };
}
