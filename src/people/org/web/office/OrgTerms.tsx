import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listTerms, type TermRow } from '../../contract.office.ts';
import type { OrgDetail } from '../../contract.ts';
import { DeleteTerm } from './DeleteTerm.tsx';
import { TermSheets } from './TermSheets.tsx';
import { PhaseTag, yearsText } from './terms.tsx';
import '#platform/web/records/records.css';

const PATH = '/affairs/organization/office';
/** More than any organisation has had since 1921. */
const ALL = 100;

/** 届次: the current leadership of one organisation and those before. */
export function OrgTerms({ org }: { org: OrgDetail }) {
  const [removing, setRemoving] = useState<TermRow | null>(null);
  const query = useCall(listTerms, { orgId: org.id, searchRange: 'onlySelf', pageSize: ALL }, { quiet: true });
  if (!query.data) return <Waiting query={query} lines={6} />;
  const { rows } = query.data;
  return (
    <section className="record-rows" aria-label="届次">
      <div className="record-section">
        <h2 className="section-title">届次</h2>
        <span className="muted tiny">{rows.length > 0 && `共${rows.length}届`}</span>
        <span className="record-section-acts">
          <TermSheets compact asked={{ orgId: org.id }} starts={{ range: 'onlySelf', terms: 'every' }} />
          {org.can.edit && (
            <ButtonLink size="compact" icon="plus" iconSize={14} to={`${PATH}/add/${org.id}`}>
              登记新一届
            </ButtonLink>
          )}
        </span>
      </div>
      {rows.length === 0 ? (
        <Empty title="还没有登记届次">
          {org.can.edit ? '点“登记新一届”填写当选日期和班子成员。' : '由该组织的党务工作者登记。'}
        </Empty>
      ) : (
        <div className="record-scroll">
          <table className="table record-table">
            <caption className="visually-hidden">届次</caption>
            <thead>
              <tr>
                {['届次', '当选日期', '任期', '下次换届', '产生方式', '书记', '班子人数', '操作'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            {rows.map((term) => (
              <tbody key={term.id}>
                <tr>
                  <td data-label="届次">
                    <span>
                      <Link to={`${PATH}/browse/${term.id}`}>第{term.number}届</Link> <PhaseTag phase={term.phase} />
                    </span>
                  </td>
                  <td data-label="当选日期">{term.electedOn}</td>
                  <td data-label="任期">{yearsText(term)}</td>
                  <td data-label="下次换届">{term.nextElectionOn ?? <span className="muted">—</span>}</td>
                  <td data-label="产生方式">{term.method || <span className="muted">—</span>}</td>
                  <td data-label="书记">{term.secretaryName || <span className="muted">空缺</span>}</td>
                  <td data-label="班子人数">{term.teamNumber}人</td>
                  <td className="record-row-acts">
                    {term.can.edit && (
                      <ButtonLink look="row" to={`${PATH}/edit/${term.id}`} aria-label={`编辑第${term.number}届`}>
                        编辑
                      </ButtonLink>
                    )}
                    {term.can.remove && (
                      <Button look="row" aria-label={`删除第${term.number}届`} onClick={() => setRemoving(term)}>
                        删除
                      </Button>
                    )}
                  </td>
                </tr>
              </tbody>
            ))}
          </table>
        </div>
      )}
      {removing && <DeleteTerm term={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}
