import { Tooltip, UnstyledButton } from '@mantine/core';
import { formatExactTime, formatTime } from '../texts/format.js';
import { useLanguage } from '../texts/language.js';

/** When something was: roughly, and to the second with its zone on focus and hover. */
export function Time({ at }: { readonly at: string | number }): React.ReactElement {
  useLanguage();
  const exact = formatExactTime(at);
  return (
    <Tooltip label={exact} events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton
        component="time"
        dateTime={new Date(at).toISOString()}
        tabIndex={0}
        fz="inherit"
        aria-label={exact}
      >
        {formatTime(at)}
      </UnstyledButton>
    </Tooltip>
  );
}
