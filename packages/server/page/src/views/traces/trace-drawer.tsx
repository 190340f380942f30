import { Drawer, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TraceDetails } from '../../parts/call-trace/trace-details.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { partTexts } from '../../parts/texts.js';
import { useTitlePart } from '../../parts/title-part.js';
import { useTexts } from '../../texts/define-texts.js';
import { traceTexts } from './texts.js';
import { traceQuery } from './trace-queries.js';

/** One call beside the list. */
export function TraceDrawer({
  call,
  onClose,
}: {
  readonly call: string;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(traceTexts);
  const { close } = useTexts(partTexts);
  const query = useQuery(traceQuery(call));
  useTitlePart('drawer', texts.details);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={texts.details}
      closeButtonProps={{ 'aria-label': close }}
    >
      <QueryPanel query={query} unread={texts.callUnread}>
        {(trace) => (trace === null ? <Text>{texts.gone}</Text> : <TraceDetails trace={trace} />)}
      </QueryPanel>
    </Drawer>
  );
}
