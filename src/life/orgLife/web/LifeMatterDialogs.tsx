import { z } from 'zod';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import {
  addProblem,
  addStatement,
  type Matter,
  type Problem,
  prepareFields,
  prepareMatter,
  problemFields,
  reportMatter,
  settleFields,
  settleProblem,
  statementFields,
} from '../contract.life.ts';
import { STATEMENT_KINDS } from '../rules.life.ts';
import { PersonOf } from './PersonOf.tsx';

interface Props {
  matter: Matter;
  onClose: () => void;
}

/** 会前准备: study, opinions asked, and the plan of a leadership. */
export function PrepareDialog({ matter, onClose }: Props) {
  const save = useAct(prepareMatter, { quiet: true });
  const form = useForm({
    schema: z.object(prepareFields),
    initial: { study: matter.study, opinions: matter.opinions, plan: matter.plan },
    of: `PrepareDialog ${matter.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title="会前准备"
      icon="edit"
      width={700}
      form={form}
      pending={save.isPending}
      onSave={() =>
        save.mutateAsync({
          id: matter.id,
          study: form.text('study'),
          opinions: form.text('opinions'),
          plan: form.text('plan'),
        })
      }
      onClose={onClose}
    >
      {matter.type === 7 && (
        <AreaField form={form} name="plan" label="会议方案" max={3000} rows={5} hint="会前报上级的方案" />
      )}
      <AreaField form={form} name="study" label="会前学习" max={3000} rows={4} hint="学了什么、什么时候学的" />
      <AreaField
        form={form}
        name="opinions"
        label="征求意见"
        max={3000}
        rows={4}
        hint="向谁征求、归纳出哪些意见，不写姓名"
      />
    </FormDialog>
  );
}

/** 对照检查材料、自我批评、相互批评 of one person. */
export function StatementDialog({ matter, onClose }: Props) {
  const save = useAct(addStatement, { quiet: true });
  const form = useForm({
    schema: z.object({
      kind: z.string(),
      fromId: z.string().min(1, '请选择发言人'),
      fromName: z.string(),
      aboutId: z.string(),
      aboutName: z.string(),
      said: statementFields.said,
    }),
    initial: { kind: '2', fromId: '', fromName: '', aboutId: '', aboutName: '', said: '' },
    of: `StatementDialog ${matter.id}`,
    isNew: true,
    check: (values): Record<string, string> =>
      values.kind === '3' && values.aboutId === '' ? { aboutId: '请选择被批评的同志' } : {},
  });
  return (
    <FormDialog
      title="登记发言"
      icon="edit"
      width={700}
      form={form}
      pending={save.isPending}
      onSave={() =>
        save.mutateAsync({
          id: matter.id,
          kind: form.text('kind'),
          fromId: form.text('fromId'),
          aboutId: form.text('kind') === '3' ? form.text('aboutId') : '',
          said: form.text('said'),
        })
      }
      onClose={onClose}
    >
      <SelectField form={form} name="kind" label="类别" required options={optionsOf(STATEMENT_KINDS)} />
      <PersonOf form={form} name="from" label="发言人" required />
      {form.text('kind') === '3' && <PersonOf form={form} name="about" label="被批评的同志" required />}
      <AreaField form={form} name="said" label="发言内容" required max={3000} rows={6} hint="只有到会的同志能看" />
    </FormDialog>
  );
}

/** A problem with measure, person and day. */
export function ProblemDialog({ matter, onClose }: Props) {
  const save = useAct(addProblem, { quiet: true });
  const form = useForm({
    schema: z.object({
      problem: problemFields.problem,
      measure: problemFields.measure,
      personId: z.string(),
      personName: z.string(),
      dueOn: problemFields.dueOn,
    }),
    initial: { problem: '', measure: '', personId: '', personName: '', dueOn: '' },
    of: `ProblemDialog ${matter.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title="登记整改问题"
      icon="edit"
      form={form}
      pending={save.isPending}
      onSave={() =>
        save.mutateAsync({
          id: matter.id,
          problem: form.text('problem'),
          measure: form.text('measure'),
          personId: form.text('personId'),
          dueOn: form.text('dueOn'),
        })
      }
      onClose={onClose}
    >
      <AreaField form={form} name="problem" label="问题" required max={500} rows={2} />
      <AreaField form={form} name="measure" label="整改措施" required max={500} rows={2} />
      <PersonOf form={form} name="person" label="责任人" />
      <DateField form={form} name="dueOn" label="整改期限" required hint="到期前在待办里提醒，销号后消失" />
    </FormDialog>
  );
}

/** 销号. */
export function SettleDialog({ matter, problem, onClose }: Props & { problem: Problem }) {
  const save = useAct(settleProblem, { quiet: true });
  const form = useForm({
    schema: z.object(settleFields),
    initial: { doneOn: '', evidence: '' },
    of: `SettleDialog ${problem.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title="整改问题销号"
      icon="check"
      act="销号"
      form={form}
      pending={save.isPending}
      onSave={() =>
        save.mutateAsync({
          id: matter.id,
          problemId: problem.id,
          doneOn: form.text('doneOn'),
          evidence: form.text('evidence'),
        })
      }
      onClose={onClose}
    >
      <p className="field-hint wide">{problem.problem}</p>
      <DateField form={form} name="doneOn" label="完成日期" required />
      <AreaField
        form={form}
        name="evidence"
        label="整改结果"
        required
        max={500}
        hint="做了什么，凭什么认定已经整改到位"
      />
    </FormDialog>
  );
}

/** The report of a 民主生活会. */
export function ReportDialog({ matter, onClose }: Props) {
  const save = useAct(reportMatter, { quiet: true });
  const schema = z.object({
    report: z.string().trim().min(1, '请输入会议情况报告').max(5000, '会议情况报告不能超过5000个字'),
  });
  const form = useForm({ schema, initial: { report: '' }, of: `ReportDialog ${matter.id}`, isNew: true });
  return (
    <FormDialog
      title="上报会议情况"
      icon="document"
      width={700}
      act="上报"
      form={form}
      pending={save.isPending}
      onSave={() => save.mutateAsync({ id: matter.id, report: form.text('report') })}
      onClose={onClose}
    >
      <AreaField form={form} name="report" label="会议情况报告" required max={5000} rows={8} hint="上报后不能再改" />
    </FormDialog>
  );
}
