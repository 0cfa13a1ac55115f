import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Pager } from '#platform/web/list/Pager.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { listReports } from '../contract.partMore.ts';
import type { TaskDetail } from '../contract.ts';
import { Proofs } from './Proofs.tsx';
import { PATHS } from './paths.ts';

/** 上报对照: what the organisations handed in of one cycle, side by side. */
export function Reports({ task }: { task: TaskDetail }) {
  const begun = task.circles.findLast(({ reported, completed }) => reported + completed > 0) ?? task.circles[0];
  const [circleId, setCircle] = useState(begun?.id ?? '0');
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(20);
  const reportsQuery = useCall(
    listReports,
    { id: task.id, circleId, pageNum: page, pageSize: size },
    { quiet: true, keepPrevious: true, enabled: circleId !== '0' },
  );
  return (
    <div className="office-reports">
      {task.circles.length > 1 && (
        <label className="office-pick">
          哪一期
          <select
            value={circleId}
            onChange={(event) => {
              setCircle(event.target.value);
              setPage(1);
            }}
          >
            {task.circles.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {!reportsQuery.data ? (
        <Waiting query={reportsQuery} lines={4} />
      ) : reportsQuery.data.rows.length === 0 ? (
        <p className="office-quiet">这一期还没有组织上报。</p>
      ) : (
        <>
          <ul className="office-beside">
            {reportsQuery.data.rows.map((one) => (
              <li key={one.partId}>
                <h3>
                  <Link to={pathWithQuery(PATHS.view(task.id), { part: one.partId })}>{one.orgName}</Link>
                  <span className="tag">{one.stateName}</span>
                  {one.isLate && <span className="tag warn">补报</span>}
                </h3>
                <p className="office-content">{one.isNil ? '零报告' : one.report || '已确认收到'}</p>
                <FileList files={one.files} />
                <Proofs proofs={one.proofs} />
                <p className="muted small">
                  {one.reportedBy}，{dateTime(one.reportedAt)}
                </p>
              </li>
            ))}
          </ul>
          <Pager
            page={page}
            size={size}
            total={reportsQuery.data.total}
            capped={false}
            unit="份上报"
            onPage={setPage}
            onSize={(next) => {
              setSize(next);
              setPage(1);
            }}
          />
        </>
      )}
    </div>
  );
}
