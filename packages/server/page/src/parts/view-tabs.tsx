import { Tabs } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AfterAWhile, RowsSkeleton } from './query-panel.js';
import { useTitlePart } from './title-part.js';
import classes from './view-tabs.module.css';

/** An address may lead to one that has to be scrolled to. */
function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

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
  useTitlePart('tab', tabs.find((tab) => tab.value === value)?.label ?? '');
  return (
    <Tabs
      value={value}
      onChange={(chosen) => {
        const tab = tabs.find((one) => one.value === chosen);
        if (tab !== undefined) onChange(tab.value);
      }}
      keepMounted={false}
    >
      <Tabs.List mb={{ base: 'xs', sm: 'md' }} className={classes.list}>
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            className={classes.tab}
            ref={tab.value === value ? showTab : undefined}
          >
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
