import { Anchor, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Foreign, toPlain } from './foreign.js';

/** The address, if it is one of the web. */
export function toWebAddress(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/**
 * A link that somebody else wrote: its host is shown, and any address that is none of the web stays text. Both stand apart,
 * so that no word of the link, written from right to left, reorders the host.
 */
export function ExternalLink({
  address,
  children,
}: {
  readonly address: string;
  readonly children?: ReactNode;
}): React.ReactElement {
  const url = toWebAddress(address);
  const shown = children ?? <Foreign text={address} />;
  if (url === undefined) {
    return (
      <>
        {shown}
        {children !== undefined && (
          <Text span size="sm" c="dimmed">
            {' '}
            (<Foreign text={address} />)
          </Text>
        )}
      </>
    );
  }
  return (
    <>
      <Anchor
        href={url.href}
        target="_blank"
        rel="noopener noreferrer"
        underline="always"
        className="foreign"
        dir="auto"
      >
        {shown} <IconExternalLink size={12} aria-hidden />
      </Anchor>
      <Text span size="sm" c="dimmed">
        {' '}
        (<bdi dir="ltr">{toPlain(url.host)}</bdi>)
      </Text>
    </>
  );
}
