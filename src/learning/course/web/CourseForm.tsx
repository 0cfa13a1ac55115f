import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { ChosenAudience } from '#people/groups/web/pickers.audience.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, Field, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  type CourseDetail,
  courseFields,
  createCourse,
  getCourse,
  publishCourse,
  updateCourse,
} from '../contract.course.ts';
import { AUDIENCES, COURSES } from '../rules.course.ts';
import { type ChapterItem, Chapters, chaptersFault, chaptersIn, chaptersOut, itemsOf } from './pickers.chapters.tsx';
import './course.css';

/** 新增课程; with `id` one that is not published is edited. */
export default function CourseForm() {
  const { id } = readQuery(useLocation().search, ['id']);
  const courseQuery = useCall(getCourse, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  if (id === undefined) return <Editor course={null} />;
  return (
    <RecordLoader
      query={courseQuery}
      fresh
      refused={(course) => (course.can.edit ? '' : '已发布的和上级的课程不能修改')}
    >
      {(course) => <Editor key={course.id} course={course} />}
    </RecordLoader>
  );
}

const text = z.string();
const { chapters: _chapters, orgIds: _orgIds, memberIds: _memberIds, groupIds: _groupIds, ...plain } = courseFields;
const schema = z.object({ ...plain, orgIds: text, memberIds: text, groupIds: text, chapters: text });
const REQUIRED = [
  { value: 'true', label: '必修：发布时列入全部学习对象' },
  { value: 'false', label: '选修：学习对象自己报名' },
];

const valuesOf = (course: CourseDetail | null): FormValues => ({
  title: course?.title ?? '',
  intro: course?.intro ?? '',
  isRequired: course?.isRequired ?? true,
  inOrder: course?.inOrder ?? true,
  certificate: course?.certificate ?? false,
  endsOn: course?.endsOn ?? '',
  hours: String(course?.hours ?? 0),
  audience: course?.audience ?? 'below',
  orgIds: (course?.orgs ?? []).map(({ id }) => id).join(),
  memberIds: (course?.members ?? []).map(({ id }) => id).join(),
  groupIds: (course?.groups ?? []).map(({ id }) => id).join(),
  onlyMembers: course?.onlyMembers ?? true,
  chapters: JSON.stringify(itemsOf(course)),
});

const check = (values: FormValues): Record<string, string> => {
  const fault = chaptersFault(JSON.parse(String(values.chapters) || '[]') as ChapterItem[]);
  return fault ? { chapters: fault } : {};
};

function Editor({ course: read }: { course: CourseDetail | null }) {
  const navigate = useNavigate();
  const session = useSession();
  const create = useAct(createCourse, { quiet: true });
  const update = useAct(updateCourse, { quiet: true });
  const publish = useAct(publishCourse, { quiet: true });
  // The record is read again behind an open form; what the form started from must not move under it.
  const [course] = useState(read);
  const form = useForm({ schema, initial: valuesOf(course), isNew: course === null, check });
  const list = pathWithQuery(COURSES.home, { tab: 'manage' });
  const save = async () => {
    const chosen = (name: string) => form.text(name).split(',').filter(Boolean);
    const input = {
      ...form.input(),
      orgIds: chosen('orgIds'),
      memberIds: chosen('memberIds'),
      groupIds: chosen('groupIds'),
      chapters: chaptersOut(form),
    };
    if (course) {
      await update.mutateAsync({ ...input, id: course.id, version: course.version });
      clearKeptInput();
      navigate(list);
      return;
    }
    const { id } = await create.mutateAsync({ ...input, orgId: session.user.workOrgId });
    clearKeptInput();
    navigate(pathWithQuery(COURSES.form, { id }), { replace: true });
  };
  const send = async () => {
    if (!course) return;
    await publish.mutateAsync({ id: course.id, version: course.version });
    navigate(pathWithQuery(COURSES.follow, { id: course.id }));
  };
  return (
    <FormPage
      title={course ? `编辑课程 ${course.title}` : '新增课程'}
      form={form}
      act="存草稿"
      onSave={save}
      onCancel={() => navigate(list)}
      banners={
        <>
          {course?.state === 2 && (
            <div className="banner warn" role="note">
              <span>已下架：{course.withdrawnFor}</span>
            </div>
          )}
          {course?.can.publish && form.dirty.length === 0 && (
            <div className="banner" role="note">
              <span>
                草稿已保存。{course.isRequired ? '发布后列入学习对象，并发通知和待办。' : '发布后学习对象可以选修。'}
              </span>
              <Button
                look="primary"
                size="compact"
                disabled={publish.isPending}
                onClick={() => void send().catch(form.tell)}
              >
                发布课程
              </Button>
            </div>
          )}
        </>
      }
      sections={[
        {
          id: 'what',
          title: '课程',
          content: (
            <>
              <TextField form={form} name="title" label="课程名称" required max={60} wide />
              <AreaField form={form} name="intro" label="课程简介" wide max={2000} />
              <Field form={form} name="isRequired" label="修习方式" required wide>
                {(control) => (
                  <fieldset id={control.id} className="chosen-audience" aria-label="修习方式">
                    {REQUIRED.map(({ value, label }) => (
                      <label key={value} className="filter-option">
                        <input
                          type="radio"
                          name="course-required"
                          checked={String(form.values.isRequired) === value}
                          onChange={() => form.set({ isRequired: value === 'true' })}
                        />
                        {label}
                      </label>
                    ))}
                  </fieldset>
                )}
              </Field>
              <DateField form={form} name="endsOn" label="截止日期" hint="不填就不设期限" />
              <TextField
                form={form}
                name="hours"
                label="学完另计学时"
                inputMode="decimal"
                max={4}
                hint="视频按观看时间已计学时，这里不要重复计"
              />
              <TickField form={form} name="inOrder" label="按顺序学" hint="前面的必学章节学完，后面的才开放" />
              <TickField
                form={form}
                name="certificate"
                label="学完发学习证明"
                hint="由本组织出具，学员在“学习证明”中查看和打印"
              />
            </>
          ),
        },
        { id: 'chapters', title: `章节：共${chaptersIn(form).length}章`, content: <Chapters form={form} /> },
        {
          id: 'who',
          title: '学习对象',
          content: (
            <>
              <SelectField form={form} name="audience" label="学习对象" required options={optionsOf(AUDIENCES)} />
              <TickField
                form={form}
                name="onlyMembers"
                label="只含正式党员和预备党员"
                hint="不勾选时，包括申请人、积极分子和发展对象"
              />
              <ChosenAudience form={form} named={course} groupType={2} groups="课程中心分组" people="选择学员" />
            </>
          ),
        },
      ]}
    />
  );
}
