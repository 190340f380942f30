import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { approvalsQuery } from '../../api/queries.js';
import { TextLink } from '../../parts/links.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { ViewHeader } from '../../parts/view-header.js';
import { useTexts } from '../../texts/define-texts.js';
import { ApprovalList } from './approval-list.js';
import { LastingApprovals } from './lasting-approvals.js';
import { OneApproval } from './one-approval.js';
import { approvalTexts } from './texts.js';

const route = getRouteApi('/approvals/{-$approval}');

/** Calls that wait for a person: all of them, or the one that the address names. */
export function ApprovalsView(): React.ReactElement {
  const texts = useTexts(approvalTexts);
  const { approval } = route.useParams();
  const query = useQuery(approvalsQuery);
  return (
    <>
      <ViewHeader
        title={texts.title}
        trail={
          approval !== undefined && (
            <TextLink to="/approvals/{-$approval}" params={{ approval: undefined }}>
              {texts.all}
            </TextLink>
          )
        }
      />
      <QueryPanel query={query} unread={texts.unread}>
        {({ approvals, lasting }) =>
          approval === undefined ? (
            <>
              <ApprovalList approvals={approvals} />
              <LastingApprovals lasting={lasting} />
            </>
          ) : (
            <OneApproval id={approval} approvals={approvals} />
          )
        }
      </QueryPanel>
    </>
  );
}
