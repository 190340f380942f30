import { Group, Skeleton, Stack } from '@mantine/core';

/** Where what stands in a loadout that is not there yet. */
export function LoadoutSkeleton(): React.ReactElement {
  return (
    <Stack gap="sm" aria-hidden>
      <Skeleton h={20} maw={340} />
      <Skeleton h={20} maw={480} />
      <Skeleton h={36} />
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that are all the same
        <Group key={index} h={44} wrap="nowrap">
          <Skeleton h={20} w={20} flex="none" />
          <Skeleton h={20} w={38} radius="xl" flex="none" />
          <Skeleton h={20} flex={2} />
          <Skeleton h={22} flex={1} visibleFrom="md" />
          <Skeleton h={22} flex={1} />
        </Group>
      ))}
    </Stack>
  );
}
