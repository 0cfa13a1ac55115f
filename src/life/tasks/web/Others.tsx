import { dateTime } from '#platform/web/show/time.ts';
import type { PartDetail } from '../contract.part.ts';

/** 其他组织的上报: what others have handed in for the same cycle, where the task lets them see each other. */
export function Others({ others }: { others: NonNullable<PartDetail['others']> }) {
  return (
    <section className="card office-body" aria-label="其他组织的上报">
      <h2>其他组织的上报</h2>
      {others.length === 0 ? (
        <p className="muted">这项任务互相可见，还没有其他组织上报。</p>
      ) : (
        <ul className="office-rows">
          {others.map((one) => (
            <li key={`${one.orgName} ${one.reportedAt}`}>
              <details>
                <summary>
                  {one.orgName}
                  <span className="muted small">
                    {' '}
                    {dateTime(one.reportedAt)}
                    {one.isLate && '，补报'}
                  </span>
                </summary>
                <p className="office-content">{one.report || '已确认收到'}</p>
              </details>
            </li>
          ))}
        </ul>
      )}
      <p className="muted small">发布任务的组织设置了互相可见；附件不互相公开。</p>
    </section>
  );
}
