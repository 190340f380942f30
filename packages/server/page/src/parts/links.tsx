/** The kit's links and buttons with addresses that the router checks. */
import { ActionIcon, type ActionIconProps, Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & {
  readonly ref?: Ref<HTMLAnchorElement>;
};

/** A link in text, tall enough to be hit. */
export const TextLink = createLink((props: AnchorProps & Native) => (
  <Anchor display="inline-flex" mih={24} style={{ alignItems: 'center' }} {...props} />
));

/** A link that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />);

/** A link that is an icon. It needs an `aria-label`. */
export const IconLink = createLink((props: ActionIconProps & Native) => <ActionIcon component="a" {...props} />);
