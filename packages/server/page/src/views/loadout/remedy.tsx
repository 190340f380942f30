import { Button, type ButtonProps } from '@mantine/core';
import { toPlain } from '../../parts/foreign.js';
import { ButtonLink } from '../../parts/links.js';
import type { WithheldCode } from '../../parts/reasons/reason-tone.js';
import { useTexts } from '../../texts/define-texts.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';
import { useRowActions } from './row-actions.js';
import { loadoutTexts } from './texts.js';

/** What is done about a reason, in one click. Nothing where nothing here can be done, or not by whoever looks. */
export function Remedy({
  row,
  code,
  tabIndex,
}: {
  readonly row: ToolRow;
  readonly code: WithheldCode;
  readonly tabIndex?: number;
}): React.ReactElement | null {
  const texts = useTexts(loadoutTexts);
  const { botName, canWrite, openTool, removeTool, changeContext } = useRowActions();
  const tool = toPlain(row.label);
  const look = { size: 'compact-xs', variant: 'default', tabIndex } as const;
  const remove = (
    <Button {...look} aria-label={texts.removeFor(tool, toPlain(botName))} onClick={() => removeTool(row)}>
      {texts.remove}
    </Button>
  );
  switch (code) {
    case 'not-configured': {
      const [setting] = row.missingSettings;
      if (!canWrite) return null;
      return (
        <ButtonLink
          {...look}
          to="/tools/$tool/settings"
          params={{ tool: row.name }}
          search={setting === undefined ? {} : { field: setting.field }}
          aria-label={texts.enterFor(toPlain(setting?.title ?? ''), tool)}
        >
          {texts.enter}
        </ButtonLink>
      );
    }
    case 'absent':
      return canWrite ? (
        remove
      ) : (
        <ProviderLink row={row} look={look} label={texts.seeProviderFor(tool)}>
          {texts.seeProvider}
        </ProviderLink>
      );
    case 'companion-failed':
      return (
        <>
          <ProviderLink row={row} look={look} label={texts.seeErrorFor(tool)}>
            {texts.seeError}
          </ProviderLink>
          {canWrite && row.isAbsent && remove}
        </>
      );
    case 'quarantined':
      return (
        <ButtonLink {...look} to="/providers/problems" aria-label={texts.seeFaultFor(tool)}>
          {texts.seeFault}
        </ButtonLink>
      );
    case 'owner-changed':
    case 'definition-changed':
      return (
        <Button {...look} aria-label={texts.compareFor(tool)} onClick={() => openTool(row.name)}>
          {texts.compare}
        </Button>
      );
    case 'not-visible':
      return (
        <Button {...look} aria-label={texts.changeContextFor(tool)} onClick={changeContext}>
          {texts.change}
        </Button>
      );
    case 'model-without-tools':
    case 'below-minimum-confidence':
      return (
        <Button {...look} aria-label={texts.chooseModelFor(tool)} onClick={changeContext}>
          {texts.chooseModel}
        </Button>
      );
    case 'not-convertible':
      return (
        <ButtonLink
          {...look}
          to="/tools/$tool"
          params={{ tool: row.name }}
          search={{ show: 'portability' }}
          aria-label={texts.seeReportFor(tool)}
        >
          {texts.seeReport}
        </ButtonLink>
      );
    case 'tools-off':
    case 'not-assigned':
    case 'not-selected':
    case 'disabled-by-organisation':
    case 'below-required-confidence':
      return null;
  }
}

function ProviderLink({
  row,
  look,
  label,
  children,
}: {
  readonly row: ToolRow;
  readonly look: Pick<ButtonProps, 'size' | 'variant'> & { readonly tabIndex: number | undefined };
  readonly label: string;
  readonly children: string;
}): React.ReactElement {
  return (
    <ButtonLink {...look} to="/providers/$provider" params={{ provider: row.owner }} aria-label={label}>
      {children}
    </ButtonLink>
  );
}
