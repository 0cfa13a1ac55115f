import { z } from 'zod';
import { DateField } from '../form/fields.tsx';
import { useForm } from '../form/useForm.ts';
import { Case, Cases } from '../gallery/Case.tsx';
import { DateTimeField, TimeField } from './fields.tsx';
import '../form/form.css';

const schema = z.object({
  day: z.iso.date('请输入正确的日期'),
  startsAt: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/, '请输入正确的时间'),
  empty: z.string(),
  time: z.string(),
  late: z.string(),
});

/** Fields of days, of points in time and of times, filled, empty and wrong. */
export default function DateTimeGallery() {
  const form = useForm({
    schema,
    initial: { day: '2026-11-20', startsAt: '2026-11-20 09:30', empty: '', time: '09:15', late: '' },
    isNew: true,
  });
  return (
    <Cases>
      <Case title="日期：可键入20261120、2026.11.20、2026年11月20日">
        <DateField form={form} name="day" label="谈话日期" required />
      </Case>
      <Case title="日期和时间：时限0至23，分限0至59">
        <DateTimeField form={form} name="startsAt" label="会议时间" required />
      </Case>
      <Case title="未填写">
        <DateTimeField form={form} name="empty" label="结束时间" hint="不填为待定" />
      </Case>
      <Case title="时间：8时至20时，每15分钟">
        <TimeField form={form} name="time" label="上课时间" />
      </Case>
      <Case title="时间：18时至22时，每30分钟">
        <TimeField form={form} name="late" label="夜校时间" begin="18:00" end="22:00" step={30} />
      </Case>
    </Cases>
  );
}
