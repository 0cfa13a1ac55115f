import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { ExamFacts, ExamRemark, ExamRules, examValues } from '#learning/exam/web/pickers.form.tsx';
import type { InputOf } from '#platform/contract.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { term } from '../contract.course.ts';
import { createTest, getTest, plainTestFields, type TestDetail, updateTest } from '../contract.exam.ts';
import { COLLEGE } from '../rules.ts';
import { AudienceFields, audienceInput, audienceValues } from './AudienceFields.tsx';
import { presentTerm, termOptions } from './parts.tsx';

/** 新建考试 of a college; with `id` a draft is edited. */
export default function TestForm() {
  const { id } = readQuery(useLocation().search, ['id']);
  const testQuery = useCall(getTest, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  if (id === undefined) return <Editor test={null} />;
  return (
    <RecordLoader
      query={testQuery}
      fresh
      refused={(test) => (test.can.edit ? '' : '已发布的考试不能修改，可以撤回后再改')}
    >
      {(test) => <Editor key={test.id} test={test} />}
    </RecordLoader>
  );
}

const text = z.string();
const schema = z.object({ ...plainTestFields, term, lateMinutes: text, doubleGap: text, hours: text });

const valuesOf = (test: TestDetail | null): FormValues => ({
  ...examValues(test),
  term: test?.term ?? presentTerm(),
  ...audienceValues(test?.college ?? null),
});

function Editor({ test: read }: { test: TestDetail | null }) {
  const navigate = useNavigate();
  const session = useSession();
  const create = useAct(createTest, { quiet: true });
  const update = useAct(updateTest, { quiet: true });
  const [test] = useState(read);
  const form = useForm({ schema, initial: valuesOf(test), isNew: test === null });
  const leave = (id?: string) => navigate(id ? pathWithQuery(COLLEGE.test, { id }) : COLLEGE.tests);
  const save = async () => {
    const own = Object.fromEntries(
      Object.entries(form.values).filter(([name]) => name === 'term' || name in plainTestFields),
    );
    const input = { ...own, college: audienceInput(form) };
    let id = test?.id;
    if (test)
      await update.mutateAsync({ ...input, id: test.id, version: test.version } as unknown as InputOf<
        typeof updateTest
      >);
    else
      id = (
        await create.mutateAsync({ ...input, orgId: session.user.workOrgId } as unknown as InputOf<typeof createTest>)
      ).id;
    clearKeptInput();
    leave(id);
  };
  return (
    <FormPage
      title={test ? `编辑考试 ${test.title}` : '新建考试'}
      form={form}
      act="存草稿"
      onSave={save}
      onCancel={() => leave(test?.id)}
      banners={
        test?.state === 2 && (
          <div className="banner warn" role="note">
            <span>已撤回：{test.withdrawnFor}</span>
          </div>
        )
      }
      sections={[
        {
          id: 'what',
          title: '考试',
          content: (
            <>
              <TextField form={form} name="title" label="考试名称" required max={60} wide />
              <SelectField form={form} name="term" label="学期" required options={termOptions()} />
              <ExamFacts form={form} />
              <ExamRemark form={form} />
            </>
          ),
        },
        { id: 'who', title: '考试对象', content: <AudienceFields form={form} /> },
        { id: 'rules', title: '规则', content: <ExamRules form={form} /> },
      ]}
    />
  );
}
