import {
  IconAdjustments,
  IconChecklist,
  IconHistory,
  IconKey,
  IconMessages,
  IconPlug,
  type IconProps,
  IconRobot,
  IconTimeline,
  IconTool,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { aboutQuery, useCan } from '../api/session.js';
import { useTexts } from '../texts/define-texts.js';
import { appTexts } from './texts.js';

/** A view that the navigation leads to. */
export interface Destination {
  readonly to: NonNullable<LinkProps['to']>;
  /** Where the paths begin that belong to it. */
  readonly prefix: string;
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  /** Pressed after `g`. */
  readonly key: string;
  /** Below the rule. */
  readonly isOfHost: boolean;
}

/** Where one can go. What a role may not see is not there. */
export function useDestinations(): readonly Destination[] {
  const texts = useTexts(appTexts);
  const hasChat = Boolean(useQuery(aboutQuery).data?.chat);
  const isOperator = useCan('operator');
  const isAdmin = useCan('admin');
  const work = { isOfHost: false };
  const host = { isOfHost: true };
  return [
    { ...work, to: '/', prefix: '/bots', label: texts.bots, icon: IconRobot, key: 'b' },
    { ...work, to: '/tools', prefix: '/tools', label: texts.tools, icon: IconTool, key: 't' },
    { ...work, to: '/providers', prefix: '/providers', label: texts.providers, icon: IconPlug, key: 'p' },
    { ...work, to: '/traces', prefix: '/traces', label: texts.traces, icon: IconTimeline, key: 'r' },
    {
      ...work,
      to: '/approvals/{-$approval}',
      prefix: '/approvals',
      label: texts.approvals,
      icon: IconChecklist,
      key: 'a',
    },
    ...(hasChat && isOperator
      ? [
          {
            ...work,
            to: '/chat/{-$conversation}',
            prefix: '/chat',
            label: texts.chat,
            icon: IconMessages,
            key: 'c',
          } as const,
        ]
      : []),
    { ...host, to: '/host', prefix: '/host', label: texts.host, icon: IconAdjustments, key: 'h' },
    { ...host, to: '/audit', prefix: '/audit', label: texts.audit, icon: IconHistory, key: 'u' },
    ...(isAdmin
      ? [{ ...host, to: '/access', prefix: '/access', label: texts.access, icon: IconKey, key: 'x' } as const]
      : []),
  ];
}
