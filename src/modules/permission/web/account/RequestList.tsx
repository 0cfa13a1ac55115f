import { useState } from 'react';
import { Link } from 'react-router';
import type { RowOf } from '#platform/contract.ts';
import { useApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { Icon } from '#platform/web/icons.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { type StateLook, StateTag } from '#platform/web/StateTag.tsx';
import { may, useSession } from '#platform/web/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { dateTime } from '#platform/web/time.ts';
import { listRequests, REQUEST_STATES, type RequestState } from '../../contract.requests.ts';
import { REQUESTS } from './accountParts.tsx';
import { type AskedRequest, RequestActs } from './RequestActs.tsx';

type Row = RowOf<typeof listRequests>;

const LOOKS: Record<RequestState, StateLook> = {
  pending: 'waiting',
  approved: 'good',
  returned: 'bad',
  withdrawn: 'over',
};

/** 申请状态 in a word with its sign. */
export function RequestTag({ state }: { state: RequestState }) {
  return <StateTag look={LOOKS[state]}>{REQUEST_STATES[state]}</StateTag>;
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
  {
    key: 'requestedBy',
    title: '申请',
    width: 220,
    card: 'line',
    filterTitle: '范围',
    cell: (row) => `${row.requestedOrgName} ${row.requestedBy}`,
    filter: {
      kind: 'choice',
      name: 'view',
      options: [
        { value: 'toDecide', label: '待我审批' },
        { value: 'mine', label: '我的申请' },
      ],
    },
  },
  { key: 'requestedAt', title: '申请时间', width: 140, cell: (row) => dateTime(row.requestedAt) },
  {
    key: 'state',
    title: '状态',
    width: 100,
    card: 'side',
    cell: (row) => <RequestTag state={row.state} />,
    filter: {
      kind: 'choice',
      name: 'state',
      options: Object.entries(REQUEST_STATES).map(([value, label]) => ({ value, label })),
    },
  },
];

const SEARCH = { name: 'name', placeholder: '姓名' };

/** `/popedom/user/request`: requests for workers' accounts, those that wait for the own decision first to be filtered. */
export default function RequestList() {
  const session = useSession();
  const [asked, setAsked] = useState<AskedRequest | null>(null);
  const approval = useApprovalActs();
  return (
    <div className="list-page">
      <PageHead>
        {may(session, 'account:request') && (
          <Link className="button primary" to={`${REQUESTS}/add`}>
            <Icon name="plus" />
            申请账号
          </Link>
        )}
      </PageHead>
      <PlainList<Row, { toDecide: number }>
        caption="账号申请"
        endpoint={listRequests}
        columns={columns}
        search={SEARCH}
        unit="条"
        note={({ toDecide }) => toDecide > 0 && `${toDecide}条待您审批`}
        acts={(row) => <RowActs row={row} approval={approval} onAsk={setAsked} />}
        empty={{ title: '没有账号申请', text: '需要开通党务工作者账号时，由所在组织提出申请，上级党组织审批。' }}
      />
      {approval.dialog}
      {asked && <RequestActs asked={asked} onClose={() => setAsked(null)} />}
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
      <Link className="row-act" to={`${REQUESTS}/view/${row.id}`}>
        {can.decide ? '审批' : '查看'}
      </Link>
      {approval.inRow({
        withdraw: can.withdraw && {
          dialog: (close) => <RequestActs asked={{ act: 'withdraw', request: row }} onClose={close} />,
        },
      })}
      {can.password && (
        <button type="button" className="row-act" onClick={() => onAsk({ act: 'password', request: row })}>
          领取密码
        </button>
      )}
    </span>
  );
}
