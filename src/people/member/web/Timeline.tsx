import { useState } from 'react';
import { useLocation } from 'react-router';
import type { RowOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { memberTimeline } from '../contract.ts';

type Entry = RowOf<typeof memberTimeline>;

/** As many entries as the side of the record shows. */
const FEW = 4;

/**
 * 变更记录: what changed, from what to what, who did it and when; all of it in a dialog. `goBack` leads to the earlier states
 * of the record, for whoever may bring one back.
 */
export function Timeline({ id, goBack }: { id: string; goBack?: (() => void) | undefined }) {
  const { search } = useLocation();
  const [all, setAll] = useState(readQuery(search, ['tab']).tab === 'timeline');
  const query = useCall(memberTimeline, { id, pageSize: FEW }, { quiet: true });
  const entries = query.data?.rows ?? [];
  return (
    <section className="timeline" aria-label="变更记录">
      <h3>
        变更记录
        {query.data && query.data.total > FEW && (
          <Button look="word" onClick={() => setAll(true)}>
            全部{query.data.total}条
          </Button>
        )}
      </h3>
      {query.error && !query.data && <Failed error={query.error} onRetry={() => query.refetch()} />}
      {query.isPending && <Skeleton lines={4} />}
      {query.data && entries.length === 0 && <p className="muted small">还没有变更</p>}
      <Entries entries={entries} brief />
      {goBack && entries.length > 0 && (
        <Button look="word" onClick={goBack}>
          恢复到以前的内容
        </Button>
      )}
      {all && <AllEntries id={id} onClose={() => setAll(false)} />}
    </section>
  );
}

function AllEntries({ id, onClose }: { id: string; onClose: () => void }) {
  const [pageNum, setPage] = useState(1);
  const query = useCall(memberTimeline, { id, pageNum, pageSize: 20 }, { quiet: true, keepPrevious: true });
  const last = Math.max(1, Math.ceil((query.data?.total ?? 0) / 20));
  return (
    <Dialog
      title="变更记录"
      icon="clock"
      width={700}
      onClose={onClose}
      foot={
        <>
          <span className="muted small grow">{query.data && `第${pageNum}页，共${last}页`}</span>
          <Button disabled={pageNum <= 1} onClick={() => setPage(pageNum - 1)}>
            上一页
          </Button>
          <Button disabled={pageNum >= last} onClick={() => setPage(pageNum + 1)}>
            下一页
          </Button>
        </>
      }
    >
      <div className="timeline">
        {query.error && !query.data && <Failed error={query.error} onRetry={() => query.refetch()} />}
        {query.isPending && <Skeleton lines={8} />}
        <Entries entries={query.data?.rows ?? []} />
      </div>
    </Dialog>
  );
}

const when = (time: string) => new Date(time).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** `brief` names two changes of an entry and counts the others. */
function Entries({ entries, brief }: { entries: readonly Entry[]; brief?: boolean }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.id}>
          {entry.changes.length === 0 && <b>{entry.action}</b>}
          {entry.changes.slice(0, brief ? 2 : undefined).map((change) => (
            <div key={change.field}>
              {change.label}
              <div>
                <span className="old">{change.before || '无'}</span>
                <span className="arrow">→</span>
                <span>{change.after || '无'}</span>
              </div>
            </div>
          ))}
          {brief && entry.changes.length > 2 && <div className="muted">等{entry.changes.length}项</div>}
          {entry.reason && <div className="secondary">{entry.reason}</div>}
          <div className="when">
            <span>
              {entry.who}
              {entry.changes.length > 0 && `，${entry.action}`}
            </span>
            <span>{when(entry.at)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
