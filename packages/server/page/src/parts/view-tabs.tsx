import { Tabs } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AfterAWhile, RowsSkeleton } from './query-panel.js';

/** The tabs of a thing, each a view with an address of its own, and the view that is open. */
export function ViewTabs<Tab extends string>({
  tabs,
  value,
  onChange,
}: {
  readonly tabs: readonly { readonly value: Tab; readonly label: string }[];
  readonly value: Tab;
  readonly onChange: (tab: Tab) => void;
}): React.ReactElement {
  return (
    <Tabs
      value={value}
      onChange={(chosen) => {
        const tab = tabs.find((one) => one.value === chosen);
        if (tab !== undefined) onChange(tab.value);
      }}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value}>
        <Suspense
          fallback={
            <AfterAWhile>
              <RowsSkeleton />
            </AfterAWhile>
          }
        >
          <Outlet />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
