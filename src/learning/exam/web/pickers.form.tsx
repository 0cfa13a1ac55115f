import { beijingTime } from '#platform/time/days.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { DateTimeField } from '#platform/web/dateTime/fields.tsx';
import { AreaField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import type { Form, FormValues } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import type { ExamDetail } from '../contract.exam.ts';
import { listPapers } from '../contract.paper.ts';
import { COUNTS, pointsText, SHOWS } from '../rules.ts';
import './exam.css';

/** A point in time as the form holds it: Beijing's day and minute. */
const typed = (iso: string | undefined) => (iso ? beijingTime(Date.parse(iso)) : '');

/** What the form of an exam begins with, whoever it is for. */
export const examValues = (exam: ExamDetail | null): FormValues => ({
  title: exam?.title ?? '',
  remark: exam?.remark ?? '',
  paperId: exam?.paperId ?? '',
  opensAt: typed(exam?.opensAt),
  closesAt: typed(exam?.closesAt),
  minutes: String(exam?.minutes ?? 60),
  lateMinutes: String(exam?.lateMinutes ?? ''),
  earlyMinutes: String(exam?.earlyMinutes ?? 0),
  attempts: String(exam?.attempts ?? 1),
  counts: exam?.counts ?? 'best',
  passPercent: String(exam?.passPercent ?? 60),
  mixQuestions: exam?.mixQuestions ?? true,
  mixOptions: exam?.mixOptions ?? true,
  shows: exam?.shows ?? 'answers',
  leaveLimit: String(exam?.leaveLimit ?? 0),
  leaveHandsIn: exam?.leaveHandsIn ?? false,
  doubleGap: String(exam?.doubleGap ?? ''),
  hours: String(exam?.hours ?? 0),
  certificate: exam?.certificate ?? false,
});

/** What is asked, and when. */
export function ExamFacts({ form }: { form: Form }) {
  const papers = useCall(listPapers, { pageSize: 200 }, { quiet: true });
  return (
    <>
      <SelectField
        form={form}
        name="paperId"
        label="试卷"
        required
        options={(papers.data?.rows ?? []).map(({ id, name, questions, total }) => ({
          value: id,
          label: `${name}（${questions}题，${pointsText(total)}分）`,
        }))}
      />
      <TextField form={form} name="minutes" label="考试时长（分钟）" required inputMode="numeric" max={3} />
      <DateTimeField form={form} name="opensAt" label="开始时间" required />
      <DateTimeField form={form} name="closesAt" label="结束时间" required hint="到时自动交卷" />
    </>
  );
}

export const ExamRemark = ({ form }: { form: Form }) => (
  <AreaField form={form} name="remark" label="考试说明" wide max={1000} />
);

/** How it is sat, marked and shown, and what passing brings. */
export function ExamRules({ form }: { form: Form }) {
  return (
    <>
      <TextField form={form} name="passPercent" label="及格线（总分的%）" required inputMode="numeric" max={3} />
      <TextField form={form} name="attempts" label="可考次数" required inputMode="numeric" max={2} />
      <SelectField form={form} name="counts" label="考多次时" required options={optionsOf(COUNTS)} />
      <SelectField form={form} name="shows" label="公布成绩后考生看到" required options={optionsOf(SHOWS)} />
      <TextField
        form={form}
        name="lateMinutes"
        label="迟到几分钟不能入场"
        inputMode="numeric"
        max={4}
        hint="不填就到结束前都能入场"
      />
      <TextField form={form} name="earlyMinutes" label="开考几分钟后才能交卷" inputMode="numeric" max={3} />
      <TextField
        form={form}
        name="leaveLimit"
        label="允许离开页面的次数"
        inputMode="numeric"
        max={2}
        hint="0为不限制"
      />
      <TextField
        form={form}
        name="doubleGap"
        label="双评分差（分）"
        inputMode="decimal"
        max={4}
        hint="填了就由两人各阅一次，相差超过这个分数的由第三人再阅；不填由一人阅"
      />
      <TextField
        form={form}
        name="hours"
        label="及格计学时"
        inputMode="decimal"
        max={4}
        hint="公布成绩时记入学时台账，0为不计"
      />
      <TickField
        form={form}
        name="certificate"
        label="及格发学习证明"
        hint="公布成绩时由本组织出具，考生在“学习证明”中查看和打印"
      />
      <TickField form={form} name="leaveHandsIn" label="离开超过次数就交卷" hint="不勾选时只提醒" />
      <TickField form={form} name="mixQuestions" label="打乱题目顺序" />
      <TickField form={form} name="mixOptions" label="打乱选项顺序" />
    </>
  );
}
