import type { RowOf } from '#platform/contract.ts';
import { useApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { REQUEST_LOOKS, requestColumns } from '#platform/web/approval/requestColumns.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { StateTag } from '#platform/web/show/StateTag.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { CHANGE_STATES, type ChangeState, listIdCardChanges } from '../../contract.idCard.ts';
import { WithdrawChange } from './WithdrawChange.tsx';

type Row = RowOf<typeof listIdCardChanges>;

/** Where the requests are. */
export const CHANGES = '/affairs/member/idCardChange';

/** 变更申请状态 in a word with its sign. */
export function ChangeTag({ state }: { state: ChangeState }) {
  return <StateTag look={REQUEST_LOOKS[state]}>{CHANGE_STATES[state]}</StateTag>;
}

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 92,
    card: 'title',
    cell: (row) => <RowLink to={`${CHANGES}/view/${row.id}`}>{row.name}</RowLink>,
  },
  { key: 'orgName', title: '所在党支部', width: 180, card: 'line', cell: (row) => row.orgName },
  { key: 'oldIdCardNo', title: '原身份证号', width: 172, cell: (row) => row.oldIdCardNo },
  { key: 'newIdCardNo', title: '新身份证号', width: 172, card: 'line', cell: (row) => row.newIdCardNo },
  ...requestColumns<Row>(CHANGE_STATES, (row) => <ChangeTag state={row.state} />, { width: 200 }),
];

/** `/affairs/member/idCardChange`: requests for another id card number. */
export default function ChangeList() {
  const approval = useApprovalActs();
  return (
    <div className="list-page">
      <PageHead />
      <PlainList<Row, { toDecide: number }>
        caption="身份证号变更"
        endpoint={listIdCardChanges}
        columns={columns}
        search={{ name: 'name', placeholder: '姓名' }}
        unit="条"
        note={({ toDecide }) => toDecide > 0 && `${toDecide}条待您审批`}
        acts={(row) => (
          <span className="row-acts">
            <ButtonLink look="row" to={`${CHANGES}/view/${row.id}`}>
              {row.can.decide ? '审批' : '查看'}
            </ButtonLink>
            {approval.inRow({
              withdraw: row.can.withdraw && { dialog: (close) => <WithdrawChange change={row} onClose={close} /> },
            })}
          </span>
        )}
        empty={{ title: '没有身份证号变更申请', text: '身份证号登记有误或换了新号时，在党员详情的“更多”中申请变更。' }}
      />
      {approval.dialog}
    </div>
  );
}
