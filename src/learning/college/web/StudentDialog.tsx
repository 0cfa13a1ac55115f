import { useState } from 'react';
import { z } from 'zod';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { addStudent, editStudent, listClasses, type Student, studentFields } from '../contract.student.ts';
import { GRADES, JOB_CLASSES, JOB_TYPES, PAST, STAFF, STUDENT, SUSPENDED, TITLE_LEVELS } from '../rules.ts';
import { optionsFromWords } from './parts.tsx';

const schema = z.object({
  ...studentFields,
  memberId: z.string(),
  jobClass: z.string(),
  titleLevel: z.string(),
  grade: z.string(),
});

/** What the fields say of each other: a student has a grade and a class, one of the staff a post. */
function check(values: FormValues): Record<string, string> {
  if (values.memberId === '') return { memberId: '请选择人员' };
  if (values.jobType === String(STAFF)) return values.jobClass === '' ? { jobClass: '请选择在岗或外聘' } : {};
  if (values.grade === '') return { grade: '请选择年级' };
  return values.className === '' && values.grade !== String(PAST) ? { className: '请填写班级' } : {};
}

/** Puts somebody of the register on the roster, or changes class or post. */
export function StudentDialog({
  student,
  jobType = STUDENT,
  onClose,
}: {
  student: Student | null;
  /** What somebody new is taken for at first. */
  jobType?: number;
  onClose: () => void;
}) {
  const add = useAct(addStudent, { quiet: true });
  const edit = useAct(editStudent, { quiet: true });
  const classes = useCall(listClasses, {}, { quiet: true });
  const [person, setPerson] = useState<Choice[]>([]);
  const text = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));
  const form = useForm({
    schema,
    initial: {
      memberId: student?.id ?? '',
      jobType: String(student?.jobType ?? jobType),
      number: student?.number ?? '',
      grade: text(student?.grade),
      className: student?.className ?? '',
      jobClass: text(student?.jobClass),
      titleLevel: text(student?.titleLevel),
      suspended: String(student?.suspended ?? 2),
    },
    of: `StudentDialog ${student?.id ?? ''}`,
    isNew: student === null,
    check,
  });
  const isStudent = form.text('jobType') === String(STUDENT);
  const known = (classes.data?.classes ?? []).filter(({ grade }) => String(grade) === form.text('grade'));
  const save = async () => {
    const { memberId, ...values } = form.values;
    if (student) await edit.mutateAsync({ ...values, id: student.id, version: student.version });
    else await add.mutateAsync({ ...values, memberId });
  };
  return (
    <FormDialog
      title={student ? `修改 ${student.name}` : '列入名册'}
      icon="person"
      width={700}
      form={form}
      pending={add.isPending || edit.isPending}
      onSave={save}
      onClose={onClose}
    >
      {!student && (
        <PeopleField
          label="人员"
          title="选择人员"
          required
          multiple={false}
          groupType={2}
          value={person}
          onChange={(people) => {
            const last = people.slice(-1);
            setPerson(last);
            form.set({ memberId: last[0]?.id ?? '' });
          }}
          fault={form.faults.memberId}
          hint="从党员库里选：党员、发展对象、积极分子或申请人"
        />
      )}
      <SelectField form={form} name="jobType" label="人员类别" required options={optionsFromWords(JOB_TYPES)} />
      <TextField form={form} name="number" label={isStudent ? '学号' : '工号'} max={20} />
      {isStudent ? (
        <>
          <SelectField form={form} name="grade" label="年级" required options={optionsFromWords(GRADES)} />
          <TextField
            form={form}
            name="className"
            label="班级"
            required={form.text('grade') !== String(PAST)}
            max={40}
            hint={known.length > 0 ? `已有：${known.map(({ className }) => className).join('、')}` : '如 机电2501班'}
          />
        </>
      ) : (
        <>
          <SelectField form={form} name="jobClass" label="在岗情况" required options={optionsFromWords(JOB_CLASSES)} />
          <SelectField form={form} name="titleLevel" label="职称" options={optionsFromWords(TITLE_LEVELS)} />
        </>
      )}
      <SelectField
        form={form}
        name="suspended"
        label={isStudent ? '休学' : '停职'}
        required
        options={optionsFromWords(SUSPENDED)}
        hint={isStudent ? '休学的学生不随班升级' : undefined}
      />
    </FormDialog>
  );
}
