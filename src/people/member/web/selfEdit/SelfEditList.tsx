import type { RowOf } from '#platform/contract.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listSelfEdits, SELF_EDIT_STATES } from '../../contract.selfEdit.ts';
import { EditTag, SELF_EDITS } from './editParts.tsx';

type Row = RowOf<typeof listSelfEdits>;

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 92,
    card: 'title',
    cell: (row) => <RowLink to={`${SELF_EDITS}/view/${row.id}`}>{row.name}</RowLink>,
  },
  { key: 'orgName', title: '所在党支部', width: 200, card: 'line', cell: (row) => row.orgName },
  { key: 'labels', title: '修改的项目', width: 260, card: 'line', cell: (row) => row.labels.join('、') },
  { key: 'proposedAt', title: '提交时间', width: 140, cell: (row) => dateTime(row.proposedAt) },
  { key: 'decidedBy', title: '审核人', width: 92, cell: (row) => row.decidedBy || '—' },
  {
    key: 'state',
    title: '状态',
    width: 110,
    card: 'side',
    cell: (row) => <EditTag state={row.state} />,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(SELF_EDIT_STATES),
    },
  },
];

/** `/affairs/member/selfEdit`: what people propose about their own records. */
export default function SelfEditList() {
  return (
    <div className="list-page">
      <PageHead />
      <PlainList<Row, { toDecide: number }>
        caption="党员自助修改"
        endpoint={listSelfEdits}
        columns={columns}
        search={{ name: 'name', placeholder: '姓名' }}
        unit="条"
        note={({ toDecide }) => toDecide > 0 && `${toDecide}条待审核`}
        acts={(row) => (
          <ButtonLink look="row" to={`${SELF_EDITS}/view/${row.id}`}>
            {row.can.decide ? '审核' : '查看'}
          </ButtonLink>
        )}
        empty={{ title: '没有党员提交修改', text: '党员在“我的档案”中提交的信息修改在这里审核。' }}
      />
    </div>
  );
}
