import { useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { Pager } from '#platform/web/list/Pager.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { historyField } from '../contract.history.ts';
import '#platform/web/list/pager.css';
import '#platform/web/records/records.css';

/** 变更记录: every change of every field of an organisation, or of one field. */
export function OrgHistory({ orgId }: { orgId: string }) {
  const [field, setField] = useState('');
  const [pageNum, setPage] = useState(1);
  const [pageSize, setSize] = useState(20);
  const input = { orgId, ...(field ? { field } : {}), pageNum, pageSize };
  const query = useCall(historyField, input, { quiet: true, keepPrevious: true });
  if (!query.data) return <Waiting query={query} lines={6} />;
  const { rows, total, fields } = query.data;
  return (
    <section className="record-rows" aria-label="变更记录">
      <div className="record-section">
        <h2 className="section-title">变更记录</h2>
        <span className="field-box org-history-field">
          <select
            aria-label="字段"
            value={field}
            onChange={(event) => {
              setField(event.target.value);
              setPage(1);
            }}
          >
            <option value="">全部字段</option>
            {fields.map((one) => (
              <option key={one.field} value={one.field}>
                {one.label}
              </option>
            ))}
          </select>
          <Icon name="down" size={14} />
        </span>
      </div>
      {rows.length === 0 ? (
        <Empty title="还没有变更">修改组织信息、届次后，改了什么、谁改的都记在这里。</Empty>
      ) : (
        <>
          <div className="record-scroll" aria-busy={query.isFetching}>
            <table className="table record-table">
              <caption className="visually-hidden">变更记录</caption>
              <thead>
                <tr>
                  {['字段', '原内容', '现内容', '操作', '操作人', '时间'].map((title) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              {rows.map((row) => (
                <tbody key={row.id}>
                  <tr>
                    <td data-label="字段">{row.label}</td>
                    <td data-label="原内容">{row.before || <span className="muted">无</span>}</td>
                    <td data-label="现内容">{row.after || <span className="muted">无</span>}</td>
                    <td data-label="操作">
                      {row.action}
                      {row.reason && <span className="record-text">{row.reason}</span>}
                    </td>
                    <td data-label="操作人">{row.who}</td>
                    <td data-label="时间">{dateTime(row.at)}</td>
                  </tr>
                </tbody>
              ))}
            </table>
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
    </section>
  );
}
