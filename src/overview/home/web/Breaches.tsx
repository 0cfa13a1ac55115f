import { useState } from 'react';
import { Link } from 'react-router';
import { type homeWarnings, listBreaches } from '#overview/home/contract.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import './breaches.css';

const SIZE = 20;

/** The rows behind a warning whose module has no list of them. */
export function Breaches({
  warning: { code, title, detail, clause, unit },
  onClose,
}: {
  warning: ReplyOf<typeof homeWarnings>[number];
  onClose: () => void;
}) {
  const [pageNum, turn] = useState(1);
  const { data, error, refetch } = useCall(listBreaches, { code, pageNum, pageSize: SIZE }, { quiet: true });
  return (
    <Dialog title={title} icon="warning" width={700} onClose={onClose}>
      <p className="breach-rule">
        {detail}
        <span className="muted small">{clause}</span>
      </p>
      {data ? (
        <>
          <ul className="breaches" aria-label={`${title}的名单`}>
            {data.rows.map((row) => (
              <li key={row.id}>
                {row.href ? <Link to={row.href}>{row.title}</Link> : <b>{row.title}</b>}
                <span>{row.orgName}</span>
                <span className="muted">{row.detail}</span>
              </li>
            ))}
          </ul>
          {data.rows.length === 0 && <p className="muted">现在已经没有了。</p>}
          <Pager page={pageNum} size={SIZE} total={data.total} capped={false} unit={unit} onPage={turn} />
        </>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  );
}
