import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { listCourses } from '#learning/course/contract.course.ts';
import { listExams } from '#learning/exam/contract.exam.ts';
import { OrgDialog } from '#people/org/web/pickers.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, Field, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { type ClassDetail, classFields, createClass, getClass, updateClass } from '../contract.school.ts';
import { SCHOOL } from '../rules.school.ts';
import './school.css';

const MOST_OFFERED = 100;
const text = z.string();
const { courseIds: _courses, orgIds: _orgs, ...plain } = classFields;
const schema = z.object({ ...plain, courseIds: text, orgIds: text });

const valuesOf = (one: ClassDetail | null): FormValues => ({
  title: one?.title ?? '',
  intro: one?.intro ?? '',
  place: one?.place ?? '',
  quota: String(one?.quota ?? 50),
  startsOn: one?.startsOn ?? '',
  endsOn: one?.endsOn ?? '',
  nominateBy: one?.nominateBy ?? '',
  central: one?.central ?? true,
  certificate: one?.certificate ?? true,
  courseIds: one?.courses.map(({ id }) => id).join() ?? '',
  examId: one?.exam?.id ?? '',
  needAttendance: String(one?.needAttendance ?? 80),
  needHours: String(one?.needHours ?? 24),
  needScore: String(one?.needScore ?? 60),
  orgIds: one?.nominators.map(({ id }) => id).join() ?? '',
  places: String(one?.nominators[0]?.places ?? 5),
});

/** 编辑党校: a new class, or by `id` one that is not finished. */
export default function SchoolForm() {
  const { id } = readQuery(useLocation().search, ['id']);
  const classQuery = useCall(getClass, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  if (id === undefined) return <Editor one={null} />;
  return (
    <RecordLoader query={classQuery} fresh refused={(one) => (one.can.edit ? '' : '这个培训班不能修改')}>
      {(one) => <Editor key={one.id} one={one} />}
    </RecordLoader>
  );
}

function Editor({ one: read }: { one: ClassDetail | null }) {
  const navigate = useNavigate();
  const [one] = useState(read);
  const [orgs, setOrgs] = useState<readonly Choice[]>(
    () => one?.nominators.map(({ id, name }) => ({ id, name, note: '' })) ?? [],
  );
  const create = useAct(createClass, { quiet: true });
  const update = useAct(updateClass, { quiet: true });
  const form = useForm({
    schema,
    initial: valuesOf(one),
    isNew: one === null,
    check: (values): Record<string, string> =>
      values.endsOn && String(values.endsOn) < String(values.startsOn) ? { endsOn: '结束日期不能早于开始日期' } : {},
  });
  const save = async () => {
    const say = (name: string) => form.text(name);
    const list = (name: string) => say(name).split(',').filter(Boolean);
    const given = {
      title: say('title'),
      intro: say('intro'),
      place: say('place'),
      quota: say('quota'),
      startsOn: say('startsOn'),
      endsOn: say('endsOn'),
      nominateBy: say('nominateBy') || undefined,
      central: form.values.central === true,
      certificate: form.values.certificate === true,
      courseIds: list('courseIds'),
      examId: say('examId') || undefined,
      needAttendance: say('needAttendance'),
      needHours: say('needHours'),
      needScore: say('needScore'),
      orgIds: list('orgIds'),
      places: say('places'),
    };
    const id = one?.id ?? (await create.mutateAsync(given)).id;
    if (one) await update.mutateAsync({ ...given, id, version: one.version });
    clearKeptInput();
    navigate(SCHOOL.detail(id), { replace: true });
  };
  return (
    <FormPage
      title={one ? `修改 ${one.title}` : '新建培训班'}
      form={form}
      act={one ? '保存' : '存草稿'}
      onSave={save}
      onCancel={() => navigate(one ? SCHOOL.detail(one.id) : placeOf(SCHOOL.home))}
      sections={[
        {
          id: 'what',
          title: '培训班',
          content: (
            <>
              <TextField form={form} name="title" label="班名" required max={40} wide hint="写在学习证明上" />
              <DateField form={form} name="startsOn" label="开始日期" required />
              <DateField form={form} name="endsOn" label="结束日期" required />
              <TextField form={form} name="place" label="地点" max={60} />
              <TextField form={form} name="quota" label="名额" required inputMode="numeric" max={4} />
              <TickField form={form} name="central" label="集中培训" hint="学时计为集中培训" />
              <AreaField form={form} name="intro" label="说明" wide max={1000} />
            </>
          ),
        },
        {
          id: 'who',
          title: '推荐学员',
          content: (
            <>
              <OrgsField form={form} orgs={orgs} onlyAdd={one !== null && one.state > 0} onChange={setOrgs} />
              <TextField form={form} name="places" label="每个组织的名额" inputMode="numeric" max={4} />
              <DateField form={form} name="nominateBy" label="推荐截止" hint="不填就不设期限" />
            </>
          ),
        },
        {
          id: 'rule',
          title: '结业条件',
          content: (
            <>
              <TextField form={form} name="needAttendance" label="出勤率（%）" required inputMode="numeric" max={3} />
              <TextField
                form={form}
                name="needHours"
                label="应满学时"
                required
                inputMode="numeric"
                max={3}
                hint="到课的课时，加上学完的课程"
              />
              <ExamField form={form} one={one} />
              <TextField
                form={form}
                name="needScore"
                label="考试成绩（百分制）"
                inputMode="numeric"
                max={3}
                hint="不设结业考试的不看"
              />
              <CoursesField form={form} one={one} />
              <TickField form={form} name="certificate" label="结业发学习证明" hint="合格的学员批量出具" />
            </>
          ),
        },
      ]}
    />
  );
}

type Form = ReturnType<typeof useForm>;

function OrgsField({
  form,
  orgs,
  onlyAdd,
  onChange,
}: {
  form: Form;
  orgs: readonly Choice[];
  onlyAdd: boolean;
  onChange: (orgs: readonly Choice[]) => void;
}) {
  const [open, setOpen] = useState(false);
  const pick = (next: readonly Choice[]) => {
    onChange(next);
    form.set({ orgIds: next.map(({ id }) => id).join() });
  };
  return (
    <Field form={form} name="orgIds" label="推荐组织" wide hint="开始推荐时收到待办；不选的由主办方自己加学员">
      {(control) => (
        <div className="school-chips">
          {orgs.map((org) => (
            <span key={org.id} className="tag">
              {org.name}
              {!onlyAdd && (
                <IconButton
                  icon="close"
                  iconSize={12}
                  label={`移除${org.name}`}
                  onClick={() => pick(orgs.filter(({ id }) => id !== org.id))}
                />
              )}
            </span>
          ))}
          <Button
            id={control.id}
            size="compact"
            icon="organisation"
            aria-haspopup="dialog"
            aria-describedby={control['aria-describedby']}
            onClick={() => setOpen(true)}
          >
            选择组织
          </Button>
          {open && (
            <OrgDialog title="选择推荐组织" multiple chosen={orgs} onConfirm={pick} onClose={() => setOpen(false)} />
          )}
        </div>
      )}
    </Field>
  );
}

function ExamField({ form, one }: { form: Form; one: ClassDetail | null }) {
  const mayRead = may(useSession(), 'exam:write');
  const examsQuery = useCall(
    listExams,
    { state: 1, pageNum: 1, pageSize: MOST_OFFERED },
    { quiet: true, enabled: mayRead },
  );
  const offered = new Map((examsQuery.data?.rows ?? []).map(({ id, title }) => [id, title]));
  if (one?.exam) offered.set(one.exam.id, one.exam.name);
  return (
    <SelectField
      form={form}
      name="examId"
      label="结业考试"
      options={[{ value: '', label: '不设考试' }, ...[...offered].map(([value, label]) => ({ value, label }))]}
    />
  );
}

function CoursesField({ form, one }: { form: Form; one: ClassDetail | null }) {
  const mayRead = may(useSession(), 'edu:write');
  const coursesQuery = useCall(
    listCourses,
    { state: 1, pageNum: 1, pageSize: MOST_OFFERED },
    { quiet: true, enabled: mayRead },
  );
  const offered = new Map((coursesQuery.data?.rows ?? []).map(({ id, title }) => [id, title]));
  for (const { id, name } of one?.courses ?? []) offered.set(id, name);
  const chosen = form.text('courseIds').split(',').filter(Boolean);
  if (offered.size === 0) return null;
  return (
    <Field form={form} name="courseIds" label="须学完的课程" wide>
      {(control) => (
        <fieldset id={control.id} className="school-ticks" aria-label="须学完的课程">
          {[...offered].map(([id, title]) => (
            <label key={id} className="filter-option">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) =>
                  form.set({
                    courseIds: (event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id)).join(),
                  })
                }
              />
              {title}
            </label>
          ))}
        </fieldset>
      )}
    </Field>
  );
}
