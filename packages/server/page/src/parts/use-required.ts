import { useState } from 'react';
import { useTexts } from '../texts/define-texts.js';
import { partTexts } from './texts.js';

/** Fields that have to be filled in, said in the page's own words; the form itself has `noValidate`. */
export interface Required {
  /** What to say at a field; undefined: nothing, or nobody has sent the form yet. */
  readonly messageFor: (label: string, value: string) => string | undefined;
  /** Whether every field is filled in. The first that is not gets the focus. */
  readonly check: (form: HTMLFormElement) => boolean;
}

/** Asks for what a form lacks once it is sent. */
export function useRequired(): Required {
  const { fillIn } = useTexts(partTexts);
  const [isSent, setSent] = useState(false);
  return {
    messageFor: (label, value) => (isSent && value.trim() === '' ? fillIn(label) : undefined),
    check(form) {
      setSent(true);
      const empty = [...form.elements].find(
        (field) => field instanceof HTMLInputElement && field.required && field.value.trim() === '',
      );
      if (empty instanceof HTMLElement) empty.focus();
      return empty === undefined;
    },
  };
}
