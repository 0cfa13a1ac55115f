import { useNavigate } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { timeOptions } from '#platform/web/dateTime/clock.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, ListField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { planFields, planYear } from '../contract.plan.ts';
import { PATHS } from './paths.ts';

const DAYS = Array.from({ length: 28 }, (_, at) => ({ value: String(at + 1), label: `每月${at + 1}日` }));

/** The year's plan in one press: drafts of what is owed, on the branch's fixed day. */
export function PlanDialog({ orgId, today, onClose }: { orgId: string; today: string; onClose: () => void }) {
  const navigate = useNavigate();
  const plan = useAct(planYear, { quiet: true });
  const now = Number(today.slice(0, 4));
  const form = useForm({
    schema: z.object({
      year: z.string(),
      day: z.string(),
      startTime: planFields.startTime,
      minutes: z.string(),
      place: planFields.place,
      note: z.string().max(500, '通知事项不能超过500个字'),
    }),
    initial: { year: String(now), day: '5', startTime: '09:00', minutes: '90', place: '', note: '' },
    of: `PlanDialog ${orgId}`,
    isNew: true,
  });
  return (
    <FormDialog
      title="一键排计划"
      icon="calendarCheck"
      act="排出计划"
      form={form}
      pending={plan.isPending}
      onSave={async () => {
        const { count } = await plan.mutateAsync({
          orgId,
          year: form.text('year'),
          day: form.text('day'),
          startTime: form.text('startTime'),
          minutes: form.text('minutes'),
          place: form.text('place'),
          note: form.text('note'),
        });
        onClose();
        emit('notice', {
          kind: 'success',
          text: count > 0 ? `已排出${count}次会议，核对后逐个发出通知` : '该排的都排了，没有新增',
        });
        if (count > 0) navigate(PATHS.meetings({ orgId, state: '0' }));
        return false;
      }}
      onClose={onClose}
    >
      <p className="field-hint wide">按应开的类型和期次写成草稿，固定在每月同一天；已经开了或排了的不重复。</p>
      <SelectField
        form={form}
        name="year"
        label="年份"
        required
        options={[now, now + 1].map((value) => ({ value: String(value), label: `${value}年` }))}
      />
      <ListField form={form} name="day" label="固定日期" required options={DAYS} />
      <ListField
        form={form}
        name="startTime"
        label="开始时间"
        required
        options={timeOptions().map((value) => ({ value, label: value }))}
      />
      <SelectField
        form={form}
        name="minutes"
        label="时长"
        required
        options={[60, 90, 120, 180].map((value) => ({ value: String(value), label: `${value}分钟` }))}
      />
      <TextField form={form} name="place" label="地点" required max={60} />
      <AreaField form={form} name="note" label="通知事项" max={500} rows={2} />
    </FormDialog>
  );
}
