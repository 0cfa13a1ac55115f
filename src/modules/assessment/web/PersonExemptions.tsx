import { useState } from 'react';
import { z } from 'zod';
import { PeopleField } from '#modules/content/web/pickers.tsx';
import type { InputOf } from '#platform/contract.ts';
import { useApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useAct, useCall } from '#platform/web/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { useSession } from '#platform/web/session.ts';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import {
  askPersonExemption,
  decidePersonExemption,
  endPersonExemption,
  exemptionItems,
  listPersonExemptions,
  type PersonExemption,
} from '../contract.exempt.ts';
import { EXEMPTION_STATES } from '../rules.exempt.ts';

const TONES: Readonly<Record<number, string>> = { 0: 'tag warn', 1: 'tag ok', 2: 'tag bad', 3: 'tag' };
const COLUMNS: readonly Column<PersonExemption>[] = [
  { key: 'name', title: '党员', width: 90, card: 'title', cell: (row) => row.memberName },
  {
    key: 'state',
    title: '状态',
    width: 80,
    card: 'tag',
    cell: (row) => <span className={TONES[row.state]}>{row.stateName}</span>,
    filter: {
      kind: 'choice',
      name: 'state',
      options: Object.entries(EXEMPTION_STATES).map(([value, label]) => ({ value, label })),
    },
  },
  { key: 'org', title: '党支部', width: 170, card: 'line', cell: (row) => row.orgName },
  { key: 'item', title: '免考项目', width: 140, card: 'line', cell: (row) => row.itemName },
  { key: 'days', title: '期间', width: 186, card: 'line', cell: (row) => `${row.fromOn} 至 ${row.toOn}` },
  {
    key: 'reason',
    title: '原因',
    width: 220,
    card: 'line',
    cell: (row) => (
      <>
        {row.reason}
        <FileList files={row.files} label="证明材料" />
        {row.opinion && <small className="muted"> 意见：{row.opinion}</small>}
      </>
    ),
  },
  {
    key: 'who',
    title: '申请／办理',
    width: 130,
    cell: (row) => (row.decidedBy ? `${row.askedBy}／${row.decidedBy}` : row.askedBy),
  },
];

const GOES_ON = '这名党员照常考核。';

/** 免考 of people below the session's place; `adding` opens the form. */
export function PersonExemptions({ keep, adding, onAdded }: { keep: string[]; adding: boolean; onAdded: () => void }) {
  const approval = useApprovalActs();
  const decide = useAct(decidePersonExemption, { quiet: true });
  const end = useAct(endPersonExemption, { quiet: true });
  return (
    <>
      <PlainList<PersonExemption>
        caption="党员免考"
        endpoint={listPersonExemptions}
        columns={COLUMNS}
        keep={keep}
        search={{ name: 'keyWords', placeholder: '姓名' }}
        inputOf={({ tab: _tab, ...values }) => values}
        unit="件"
        actsWidth={130}
        acts={(row) => (
          <span className="record-row-acts">
            {approval.inRow({
              agree: row.can.decide && {
                title: `同意 ${row.memberName}免考`,
                consequence:
                  row.itemName === '全部项目'
                    ? `${row.fromOn}至${row.toOn}各月不评分，积分排名中单列为免考，不计入平均分。`
                    : `${row.itemName}在${row.fromOn}至${row.toOn}不计分，其余项目的权重按比例放大；已评的月份重新折算。`,
                run: () => decide.mutateAsync({ id: row.id, version: row.version, agree: true }),
              },
              refuse: row.can.decide && {
                title: `不同意 ${row.memberName}免考`,
                words: { label: '不同意的原因' },
                consequence: GOES_ON,
                run: (opinion) => decide.mutateAsync({ id: row.id, version: row.version, agree: false, opinion }),
              },
              withdraw: row.can.end && {
                label: row.state === 0 ? '撤回' : '撤销',
                title: `撤销 ${row.memberName}免考`,
                act: '撤销',
                words: { label: '撤销原因' },
                consequence: GOES_ON,
                run: (reason) => end.mutateAsync({ id: row.id, version: row.version, reason }),
              },
            })}
          </span>
        )}
        empty={{
          title: '没有党员免考',
          text: '年老体弱、长期患病等党员不宜考核的，由党支部申请免考并附证明，上级确认后单列为免考，不按0分计。',
        }}
      />
      {adding && <AskDialog onClose={onAdded} />}
      {approval.dialog}
    </>
  );
}

const { fromOn, toOn, reason } = askPersonExemption.input.shape;
const schema = z.object({
  fromOn,
  toOn,
  reason,
  itemId: z.string(),
  files: z.string().min(1, '请上传证明材料'),
});

function AskDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const [people, setPeople] = useState<Choice[]>([]);
  const [lacking, setLacking] = useState('');
  const [person] = people;
  const items = useCall(
    exemptionItems,
    { memberId: person?.id ?? '1' },
    { quiet: true, enabled: person !== undefined },
  );
  const ask = useAct(askPersonExemption, { quiet: true });
  const year = new Date().getFullYear();
  const form = useForm({
    schema,
    isNew: true,
    initial: { itemId: '', fromOn: `${year}-01-01`, toOn: `${year}-12-31`, reason: '', files: '' },
  });
  return (
    <FormDialog
      title="申请党员免考"
      icon="members"
      width={700}
      act="提交"
      form={form}
      pending={ask.isPending}
      touched={people.length > 0}
      ready={async () => {
        setLacking(person ? '' : '请选择党员');
        return person !== undefined;
      }}
      onClose={onClose}
      onSave={() =>
        ask.mutateAsync({
          memberId: person?.id ?? '',
          ...(form.text('itemId') ? { itemId: form.text('itemId') } : {}),
          fromOn: form.text('fromOn'),
          toOn: form.text('toOn'),
          reason: form.text('reason'),
          files: form.text('files').split(',').filter(Boolean),
        } as InputOf<typeof askPersonExemption>)
      }
    >
      <PeopleField
        label="党员"
        required
        multiple={false}
        value={people}
        fault={lacking || form.faults.memberId}
        excludeIds={session.member ? [session.member.id] : []}
        onChange={(value) => {
          setPeople(value);
          setLacking('');
        }}
      />
      <SelectField
        form={form}
        name="itemId"
        label="免考项目"
        hint="不选就是全部项目，积分排名也单列"
        options={(items.data ?? []).map(({ id, name, year: of }) => ({ value: id, label: `${of}年 ${name}` }))}
      />
      <DateField form={form} name="fromOn" label="从" required />
      <DateField form={form} name="toOn" label="到" required hint="包含月末的月份免考" />
      <AreaField form={form} name="reason" label="免考原因" required max={200} rows={2} />
      <AttachmentField form={form} name="files" label="证明材料" required format="common" count={10} />
    </FormDialog>
  );
}
