import { Tooltip, UnstyledButton } from '@mantine/core';
import { createContext, use } from 'react';
import { formatExactTime, formatTime } from '../texts/format.js';
import { useLanguage } from '../texts/language.js';

/** Whether times are in a list: there the Tab key passes them by. */
export const TimesInList = createContext(false);

/** When something was: roughly, and to the second with its zone on hover, and on focus where it is no row of a list. */
export function Time({ at }: { readonly at: string | number }): React.ReactElement {
  useLanguage();
  const isInList = use(TimesInList);
  const exact = formatExactTime(at);
  const rough = formatTime(at);
  return (
    <Tooltip label={exact} events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton
        component="time"
        dateTime={new Date(at).toISOString()}
        fz="inherit"
        {...(isInList ? {} : { tabIndex: 0, 'aria-label': `${rough}, ${exact}` })}
      >
        {rough}
      </UnstyledButton>
    </Tooltip>
  );
}
