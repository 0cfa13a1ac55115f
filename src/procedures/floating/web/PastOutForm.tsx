import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { RegionField } from '#platform/web/form/RegionField.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { addPastOutflow } from '../contract.past.ts';
import { RANGES, REASONS, TRADES } from '../rules.ts';
import { NoteField } from './parts.tsx';
import { PATHS } from './paths.ts';

const BLANK = {
  memberId: '',
  range: '',
  region: '',
  place: '',
  reason: '',
  trade: '',
  startedOn: '',
  endedOn: '',
  toOrgName: '',
  note: '',
};

/** `outHistoryAdd`: an absence that is over and was never registered. */
export default function PastOutForm() {
  const navigate = useNavigate();
  const add = useAct(addPastOutflow, { quiet: true });
  const [person, setPerson] = useState<Choice[]>([]);
  const form = useForm({ schema: addPastOutflow.input, initial: BLANK, isNew: true });
  return (
    <FormPage
      title="流出历史新增"
      form={form}
      act="补登"
      onSave={async () => {
        const { id } = await add.mutateAsync(form.values);
        emit('notice', { kind: 'success', text: '已补登流出历史' });
        navigate(PATHS.pastDetail('out', id), { replace: true });
      }}
      onCancel={() => navigate(PATHS.list)}
      sections={[
        {
          id: 'who',
          title: '谁外出过',
          content: (
            <>
              <PeopleField
                label="外出党员"
                required
                multiple={false}
                value={person}
                hint="只记录经历，现在的流动标记不变"
                fault={form.faults.memberId && (person.length > 0 ? form.faults.memberId : '请选择外出党员')}
                onChange={(chosen) => {
                  setPerson(chosen);
                  form.set({ memberId: chosen[0]?.id ?? '' });
                }}
              />
              <DateField form={form} name="startedOn" label="外出日期" required />
              <DateField form={form} name="endedOn" label="返回日期" required hint="在外满6个月的才登记" />
            </>
          ),
        },
        {
          id: 'where',
          title: '去了哪里',
          content: (
            <>
              <SelectField form={form} name="range" label="流动范围" required options={optionsOf(RANGES)} />
              <RegionField form={form} name="region" label="流入地区" required max={60} />
              <TextField form={form} name="place" label="详细地点" max={80} />
              <SelectField form={form} name="reason" label="流动原因" required options={optionsOf(REASONS)} />
              <SelectField form={form} name="trade" label="从事行业" required options={optionsOf(TRADES)} />
              <TextField form={form} name="toOrgName" label="流入地党组织" max={60} />
              <NoteField form={form} label="说明" />
            </>
          ),
        },
      ]}
    />
  );
}
