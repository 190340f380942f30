import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTexts } from '../texts/define-texts.js';
import { CodeBlock } from './code-block.js';
import { partTexts } from './texts.js';

interface BoundaryProps {
  /** What is drawn: another one gets another try. */
  readonly value: unknown;
  readonly instead: ReactNode;
  readonly children: ReactNode;
}

/** What others wrote may make what draws it throw: then something else stands there, and the rest of the view stays. */
export class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, _info: ErrorInfo): void {
    console.warn('A part could not be drawn.', error.message);
  }

  override componentDidUpdate({ value }: BoundaryProps): void {
    if (this.state.hasFailed && value !== this.props.value) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.instead : this.props.children;
  }
}

/** A part that draws what others wrote. Where that fails it stands there as text. */
export function ForeignPart({
  value,
  children,
}: {
  /** What others wrote: a text, or a value of JSON. */
  readonly value: unknown;
  readonly children: ReactNode;
}): React.ReactElement {
  return (
    <Boundary value={value} instead={<Plain value={value} />}>
      {children}
    </Boundary>
  );
}

function Plain({ value }: { readonly value: unknown }): React.ReactElement {
  const texts = useTexts(partTexts);
  return <CodeBlock text={writePlain(value) ?? texts.notDrawn} label={texts.asText} />;
}

/** Undefined: not even that. */
function writePlain(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    // Nested so deeply that writing it calls itself too often.
    return undefined;
  }
}
