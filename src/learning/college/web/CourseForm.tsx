import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import {
  type ChapterItem,
  Chapters,
  chaptersFault,
  chaptersIn,
  chaptersOut,
  itemsOf,
  type UseExams,
} from '#learning/course/web/pickers.chapters.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import {
  type CollegeCourse,
  createCollegeCourse,
  getCollegeCourse,
  plainCourseFields,
  term,
  updateCollegeCourse,
} from '../contract.course.ts';
import { listTests } from '../contract.exam.ts';
import { COLLEGE } from '../rules.ts';
import { AudienceFields, audienceInput, audienceValues } from './AudienceFields.tsx';
import { presentTerm, termOptions } from './parts.tsx';

/** A chapter of a college's course is one of its own tests. */
const useTests: UseExams = (of, enabled) =>
  useCall(listTests, { ...of, state: 1 }, { quiet: true, enabled, keepPrevious: true });

/** 新增课程 of a college; with `id` one that is not published is edited. */
export default function CourseForm() {
  const { id } = readQuery(useLocation().search, ['id']);
  const collegeCourseQuery = useCall(getCollegeCourse, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  if (id === undefined) return <Editor course={null} />;
  return (
    <RecordLoader
      query={collegeCourseQuery}
      fresh
      refused={(course) => (course.can.edit ? '' : '已发布的和上级的课程不能修改')}
    >
      {(course) => <Editor key={course.id} course={course} />}
    </RecordLoader>
  );
}

const text = z.string();
const { isRequired: _required, ...plain } = plainCourseFields;
const schema = z.object({ ...plain, term, isRequired: z.string(), chapters: text });
const REQUIRED = [
  { value: 'true', label: '必修：发布时列入全部学习对象' },
  { value: 'false', label: '选修：学习对象自己报名' },
];

const valuesOf = (course: CollegeCourse | null): FormValues => ({
  title: course?.title ?? '',
  term: course?.term ?? presentTerm(),
  intro: course?.intro ?? '',
  isRequired: String(course?.isRequired ?? true),
  inOrder: course?.inOrder ?? true,
  endsOn: course?.endsOn ?? '',
  hours: String(course?.hours ?? 0),
  chapters: JSON.stringify(itemsOf(course)),
  ...audienceValues(course?.college ?? null),
});

const check = (values: FormValues): Record<string, string> => {
  const fault = chaptersFault(JSON.parse(String(values.chapters) || '[]') as ChapterItem[]);
  return fault ? { chapters: fault } : {};
};

function Editor({ course: read }: { course: CollegeCourse | null }) {
  const navigate = useNavigate();
  const session = useSession();
  const create = useAct(createCollegeCourse, { quiet: true });
  const update = useAct(updateCollegeCourse, { quiet: true });
  // The record is read again behind an open form; what the form started from must not move under it.
  const [course] = useState(read);
  const form = useForm({ schema, initial: valuesOf(course), isNew: course === null, check });
  const leave = (id?: string) => navigate(id ? pathWithQuery(COLLEGE.course, { id }) : COLLEGE.courses);
  const save = async () => {
    const input = {
      title: form.text('title'),
      term: form.text('term'),
      intro: form.text('intro'),
      isRequired: form.text('isRequired') === 'true',
      inOrder: form.input().inOrder,
      endsOn: form.text('endsOn'),
      hours: form.text('hours'),
      chapters: chaptersOut(form),
      college: audienceInput(form),
    };
    let id = course?.id;
    if (course) await update.mutateAsync({ ...input, id: course.id, version: course.version });
    else id = (await create.mutateAsync({ ...input, orgId: session.user.workOrgId })).id;
    clearKeptInput();
    leave(id);
  };
  return (
    <FormPage
      title={course ? `编辑课程 ${course.title}` : '新增课程'}
      form={form}
      act="存草稿"
      onSave={save}
      onCancel={() => leave(course?.id)}
      banners={
        course?.state === 2 && (
          <div className="banner warn" role="note">
            <span>已下架：{course.withdrawnFor}</span>
          </div>
        )
      }
      sections={[
        {
          id: 'what',
          title: '课程',
          content: (
            <>
              <TextField form={form} name="title" label="课程名称" required max={60} wide />
              <SelectField form={form} name="term" label="学期" required options={termOptions()} />
              <SelectField form={form} name="isRequired" label="修习方式" required options={REQUIRED} />
              <AreaField form={form} name="intro" label="课程简介" wide max={2000} />
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
            </>
          ),
        },
        { id: 'who', title: '学习对象', content: <AudienceFields form={form} /> },
        {
          id: 'chapters',
          title: `章节：共${chaptersIn(form).length}章`,
          content: <Chapters form={form} useExams={useTests} />,
        },
      ]}
    />
  );
}
