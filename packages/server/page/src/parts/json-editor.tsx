import { JsonInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../texts/define-texts.js';
import { formatNumber } from '../texts/format.js';
import { formTexts } from './schema-form/texts.js';

/**
 * A value as JSON that can be changed. While the text cannot be read, the value stays as it was, and `onReadable` is told;
 * an empty text is undefined.
 */
export function JsonEditor({
  label,
  description,
  value,
  onChange,
  onReadable,
  error,
  isRequired = false,
  isReadOnly = false,
  id,
  rows = 8,
}: {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onReadable?: ((isReadable: boolean) => void) | undefined;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly id?: string;
  readonly rows?: number;
}): React.ReactElement {
  const texts = useTexts(formTexts);
  const [text, setText] = useState(() => write(value));
  const [problem, setProblem] = useState<string>();
  // What somebody types stays as it was typed; what comes from elsewhere replaces it.
  const known = useRef(value);
  if (known.current !== value) {
    known.current = value;
    if (write(value) !== text && write(readJson(text).value) !== write(value)) {
      setText(write(value));
      setProblem(undefined);
      onReadable?.(true);
    }
  }
  return (
    <JsonInput
      {...(id === undefined ? {} : { id })}
      label={label}
      description={description}
      required={isRequired}
      readOnly={isReadOnly}
      value={text}
      onChange={(next) => {
        setText(next);
        const { isReadable, value: read, line } = readJson(next);
        setProblem(isReadable ? undefined : line === undefined ? texts.notJson : texts.notJsonAt(formatNumber(line)));
        onReadable?.(isReadable);
        if (!isReadable) return;
        known.current = read;
        onChange(read);
      }}
      error={problem ?? error}
      validationError={problem}
      autosize
      minRows={rows}
      maxRows={30}
      spellCheck={false}
      styles={{
        input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 'var(--mantine-font-size-sm)' },
      }}
    />
  );
}

function write(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

function readJson(text: string): { readonly isReadable: boolean; readonly value?: unknown; readonly line?: number } {
  if (text.trim() === '') return { isReadable: true, value: undefined };
  try {
    return { isReadable: true, value: JSON.parse(text) };
  } catch (error) {
    const line = /line (\d+)/.exec(String(error))?.[1];
    return { isReadable: false, ...(line === undefined ? {} : { line: Number(line) }) };
  }
}
