import { useState } from 'react';
import { useNavigate } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { FileList as Attachments } from '#platform/web/upload/FileList.tsx';
import {
  askedState,
  CORRECTION_STATES,
  type CorrectionRow,
  decideCorrection,
  listCorrections,
  withdrawCorrection,
} from '../contract.correction.ts';
import { Row } from './parts.tsx';
import { PATHS } from './paths.ts';
import './recruitment.css';

const recordOf = (row: CorrectionRow) => `/affairs/member/browse/${row.memberId}`;
const day = (time: string) => new Date(time).toLocaleDateString('sv-SE');

const columns = (open: (row: CorrectionRow) => void): readonly Column<CorrectionRow>[] => [
  {
    key: 'name',
    title: '姓名',
    width: 96,
    always: true,
    card: 'title',
    cell: (row) => <RowLink to={recordOf(row)}>{row.name}</RowLink>,
  },
  { key: 'orgName', title: '所在党支部', width: 150, card: 'line', cell: (row) => row.orgName },
  { key: 'fieldName', title: '申请项目', width: 190, card: 'line', cell: (row) => row.fieldName },
  { key: 'change', title: '原值和新值', width: 210, card: 'line', cell: (row) => `${row.before} → ${row.after}` },
  {
    key: 'state',
    title: '状态',
    width: 90,
    card: 'tag',
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(CORRECTION_STATES),
    },
    cell: (row) => (
      <span className={`tag ${row.state === 'pending' ? 'warn' : ''}`}>{askedState(row.field, row.state)}</span>
    ),
  },
  { key: 'asked', title: '申请', width: 150, cell: (row) => `${row.askedBy} ${day(row.askedAt)}` },
  { key: 'approver', title: '审批组织', width: 150, cell: (row) => row.approver },
  {
    key: 'act',
    title: '审批',
    width: 84,
    card: 'line',
    cell: (row) => (
      <Button look="link" size="compact" onClick={() => open(row)}>
        {row.can.decide ? '审批' : '查看'}
      </Button>
    ),
  },
];

/** `/affairs/recruitment/corrections`: what was registered wrongly and is asked to be corrected, and what came of it. */
export function Corrections() {
  const navigate = useNavigate();
  const [shown, setShown] = useState<CorrectionRow | null>(null);
  const [withdrawn, setWithdrawn] = useState<CorrectionRow | null>(null);
  const withdraw = useAct(withdrawCorrection, { quiet: true });
  const [shownColumns] = useState(() => columns(setShown));
  return (
    <>
      <ListPage<CorrectionRow>
        title="更正和终止申请"
        path={PATHS.corrections}
        endpoint={listCorrections}
        columns={shownColumns}
        search={{ name: 'name', placeholder: '姓名' }}
        unit="条"
        keep={['memberId']}
        row={{
          label: (row) => `${row.name} ${row.fieldName}`,
          href: recordOf,
          editHref: () => null,
          menu: (row) => [
            { label: row.can.decide ? '审批' : '查看', icon: 'check', run: () => setShown(row) },
            ...(row.can.withdraw ? [{ label: '撤回', icon: 'undo' as const, run: () => setWithdrawn(row) }] : []),
            { label: '人员档案', icon: 'person', run: () => navigate(recordOf(row)) },
          ],
        }}
        empty={{
          title: '没有更正和终止申请',
          text: '人员类别，申请、入党、转正日期和步骤日期登记有误时，在人员编辑页或发展步骤页申请更正；终止培养在发展步骤页申请。都由上级同意后办理。',
        }}
      />
      {shown && <Shown row={shown} onClose={() => setShown(null)} />}
      {withdrawn && (
        <ReasonDialog
          title={`撤回${nounOf(withdrawn)}申请 ${withdrawn.name}`}
          act="撤回"
          label="备注"
          free
          onDone={async () => {
            await withdraw.mutateAsync({ id: withdrawn.id });
            emit('notice', { kind: 'success', text: `已撤回${nounOf(withdrawn)}申请` });
          }}
          onClose={() => setWithdrawn(null)}
        >
          {withdrawn.field === 'ending'
            ? '撤回后这份档案按流程继续办理。'
            : `${withdrawn.fieldName}仍为${withdrawn.before}。`}
        </ReasonDialog>
      )}
    </>
  );
}

const nounOf = (row: CorrectionRow) => (row.field === 'ending' ? '终止培养' : '更正');

/** What follows from either decision, in a sentence. */
function consequence(row: CorrectionRow, isAgreed: boolean): string {
  if (row.field === 'ending')
    return isAgreed
      ? `${row.after}，发展档案只能查看，不再办理，并通知申请人。`
      : `${row.orgName}接到待办，按流程继续培养${row.name}。`;
  return isAgreed
    ? `${row.fieldName}由${row.before}改为${row.after}，立即写入档案，原值留在变更记录里，并通知申请人。`
    : `${row.fieldName}仍为${row.before}，理由通知申请人。`;
}

/** One correction with its papers; whoever decides does it here. */
function Shown({ row, onClose }: { row: CorrectionRow; onClose: () => void }) {
  const [choice, setChoice] = useState<'agree' | 'refuse' | null>(null);
  const noun = nounOf(row);
  const decide = useAct(decideCorrection, { quiet: true });
  if (choice !== null) {
    const isAgreed = choice === 'agree';
    return (
      <ReasonDialog
        title={`${isAgreed ? '同意' : '不同意'}${noun} ${row.name}`}
        act={isAgreed ? `同意${noun}` : '不同意'}
        label={isAgreed ? '审批意见' : '不同意的理由'}
        free={isAgreed}
        onDone={async (opinion) => {
          await decide.mutateAsync({ id: row.id, agree: isAgreed, opinion });
          emit('notice', { kind: 'success', text: isAgreed ? askedState(row.field, 'agreed') : '已登记不同意' });
        }}
        onClose={onClose}
      >
        {consequence(row, isAgreed)}
      </ReasonDialog>
    );
  }
  return (
    <Dialog
      title={row.field === 'ending' ? `终止培养 ${row.name}` : `更正${row.fieldName} ${row.name}`}
      icon="check"
      onClose={onClose}
      foot={
        row.can.decide ? (
          <>
            <Button onClick={() => setChoice('refuse')}>不同意</Button>
            <Button look="primary" onClick={() => setChoice('agree')}>
              同意{noun}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>关闭</Button>
        )
      }
    >
      <dl className="fz-lines">
        <Row label="所在党支部">{row.orgName}</Row>
        <Row label={row.field === 'ending' ? '现在' : '原值'}>{row.before}</Row>
        <Row label={row.field === 'ending' ? '申请' : '更正为'}>
          <b>{row.after}</b>
        </Row>
        <Row label={`${noun}原因`}>{row.reason}</Row>
        {row.files.length > 0 && (
          <Row label="佐证材料">
            <Attachments files={row.files} label="佐证材料" />
          </Row>
        )}
        <Row label="申请">
          {row.askedBy} {day(row.askedAt)}
        </Row>
        <Row label="审批">
          {row.state === 'pending' ? `等待${row.approver}决定` : `${askedState(row.field, row.state)} ${row.decidedBy}`}
        </Row>
        {row.opinion && <Row label="审批意见">{row.opinion}</Row>}
      </dl>
    </Dialog>
  );
}
