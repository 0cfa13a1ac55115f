import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { auditName } from '#platform/web/field/AuditBanner.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { useUndo } from '#platform/web/press/undo.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  earlierOrg,
  goBackOrg,
  orgTimeline,
  TIMELINE_PARTS,
  type TimelineEntry,
  type TimelinePart,
} from '../contract.timeline.ts';
import '#platform/web/list/pager.css';
import '#platform/web/records/records.css';

/** 时间线: everything that happened to an organisation in one line, and the way back to an earlier state. */
export function OrgTimeline({ org }: { org: { id: string; name: string } }) {
  const [part, setPart] = useState('');
  const [pageNum, setPage] = useState(1);
  const [pageSize, setSize] = useState(20);
  const [back, setBack] = useState<TimelineEntry | null>(null);
  const input = { orgId: org.id, ...(part ? { part: part as TimelinePart } : {}), pageNum, pageSize };
  const query = useCall(orgTimeline, input, { quiet: true, keepPrevious: true, staleTime: 0 });
  if (!query.data) return <Waiting query={query} lines={6} />;
  const { rows, total } = query.data;
  return (
    <section className="record-rows" aria-label="时间线">
      <div className="record-section">
        <h2 className="section-title">时间线</h2>
        <span className="field-box org-history-field">
          <select
            aria-label="内容"
            value={part}
            onChange={(event) => {
              setPart(event.target.value);
              setPage(1);
            }}
          >
            <option value="">全部</option>
            {Object.entries(TIMELINE_PARTS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="down" size={14} />
        </span>
      </div>
      {rows.length === 0 ? (
        <Empty title="还没有记录">成立、换届、奖惩、考核和每次修改，都按时间排在这里。</Empty>
      ) : (
        <>
          <div className="timeline org-timeline" aria-busy={query.isFetching}>
            <ul aria-label="时间线">
              {rows.map((entry) => (
                <Entry key={entry.id} entry={entry} onBack={() => setBack(entry)} />
              ))}
            </ul>
          </div>
          <Pager
            page={pageNum}
            size={pageSize}
            total={total}
            capped={false}
            unit="条"
            onPage={setPage}
            onSize={(size) => {
              setSize(Number(size));
              setPage(1);
            }}
          />
        </>
      )}
      {back && <GoBack org={org} entry={back} onClose={() => setBack(null)} />}
    </section>
  );
}

const timeOf = ({ part, at }: TimelineEntry) => (part === 'fact' ? at : dateTime(at));

function Entry({ entry, onBack }: { entry: TimelineEntry; onBack: () => void }) {
  return (
    <li>
      <div className="org-timeline-head">
        <b>{entry.title}</b>
        {entry.part === 'fact' && <span className="tag gold">大事记</span>}
        {entry.version !== null && (
          <Button look="link" size="compact" onClick={onBack}>
            回到此状态
          </Button>
        )}
      </div>
      {entry.detail && <div>{entry.detail}</div>}
      <Changes changes={entry.changes} />
      {entry.reason && <div className="secondary">{entry.reason}</div>}
      <div className="when">
        <span>{auditName(entry.who)}</span>
        <span>{timeOf(entry)}</span>
      </div>
    </li>
  );
}

function Changes({ changes }: { changes: TimelineEntry['changes'] }) {
  return changes.map((change) => (
    <div key={change.field} className="org-timeline-change">
      <span className="muted">{change.label}</span>
      <span>
        <span className="old">{change.before || '无'}</span>
        <span className="arrow">→</span>
        <span>{change.after || '无'}</span>
      </span>
    </div>
  ));
}

/** Shows what going back changes, or why it cannot be, and asks for the reason. */
function GoBack({
  org,
  entry,
  onClose,
}: {
  org: { id: string; name: string };
  entry: TimelineEntry;
  onClose: () => void;
}) {
  const to = entry.version ?? 1;
  const earlierOrgQuery = useCall(earlierOrg, { orgId: org.id, to }, { quiet: true, staleTime: 0 });
  const act = useAct(goBackOrg, { quiet: true });
  const undo = useUndo(goBackOrg, goBackOrg);
  const title = `回到此状态 ${org.name}`;
  // Nobody goes back to what they have not seen.
  if (!earlierOrgQuery.data || !earlierOrgQuery.isFetchedAfterMount) {
    return (
      <Dialog title={title} icon="clock" onClose={onClose} foot={null}>
        {earlierOrgQuery.error ? (
          <Failed error={earlierOrgQuery.error} onRetry={() => earlierOrgQuery.refetch()} />
        ) : (
          <Skeleton lines={4} />
        )}
      </Dialog>
    );
  }
  const { version: present, changes, refusal } = earlierOrgQuery.data;
  return (
    <ReasonDialog
      title={title}
      act="回到此状态"
      label="原因"
      onDone={async (reason) => {
        const { version } = await act.mutateAsync({ orgId: org.id, to, version: present, reason });
        emit('notice', { kind: 'success', text: '已回到此状态' });
        undo(`${org.name}已回到${timeOf(entry)}的状态`, { orgId: org.id, to: present, version, reason: '撤销' });
      }}
      onClose={onClose}
    >
      <p>
        {entry.title}（{timeOf(entry)}）之后的修改将改回，成为新的版本并记入日志；届次、奖惩和人员不受影响。
      </p>
      <section className="timeline org-timeline-preview" aria-label="将改回的内容">
        <Changes changes={changes} />
      </section>
      {refusal && (
        <p className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          不能回到此状态：{refusal}
        </p>
      )}
    </ReasonDialog>
  );
}
