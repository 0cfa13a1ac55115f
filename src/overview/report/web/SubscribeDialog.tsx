import { useEffect, useState } from 'react';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { SelectField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { listReceivers, type Receiver, saveSubscription } from '../contract.subscription.ts';
import { EVERY, type Every, MOST_RECEIVERS } from '../rules.subscription.ts';
import './subscription.css';

const schema = z.object({ every: z.string().min(1, '请选择多久发一次'), receivers: z.string(), toBelow: z.boolean() });
const whoOf = ({ name, orgName, roleName }: Receiver) => `${name}（${orgName} ${roleName}）`;

/** 订阅: how often a report is sent, and to whom; each file is counted in the receiver's own role and scope. */
export default function SubscribeDialog({
  report,
  title,
  onClose,
}: {
  report: string;
  title: string;
  onClose: () => void;
}) {
  const save = useAct(saveSubscription, { quiet: true });
  const form = useForm({
    schema,
    of: `SubscribeDialog ${report}`,
    isNew: true,
    initial: { every: 'month', receivers: '', toBelow: false },
  });
  const [keyWords, setKeyWords] = useState('');
  const found = useCall(listReceivers, { key: report, keyWords: keyWords.trim() }, { quiet: true, keepPrevious: true });
  const offered = found.data?.rows ?? [];
  const chosen = form.text('receivers').split(',').filter(Boolean);
  // Who was chosen stays in sight while another name is looked for.
  const [taken, setTaken] = useState<readonly Receiver[]>([]);
  // Those of a draft are asked for once; whoever cannot receive it any more is not among them.
  const [drafted] = useState(chosen);
  const before = useCall(listReceivers, drafted.length > 0 ? { key: report, grants: drafted.join(',') } : null, {
    quiet: true,
  });
  const known = [
    ...(before.data?.rows ?? []).filter(({ grantId }) => !taken.some((one) => one.grantId === grantId)),
    ...taken,
  ];
  const isLost = (id: string) =>
    before.data !== undefined && drafted.includes(id) && !known.some(({ grantId }) => grantId === id);
  const kept = chosen.filter((id) => !isLost(id)).join(',');
  const { set } = form;
  useEffect(() => {
    if (before.data) set({ receivers: kept });
  }, [before.data, kept, set]);
  const take = (one: Receiver) => {
    const isIn = chosen.includes(one.grantId);
    setTaken([...taken.filter(({ grantId }) => grantId !== one.grantId), one]);
    form.set({ receivers: (isIn ? chosen.filter((id) => id !== one.grantId) : [...chosen, one.grantId]).join(',') });
  };
  const shown = [
    ...known.filter(({ grantId }) => chosen.includes(grantId) && !offered.some((one) => one.grantId === grantId)),
    ...offered,
  ];
  const fault = form.faults.receivers;
  return (
    <FormDialog
      title={`订阅${title}`}
      icon="bell"
      width={700}
      act="订阅"
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={async () => {
        const { nextOn } = await save.mutateAsync({
          key: report,
          every: form.text('every') as Every,
          receivers: chosen,
          toBelow: form.values.toBelow === true,
        });
        emit('notice', { kind: 'success', text: `已订阅，第一次在${nextOn}早上8点发送` });
      }}
    >
      <p className="muted">
        到时各人收到通知和一份表格，在“导出列表”下载；每份按接收人当时的角色和管理范围统计，按月、按季的是上一期的数。
      </p>
      <SelectField
        form={form}
        name="every"
        label="多久一次"
        required
        options={Object.entries(EVERY).map(([value, label]) => ({ value, label }))}
      />
      <TickField
        form={form}
        name="toBelow"
        label="发给直接下级能查看这个报表的工作人员"
        hint="发送时谁在岗、有权限就发给谁，不用逐个选"
      />
      <fieldset className="report-receivers">
        <legend>
          接收人
          <span className="muted small">
            已选{chosen.length}人，最多{MOST_RECEIVERS}人
          </span>
        </legend>
        <span className="field-box">
          <input
            type="text"
            value={keyWords}
            maxLength={20}
            aria-label="按姓名找接收人"
            placeholder="输入姓名查找"
            onChange={(event) => setKeyWords(event.target.value)}
          />
        </span>
        <ul>
          {shown.map((one) => (
            <li key={one.grantId}>
              <label>
                <input
                  type="checkbox"
                  className="tick"
                  checked={chosen.includes(one.grantId)}
                  onChange={() => take(one)}
                />
                {whoOf(one)}
              </label>
            </li>
          ))}
          {found.data && shown.length === 0 && <li className="muted">没有找到能接收这个报表的人</li>}
        </ul>
        {fault && <p className="field-fault">{fault}</p>}
      </fieldset>
    </FormDialog>
  );
}
