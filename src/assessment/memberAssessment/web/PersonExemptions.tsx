import { useState } from 'react';
import { z } from 'zod';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { useSession } from '#platform/web/session/session.ts';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import {
  askPersonExemption,
  decidePersonExemption,
  endPersonExemption,
  exemptionItems,
  listPersonExemptions,
  type PersonExemption,
} from '../contract.exempt.ts';
import { ExemptionList } from './pickers.exemptions.tsx';

const COLUMNS = [
  { key: 'name', title: '党员', width: 90, card: 'title', cell: (row) => row.memberName },
  { key: 'org', title: '党支部', width: 170, card: 'line', cell: (row) => row.orgName },
] as const satisfies readonly Column<PersonExemption>[];

/** 免考 of people below the session's place; `adding` opens the form. */
export function PersonExemptions({ keep, adding, onAdded }: { keep: string[]; adding: boolean; onAdded: () => void }) {
  const decide = useAct(decidePersonExemption, { quiet: true });
  const end = useAct(endPersonExemption, { quiet: true });
  return (
    <>
      <ExemptionList<PersonExemption>
        caption="党员免考"
        list={listPersonExemptions}
        columns={COLUMNS}
        searchFor="姓名"
        keep={keep}
        empty={{
          title: '没有党员免考',
          text: '年老体弱、长期患病等党员不宜考核的，由党支部申请免考并附证明，上级确认后单列为免考，不按0分计。',
        }}
        nameOf={({ memberName }) => memberName}
        consequence={(row) =>
          row.itemName === '全部项目'
            ? `${row.fromOn}至${row.toOn}各月不评分，积分排名中单列为免考，不计入平均分。`
            : `${row.itemName}在${row.fromOn}至${row.toOn}不计分，其余项目的权重按比例放大；已评的月份重新折算。`
        }
        usual="这名党员照常考核。"
        decide={(input) => decide.mutateAsync(input)}
        end={(input) => end.mutateAsync(input)}
      />
      {adding && <AskDialog onClose={onAdded} />}
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
  const items = useCall(exemptionItems, person === undefined ? null : { memberId: person.id }, { quiet: true });
  const ask = useAct(askPersonExemption, { quiet: true });
  const year = new Date().getFullYear();
  const form = useForm({
    schema,
    of: 'AskDialog',
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
        })
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
