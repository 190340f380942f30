import { Code, Group, Stack, Text, Title } from '@mantine/core';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { Foreign } from '../foreign.js';
import { ForeignPart } from '../foreign-part.js';
import { Status, type Tone } from '../status.js';
import classes from './definition-diff.module.css';
import {
  type DefinitionParts,
  type DiffKind,
  type DiffLine,
  diffDefinitions,
  inOneLanguage,
} from './diff-definitions.js';
import { diffWords } from './diff-words.js';
import { diffTexts, type Texts } from './texts.js';

const tones: Readonly<Record<DiffKind, Tone>> = {
  looser: 'bad',
  stricter: 'good',
  added: 'note',
  removed: 'quiet',
  changed: 'warning',
};

const parts = ['policy', 'description', 'schema', 'settings', 'other'] as const;

interface DefinitionDiffProps {
  /** Undefined: it is not on record. */
  readonly before: DefinitionParts | undefined;
  readonly after: DefinitionParts;
  readonly hashes: { readonly before: string | null; readonly after: string };
}

/** What differs between a definition that was accepted and the present one, in words. */
export function DefinitionDiff(props: DefinitionDiffProps): React.ReactElement {
  return (
    <ForeignPart value={props.after}>
      <Differences {...props} />
    </ForeignPart>
  );
}

function Differences({ before, after, hashes }: DefinitionDiffProps): React.ReactElement {
  const texts = useTexts(diffTexts);
  const language = useLanguage();
  const lines = before === undefined ? [] : diffDefinitions(inOneLanguage(before, language), after);
  return (
    <Stack gap="sm">
      {before === undefined ? (
        <Text size="sm">{texts.unknownBefore}</Text>
      ) : (
        lines.length === 0 && <Text size="sm">{texts.same}</Text>
      )}
      {parts.map((part) => {
        const own = lines.filter((line) => line.part === part);
        return own.length === 0 ? null : (
          <section key={part}>
            <Title order={4} size="sm" mb={4}>
              {texts[part]}
            </Title>
            <Stack gap={6} component="ul" className={classes.lines}>
              {own.map((line) => (
                <li key={line.field}>
                  <Line line={line} texts={texts} />
                  {isLicence(line) && <Text size="sm">{mayDestroy(after) ? texts.nowDestroys : texts.nowChanges}</Text>}
                </li>
              ))}
            </Stack>
          </section>
        );
      })}
      {hashes.before !== null && (
        <Text size="xs" c="dimmed">
          {texts.hash(hashes.before.slice(0, 8), hashes.after.slice(0, 8))}
        </Text>
      )}
    </Stack>
  );
}

/** It only read before, and there was no need to say what else it can do. */
function isLicence({ part, field, kind }: DiffLine): boolean {
  return part === 'policy' && field === 'readOnly' && kind === 'looser';
}

function mayDestroy({ policy }: DefinitionParts): boolean {
  return typeof policy === 'object' && policy !== null && 'destructive' in policy && policy.destructive === true;
}

function Line({ line, texts }: { readonly line: DiffLine; readonly texts: Translated<Texts> }): React.ReactElement {
  const { kind, part, field, before, after } = line;
  const isText = typeof before === 'string' && typeof after === 'string' && part !== 'policy';
  return (
    <div>
      <Group gap={6} mb={2}>
        <Status tone={tones[kind]}>{texts[kind]}</Status>
        {part !== 'description' && (
          <Text span size="sm" fw={600}>
            <Foreign text={nameField(part, field, texts)} />
          </Text>
        )}
        {part === 'policy' && (
          <Text span size="sm">
            <Foreign text={`${writePolicy(field, before, texts)} → ${writePolicy(field, after, texts)}`} />
          </Text>
        )}
      </Group>
      {isText ? (
        <Words before={before} after={after} texts={texts} />
      ) : (
        part !== 'policy' && (
          <Stack gap={2}>
            {before !== undefined && <Value name={texts.before} value={write(before, texts)} />}
            {after !== undefined && <Value name={texts.after} value={write(after, texts)} />}
          </Stack>
        )
      )}
    </div>
  );
}

function Words({
  before,
  after,
  texts,
}: {
  readonly before: string;
  readonly after: string;
  readonly texts: Translated<Texts>;
}): React.ReactElement {
  return (
    <Text size="sm" className={classes.words}>
      {diffWords(before, after).map(({ kind, text }, index) => {
        const key = `${kind} ${index}`;
        if (kind === 'same') return <Foreign key={key} text={text} />;
        const Tag = kind === 'added' ? 'ins' : 'del';
        return (
          <Tag key={key} className={classes[kind]}>
            <span className="visually-hidden">{`${texts[kind]}: `}</span>
            <Foreign text={text} />
          </Tag>
        );
      })}
    </Text>
  );
}

function Value({ name, value }: { readonly name: string; readonly value: string }): React.ReactElement {
  return (
    <Text size="sm" component="div">
      {name}:{' '}
      <Code block={value.includes('\n')} className={classes.value}>
        <Foreign text={value} />
      </Code>
    </Text>
  );
}

function nameField(part: DiffLine['part'], field: string, texts: Translated<Texts>): string {
  const known: Readonly<Record<string, string>> = {
    readOnly: texts.readOnly,
    idempotent: texts.idempotent,
    destructive: texts.destructive,
    openWorld: texts.openWorld,
    approval: texts.approval,
  };
  return (part === 'policy' && Object.hasOwn(known, field) && known[field]) || field;
}

function writePolicy(field: string, value: unknown, texts: Translated<Texts>): string {
  const isMode = field === 'approval' && (value === 'ask' || value === 'never' || value === 'deny');
  return isMode ? texts[value] : write(value, texts);
}

function write(value: unknown, texts: Translated<Texts>): string {
  if (value === undefined) return texts.nothing;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1).slice(0, 4_000);
}
