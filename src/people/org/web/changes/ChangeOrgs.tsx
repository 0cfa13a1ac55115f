import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Pager } from '#platform/web/list/Pager.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { type ChangeDetail, type ChangeOrgRow, listChangeOrgs } from '../../contract.changes.ts';
import '#platform/web/list/pager.css';

/** 涉及的组织: each with what becomes of it and its code before and after. */
export function ChangeOrgs({ change }: { change: ChangeDetail }) {
  const [pageNum, setPage] = useState(1);
  const [pageSize, setSize] = useState(20);
  const query = useCall(
    listChangeOrgs,
    { id: change.id, pageNum, pageSize },
    { quiet: true, keepPrevious: true, staleTime: 0 },
  );
  const isDraft = change.state === 'draft';
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">{isDraft ? '执行前预览：涉及的组织' : '涉及的组织'}</h2>
        {isDraft && <span className="muted small">新编码以执行时为准</span>}
      </div>
      {query.error ? (
        <Failed error={query.error} onRetry={() => query.refetch()} />
      ) : !query.data ? (
        <Skeleton lines={4} />
      ) : (
        <>
          <div className="record-scroll">
            <table className="table record-table">
              <caption className="visually-hidden">涉及的组织</caption>
              <thead>
                <tr>
                  <th scope="col">组织名称</th>
                  <th scope="col">变更</th>
                  <th scope="col">原编码</th>
                  <th scope="col">新编码</th>
                </tr>
              </thead>
              {query.data.rows.map((row) => (
                <tbody key={row.orgId ?? row.newCode}>
                  <Row row={row} />
                </tbody>
              ))}
            </table>
          </div>
          {query.data.total > pageSize && (
            <Pager
              total={query.data.total}
              capped={false}
              unit="个"
              page={pageNum}
              size={pageSize}
              onPage={setPage}
              onSize={(size) => {
                setSize(Number(size));
                setPage(1);
              }}
            />
          )}
        </>
      )}
    </>
  );
}

function Row({ row }: { row: ChangeOrgRow }) {
  const stays = row.act === 'revoked' || row.oldCode === row.newCode;
  return (
    <tr>
      <td data-label="组织名称">
        {row.orgId && row.act !== 'revoked' ? (
          <Link to={`/affairs/organization/browseOrganization/${row.orgId}`}>{row.name}</Link>
        ) : (
          row.name
        )}
      </td>
      <td data-label="变更">
        {row.actName}
        {row.memberCount > 0 && <span className="muted small">，{row.memberCount}人</span>}
        {row.changes.map(({ field, before, after }) => (
          <div key={field} className="small">
            {field}：{before || '无'} → {after || '无'}
          </div>
        ))}
      </td>
      <td data-label="原编码" className="change-code">
        {row.oldCode || noValue}
      </td>
      <td data-label="新编码" className="change-code">
        {stays ? <span className="muted">不变</span> : row.newCode}
      </td>
    </tr>
  );
}
