import { useState } from 'react';

import type { RowOf } from '#platform/contract.ts';
import { useApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { REQUEST_LOOKS, requestColumns } from '#platform/web/approval/requestColumns.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { StateTag } from '#platform/web/show/StateTag.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listRequests, REQUEST_STATES, type RequestState } from '../../contract.requests.ts';
import { REQUESTS } from './accountParts.tsx';
import { type AskedRequest, RequestActs } from './RequestActs.tsx';

type Row = RowOf<typeof listRequests>;

/** 申请状态 in a word with its sign. */
export function RequestTag({ state }: { state: RequestState }) {
  return <StateTag look={REQUEST_LOOKS[state]}>{REQUEST_STATES[state]}</StateTag>;
}

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 92,
    card: 'title',
    cell: (row) => <RowLink to={`${REQUESTS}/view/${row.id}`}>{row.name}</RowLink>,
  },
  { key: 'orgName', title: '任职组织', width: 200, card: 'line', cell: (row) => row.orgName },
  { key: 'roleName', title: '角色', width: 100, cell: (row) => row.roleName },
  ...requestColumns<Row>(REQUEST_STATES, (row) => <RequestTag state={row.state} />, { width: 220, card: 'line' }),
];

const SEARCH = { name: 'name', placeholder: '姓名' };

/** `/popedom/user/request`: requests for workers' accounts, those that wait for the own decision first to be filtered. */
export default function RequestList() {
  const session = useSession();
  const [openDialog, setOpenDialog] = useState<AskedRequest | null>(null);
  const approval = useApprovalActs();
  return (
    <div className="list-page">
      <PageHead>
        {may(session, 'account:request') && (
          <ButtonLink look="primary" icon="plus" to={`${REQUESTS}/add`}>
            申请账号
          </ButtonLink>
        )}
      </PageHead>
      <PlainList<Row, { toDecide: number }>
        caption="账号申请"
        endpoint={listRequests}
        columns={columns}
        search={SEARCH}
        unit="条"
        note={({ toDecide }) => toDecide > 0 && `${toDecide}条待您审批`}
        acts={(row) => <RowActs row={row} approval={approval} onAsk={setOpenDialog} />}
        empty={{ title: '没有账号申请', text: '需要开通党务工作者账号时，由所在组织提出申请，上级党组织审批。' }}
      />
      {approval.dialog}
      {openDialog && <RequestActs asked={openDialog} onClose={() => setOpenDialog(null)} />}
    </div>
  );
}

interface RowActsProps {
  row: Row;
  approval: ReturnType<typeof useApprovalActs>;
  onAsk: (asked: AskedRequest) => void;
}

function RowActs({ row, approval, onAsk }: RowActsProps) {
  const { can } = row;
  return (
    <span className="row-acts">
      <ButtonLink look="row" to={`${REQUESTS}/view/${row.id}`}>
        {can.decide ? '审批' : '查看'}
      </ButtonLink>
      {approval.inRow({
        withdraw: can.withdraw && {
          dialog: (close) => <RequestActs asked={{ act: 'withdraw', request: row }} onClose={close} />,
        },
      })}
      {can.password && (
        <Button look="row" onClick={() => onAsk({ act: 'password', request: row })}>
          领取密码
        </Button>
      )}
    </span>
  );
}
