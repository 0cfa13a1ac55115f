import { useCall } from '#platform/web/call/hooks.ts';
import { Field, TickField } from '#platform/web/form/fields.tsx';
import type { Form, FormValues } from '#platform/web/form/useForm.ts';
import type { Option } from '#platform/web/list/columns.ts';
import { listClasses } from '../contract.student.ts';
import {
  type CollegeAudience,
  GRADES,
  IDENTITIES,
  JOB_CLASSES,
  JOB_TYPES,
  STAFF,
  STUDENT,
  TITLE_LEVELS,
} from '../rules.ts';
import { optionsFromWords } from './parts.tsx';

const LISTS = ['jobTypes', 'grades', 'classes', 'jobClasses', 'titleLevels', 'identities'] as const;
/** Class names may hold a comma; nothing that is typed holds this sign. */
const PART = '\n';
const chosenIn = (form: Form, name: string) => form.text(name).split(PART).filter(Boolean);

/** An audience as a form holds it: each list as one text. */
export const audienceValues = (of: CollegeAudience | null): FormValues => ({
  ...Object.fromEntries(LISTS.map((name) => [name, (of?.[name] ?? []).join(PART)])),
  suspended: of?.suspended ?? false,
});

/** The audience of a form as a call takes it. */
export function audienceInput(form: Form): CollegeAudience {
  const numbers = (name: string) => chosenIn(form, name).map(Number);
  return {
    jobTypes: numbers('jobTypes'),
    grades: numbers('grades'),
    classes: chosenIn(form, 'classes'),
    jobClasses: numbers('jobClasses'),
    titleLevels: numbers('titleLevels'),
    identities: numbers('identities'),
    suspended: form.values.suspended === true,
  };
}

/** Whom of the roster a course or a test is for: what is left open means everybody. */
export function AudienceFields({ form }: { form: Form }) {
  const classesQuery = useCall(listClasses, {}, { quiet: true });
  const types = chosenIn(form, 'jobTypes');
  const wants = (type: number) => types.length === 0 || types.includes(String(type));
  const grades = chosenIn(form, 'grades');
  const classes = (classesQuery.data?.classes ?? []).filter(
    ({ grade, className }) => className !== '' && (grades.length === 0 ? grade > 0 : grades.includes(String(grade))),
  );
  const kept = chosenIn(form, 'classes').filter((name) => !classes.some(({ className }) => className === name));
  const classOptions = [...kept, ...new Set(classes.map(({ className }) => className))].map((name) => ({
    value: name,
    label: name,
  }));
  const clear = (next: string[]) => {
    const left = (type: number) => next.length > 0 && !next.includes(String(type));
    form.set({
      ...(left(STUDENT) ? { grades: '', classes: '' } : {}),
      ...(left(STAFF) ? { jobClasses: '', titleLevels: '' } : {}),
    });
  };
  return (
    <>
      <Ticks
        form={form}
        field="college"
        name="jobTypes"
        label="人员类别"
        of={optionsFromWords(JOB_TYPES)}
        hint="都不选就是全部师生"
        onChange={clear}
      />
      {wants(STUDENT) && (
        <>
          <Ticks form={form} name="grades" label="年级" of={optionsFromWords(GRADES)} hint="都不选就是各年级" />
          {classOptions.length > 0 && (
            <Ticks form={form} name="classes" label="班级" of={classOptions} hint="都不选就是各班" />
          )}
        </>
      )}
      {wants(STAFF) && (
        <>
          <Ticks
            form={form}
            name="jobClasses"
            label="在岗情况"
            of={optionsFromWords(JOB_CLASSES)}
            hint="都不选就是全部教职工"
          />
          <Ticks
            form={form}
            name="titleLevels"
            label="职称"
            of={optionsFromWords(TITLE_LEVELS)}
            hint="都不选就不限职称"
          />
        </>
      )}
      <Ticks form={form} name="identities" label="政治面貌" of={optionsFromWords(IDENTITIES)} hint="都不选就不限" />
      <TickField form={form} name="suspended" label="包括停学停职的人" />
    </>
  );
}

function Ticks({
  form,
  name,
  field = name,
  label,
  of,
  hint,
  onChange,
}: {
  form: Form;
  name: string;
  /** The name under which the server speaks of it. */
  field?: string;
  label: string;
  of: readonly Option[];
  hint: string;
  onChange?: (next: string[]) => void;
}) {
  const chosen = chosenIn(form, name);
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    form.set({ [name]: next.join(PART) });
    onChange?.(next);
  };
  return (
    <Field form={form} name={field} label={label} wide hint={hint}>
      {(control) => (
        <fieldset id={control.id} className="college-ticks" aria-label={label} tabIndex={-1}>
          {of.map(({ value, label: word }) => (
            <label key={value} className="filter-option">
              <input type="checkbox" className="tick" checked={chosen.includes(value)} onChange={() => toggle(value)} />
              {word}
            </label>
          ))}
        </fieldset>
      )}
    </Field>
  );
}
