import { useState } from 'react';

import type { RowOf } from '#platform/contract.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { type StateLook, StateTag } from '#platform/web/show/StateTag.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { ENTERING_STATES, listEntering } from '../../contract.records.ts';
import { AuditEntry } from './AuditEntry.tsx';

type Row = RowOf<typeof listEntering>;

const LOOKS: Record<Row['state'], StateLook> = { '0': 'waiting', '1': 'good', '2': 'bad' };
const tabOf = (row: Row) => pathWithQuery(`/affairs/member/browse/${row.memberId}`, { tab: 'entering' });

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 92,
    card: 'title',
    cell: (row) => <RowLink to={tabOf(row)}>{row.name}</RowLink>,
  },
  { key: 'orgName', title: '所在党支部', width: 200, card: 'line', cell: (row) => row.orgName },
  { key: 'joinTypeName', title: '进入支部类型', width: 120, card: 'line', cell: (row) => row.joinTypeName },
  { key: 'joinedOn', title: '进入支部日期', width: 116, cell: (row) => row.joinedOn },
  { key: 'fromOrg', title: '原所在党支部', width: 180, cell: (row) => row.fromOrg || '—' },
  { key: 'createName', title: '登记人', width: 88, cell: (row) => row.createName },
  { key: 'createDate', title: '登记时间', width: 136, card: 'line', cell: (row) => dateTime(row.createDate) },
  { key: 'auditor', title: '审核人', width: 88, cell: (row) => row.auditor || '—' },
  {
    key: 'state',
    title: '状态',
    width: 116,
    card: 'side',
    cell: (row) => <StateTag look={LOOKS[row.state]}>{ENTERING_STATES[row.state]}</StateTag>,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(ENTERING_STATES),
    },
  },
];

/** `/affairs/member/entering`: how people came to their branches, what waits for the own review first. */
export default function EnteringList() {
  const [auditing, setAuditing] = useState<Row | null>(null);
  return (
    <div className="list-page">
      <PageHead />
      <PlainList<Row, { toDecide: number }>
        caption="进入登记"
        endpoint={listEntering}
        columns={columns}
        search={{ name: 'name', placeholder: '姓名' }}
        unit="条"
        note={({ toDecide }) => toDecide > 0 && `${toDecide}条待您审核`}
        acts={(row) =>
          row.can.audit ? (
            <Button look="row" onClick={() => setAuditing(row)}>
              审核
            </Button>
          ) : (
            <ButtonLink look="row" to={tabOf(row)}>
              查看
            </ButtonLink>
          )
        }
        empty={{ title: '没有进入登记', text: '在党员档案的“进入登记”中登记的，由上级党组织在这里审核。' }}
      />
      {auditing && <AuditEntry name={auditing.name} row={auditing} onClose={() => setAuditing(null)} />}
    </div>
  );
}
