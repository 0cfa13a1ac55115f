import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { OpinionField } from '#platform/web/dialogs/OpinionField.tsx';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { decideRelief, listReliefs, type ReliefRow, reliefStateName, withdrawRelief } from '../contract.relief.ts';
import { formatYuan } from './money.ts';
import { OfOrg } from './parts.tsx';
import { PATHS } from './paths.ts';

const STATES = ['pending', 'approved', 'refused', 'withdrawn'] as const;
const TONES = { pending: 'tag warn', approved: 'tag ok', refused: 'tag bad', withdrawn: 'tag' } as const;
const KEPT = ['tab'];
const whatOf = (row: ReliefRow) =>
  `${row.kindName}${row.kind === 1 ? `，每月缴${formatYuan(row.amount)}元` : ''}，${row.fromMonth}至${row.untilMonth}`;

const COLUMNS: readonly Column<ReliefRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 100,
    card: 'title',
    cell: (row) => <Link to={PATHS.record(row.memberId, '0')}>{row.name}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 90,
    card: 'side',
    cell: (row) => <span className={TONES[row.state]}>{row.stateName}</span>,
    filter: {
      kind: 'choice',
      name: 'state',
      options: STATES.map((value) => ({ value, label: reliefStateName(value) })),
    },
  },
  {
    key: 'what',
    title: '减免',
    width: 250,
    card: 'line',
    cell: (row) => <span title={whatOf(row)}>{whatOf(row)}</span>,
  },
  {
    key: 'reason',
    title: '支部研究情况和理由',
    width: 210,
    card: 'line',
    cell: (row) => <span title={row.reason}>{row.reason}</span>,
  },
  { key: 'orgName', title: '党支部', width: 150, card: 'line', cell: (row) => row.orgName },
  { key: 'asked', title: '申请人', width: 80, cell: (row) => row.askedName },
  { key: 'decider', title: '批准', width: 130, card: 'line', cell: (row) => row.decidedBy || row.deciderOrgName },
  {
    key: 'opinion',
    title: '意见',
    width: 110,
    cell: (row) => (row.opinion ? <span title={row.opinion}>{row.opinion}</span> : noValue),
  },
];

/** 减免: requests for less, nothing or later, and the committee's decisions on them. */
export function ReliefList() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  const approval = useApprovalActs();
  const withdraw = useAct(withdrawRelief);
  return (
    <div className="list-page">
      <PageHead title="党费减免" />
      <PlainList<ReliefRow>
        caption="党费减免"
        endpoint={listReliefs}
        columns={COLUMNS}
        keep={KEPT}
        unit="件"
        inputOf={({ tab: _tab, view: _view, ...values }) => values}
        note={() => <OfOrg orgId={orgId} />}
        acts={(row) => (
          <span className="record-row-acts">
            {approval.inRow({
              agree: row.can.decide && {
                label: '审批',
                dialog: (close) => <Decide row={row} onClose={close} />,
              },
              withdraw: row.can.withdraw && {
                title: `撤回 ${row.name}的减免申请`,
                consequence: `${whatOf(row)}。撤回后可以重新申请。`,
                run: async () => {
                  await withdraw.mutateAsync({ id: row.id, version: row.version });
                  emit('notice', { kind: 'success', text: '已撤回' });
                },
              },
            })}
          </span>
        )}
        empty={{ title: '没有减免申请', text: '在“应缴党费”里一名党员的操作中申请减免缓缴，由上一级党委批准。' }}
      />
      {approval.dialog}
    </div>
  );
}

/** 审批减免: by the committee above, never by whoever asked. */
function Decide({ row, onClose }: { row: ReliefRow; onClose: () => void }) {
  const decide = useAct(decideRelief, { quiet: true });
  const [opinion, setOpinion, sent] = useKeptText(`relief ${row.id}`, '审批意见');
  const [fault, setFault] = useState('');
  const { tell } = useStands();
  const answer = async (agree: boolean) => {
    try {
      await decide.mutateAsync({ id: row.id, version: row.version, agree, opinion: opinion.trim() });
    } catch (error) {
      if (tell(error)) return;
      if (!(error instanceof ApiError)) throw error;
      setFault(error.fields.opinion ?? error.message);
      document.getElementById('relief-opinion')?.focus();
      return;
    }
    sent();
    emit('notice', { kind: 'success', text: agree ? '已批准，未缴的月份已重算' : '已答复不批准' });
    onClose();
  };
  return (
    <Dialog
      title={`审批 ${row.name}的党费减免`}
      icon="check"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button disabled={decide.isPending} onClick={() => void answer(false)}>
            不批准
          </Button>
          <Button look="primary" disabled={decide.isPending} onClick={() => void answer(true)}>
            批准
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <p>
          {row.orgName}申请：{whatOf(row)}。
        </p>
        <p className="dues-reason">{row.reason}</p>
        <OpinionField
          id="relief-opinion"
          label="意见"
          must={false}
          rows={3}
          max={200}
          value={opinion}
          fault={fault}
          onChange={(text) => {
            setOpinion(text);
            setFault('');
          }}
        />
      </div>
    </Dialog>
  );
}
