import { useState } from 'react';
import type { NounChange } from '#platform/noun/calls.ts';
import { useCall } from '../call/hooks.ts';
import { auditName } from '../field/AuditBanner.tsx';
import { Pager } from '../list/Pager.tsx';
import { RecordLoader } from '../show/RecordLoader.tsx';
import { dateTime } from '../show/time.ts';
import { Button } from '../ui/Button.tsx';
import { asInput, type NounWeb } from './nounWeb.ts';
import '../list/pager.css';
import '../records/records.css';

const FEW = 10;

/** 修改记录 of a record: what was done, by whom, and each changed field before and after. */
export function NounHistory({ of, id, version }: { of: NounWeb; id: string; version: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">修改记录</h2>
        <Button look="word" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : '查看'}
        </Button>
      </div>
      {open && <Entries key={version} of={of} id={id} />}
    </>
  );
}

function Entries({ of, id }: { of: NounWeb; id: string }) {
  const [page, setPage] = useState(1);
  const { history } = of.calls;
  const input = asInput(history, { id, pageNum: page, pageSize: FEW });
  const query = useCall(history, input, { quiet: true, keepPrevious: true });
  const changesQuery = query as unknown as typeof query & { data: { rows: NounChange[]; total: number } | undefined };
  return (
    <RecordLoader query={changesQuery} lines={4}>
      {({ rows, total }) =>
        rows.length === 0 ? (
          <p className="muted">登记以来的修改记在这里，现在还没有。</p>
        ) : (
          <>
            <div className="record-scroll" aria-busy={query.isFetching}>
              <table className="table record-table">
                <caption className="visually-hidden">修改记录</caption>
                <thead>
                  <tr>
                    {['时间', '操作人', '操作', '改了什么'].map((title) => (
                      <th key={title} scope="col">
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.id}>
                      <td data-label="时间">{dateTime(row.at)}</td>
                      <td data-label="操作人">{auditName(row.who)}</td>
                      <td data-label="操作">
                        {row.action}
                        {row.reason && <span className="record-text">{row.reason}</span>}
                      </td>
                      <td data-label="改了什么">
                        {row.changes
                          .filter(({ before, after }) => before || after)
                          .map(({ label, before, after }) => (
                            <div key={label}>
                              {label}：{before && `${before} → `}
                              {after || '（清空）'}
                            </div>
                          ))}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {total > FEW && (
              <Pager page={page} size={FEW} total={total} capped={false} unit="条" onPage={setPage} onSize={() => {}} />
            )}
          </>
        )
      }
    </RecordLoader>
  );
}
