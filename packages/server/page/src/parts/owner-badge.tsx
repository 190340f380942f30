import { Badge } from '@mantine/core';
import { useTexts } from '../texts/define-texts.js';
import { Foreign, toPlain } from './foreign.js';
import { partTexts } from './texts.js';

/** Who a tool is from, on one line; what does not fit in it is its title. */
export function OwnerBadge({
  owner,
  isBuiltIn,
}: {
  readonly owner: string;
  readonly isBuiltIn: boolean;
}): React.ReactElement {
  const { builtIn } = useTexts(partTexts);
  return (
    <Badge variant="default" fw={400} h={22} maw="100%" title={isBuiltIn ? builtIn : toPlain(owner)}>
      {isBuiltIn ? builtIn : <Foreign text={owner} />}
    </Badge>
  );
}
