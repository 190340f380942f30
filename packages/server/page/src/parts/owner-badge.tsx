import { Badge } from '@mantine/core';
import { useTexts } from '../texts/define-texts.js';
import { Foreign } from './foreign.js';
import { partTexts } from './texts.js';

/** Who a tool is from. */
export function OwnerBadge({
  owner,
  isBuiltIn,
}: {
  readonly owner: string;
  readonly isBuiltIn: boolean;
}): React.ReactElement {
  const { builtIn } = useTexts(partTexts);
  return (
    <Badge variant="default" h="auto" mih={22} styles={{ label: { whiteSpace: 'normal' } }}>
      {isBuiltIn ? builtIn : <Foreign text={owner} />}
    </Badge>
  );
}
