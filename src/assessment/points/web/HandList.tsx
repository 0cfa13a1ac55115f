import { useState } from 'react';
import { useApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { addHand, decideHand, type HandRow, handItems, listHands, withdrawHand } from '../contract.ts';
import { HAND_STATES, signedText } from '../rules.ts';
import './points.css';

const KEPT = ['tab'];
const TONES: Readonly<Record<number, string>> = { 0: 'tag warn', 1: 'tag ok', 2: 'tag bad', 3: 'tag' };

const COLUMNS: readonly Column<HandRow>[] = [
  { key: 'memberName', title: '姓名', width: 90, card: 'title', cell: (row) => row.memberName },
  {
    key: 'state',
    title: '状态',
    width: 90,
    card: 'side',
    cell: (row) => <span className={TONES[row.state]}>{row.stateName}</span>,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(HAND_STATES),
    },
  },
  { key: 'itemName', title: '项目', width: 150, card: 'line', cell: (row) => row.itemName },
  { key: 'points', title: '分值', width: 70, card: 'tag', cell: (row) => signedText(row.points) },
  { key: 'day', title: '日期', width: 100, card: 'line', cell: (row) => row.day },
  {
    key: 'reason',
    title: '理由',
    width: 220,
    card: 'line',
    cell: (row) => <span title={row.reason}>{row.reason}</span>,
  },
  {
    key: 'files',
    title: '材料',
    width: 160,
    card: 'line',
    cell: (row) =>
      row.files.length === 0 ? (
        <span className="muted">—</span>
      ) : (
        <>
          <FileList files={row.files} />
          {row.usedAgain > 0 && <span className="tag bad">同一材料另有{row.usedAgain}处使用</span>}
        </>
      ),
  },
  { key: 'enteredName', title: '录入', width: 80, cell: (row) => row.enteredName },
  { key: 'decidedName', title: '确认', width: 80, cell: (row) => row.decidedName || <span className="muted">—</span> },
  { key: 'opinion', title: '意见', width: 120, cell: (row) => row.opinion || <span className="muted">—</span> },
];

/** 手工录入: entered by one, confirmed by another. */
export function HandList() {
  const session = useSession();
  const [adding, setAdding] = useState(false);
  const approval = useApprovalActs();
  const decide = useAct(decideHand);
  const withdraw = useAct(withdrawHand, { quiet: true });
  return (
    <div className="list-page">
      <PageHead title="手工积分">
        {may(session, 'points:write') && (
          <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
            录入积分
          </Button>
        )}
      </PageHead>
      <PlainList<HandRow>
        caption="手工积分"
        endpoint={listHands}
        columns={COLUMNS}
        keep={KEPT}
        unit="条"
        inputOf={({ tab: _tab, ...values }) => values}
        acts={(row) => (
          <span className="record-row-acts">
            {approval.inRow({
              agree: row.can.decide && {
                label: '确认',
                run: async () => {
                  await decide.mutateAsync({ id: row.id, version: row.version, agree: true });
                  emit('notice', { kind: 'success', text: '已确认，几秒后计入积分' });
                },
              },
              refuse: row.can.decide && {
                title: `不同意 ${row.memberName}的手工积分`,
                words: { label: '理由' },
                consequence: `${row.itemName}：${row.reason}`,
                run: async (opinion) => {
                  await decide.mutateAsync({ id: row.id, version: row.version, agree: false, opinion });
                  emit('notice', { kind: 'success', text: '已答复不同意' });
                },
              },
              withdraw: row.can.withdraw && {
                title: `撤回 ${row.memberName}的手工积分`,
                words: { label: '撤回原因' },
                consequence: `${row.itemName}：${row.reason}`,
                run: async (reason) => {
                  await withdraw.mutateAsync({ id: row.id, version: row.version, reason });
                  emit('notice', { kind: 'success', text: '已撤回，已计入的将冲回' });
                },
              },
            })}
          </span>
        )}
        empty={{ title: '没有手工积分', text: '没有系统记录的事项由一人录入、另一人确认后计入。' }}
      />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {approval.dialog}
    </div>
  );
}

const schema = addHand.input.pick({ memberId: true, code: true, day: true, reason: true });

function AddDialog({ onClose }: { onClose: () => void }) {
  const offered = useCall(handItems, {}, { quiet: true });
  const add = useAct(addHand, { quiet: true });
  const form = useForm({
    schema,
    initial: { memberId: '', code: '', day: '', reason: '', files: '' },
    of: 'AddDialog',
    isNew: true,
  });
  const item = offered.data?.items.find(({ code }) => code === form.text('code'));
  return (
    <FormDialog
      title="录入积分"
      icon="plus"
      form={form}
      pending={add.isPending}
      onClose={onClose}
      onSave={async () => {
        await add.mutateAsync({
          memberId: form.text('memberId'),
          code: form.text('code'),
          day: form.text('day'),
          reason: form.text('reason'),
          files: form.text('files').split(',').filter(Boolean),
        });
        emit('notice', { kind: 'success', text: '已录入，由另一名工作人员确认后计入' });
        onClose();
        return false;
      }}
    >
      <SelectField
        form={form}
        name="memberId"
        label="党员"
        required
        options={(offered.data?.people ?? []).map(({ id, name, orgName }) => ({
          value: id,
          label: `${name}（${orgName}）`,
        }))}
      />
      <SelectField
        form={form}
        name="code"
        label="项目"
        required
        options={(offered.data?.items ?? []).map(({ code, name, minus, value }) => ({
          value: code,
          label: `${name}（${signedText(minus ? -value : value)}）`,
        }))}
        {...(offered.data?.items.length === 0 ? { hint: '现行积分办法中没有手工项目' } : {})}
      />
      <DateField form={form} name="day" label="日期" required />
      <AreaField form={form} name="reason" label="理由" required max={500} />
      <AttachmentField form={form} name="files" label="证明材料" required={item?.paper ?? false} count={5} />
    </FormDialog>
  );
}
