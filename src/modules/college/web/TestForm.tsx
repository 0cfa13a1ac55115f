import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { listPapers } from '#modules/exam/contract.paper.ts';
import { COUNTS, points, SHOWS } from '#modules/exam/rules.ts';
import { choices } from '#modules/exam/web/pickers.parts.tsx';
import type { InputOf } from '#platform/contract.ts';
import { DateTimeField } from '#platform/web/dateTime/fields.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/navigation.ts';
import { RecordLoader } from '#platform/web/RecordLoader.tsx';
import { useSession } from '#platform/web/session.ts';
import { forgetUnsaved } from '#platform/web/unsaved.ts';
import { term } from '../contract.course.ts';
import { createTest, getTest, plainTestFields, type TestDetail, updateTest } from '../contract.exam.ts';
import { COLLEGE } from '../rules.ts';
import { AudienceFields, audienceInput, audienceValues } from './AudienceFields.tsx';
import { presentTerm, termOptions } from './parts.tsx';

/** 新建考试 of a college; with `id` a draft is edited. */
export default function TestForm() {
  const { id } = readQuery(useLocation().search, ['id']);
  const found = useCall(getTest, { id: id ?? '1' }, { quiet: true, staleTime: 0, enabled: id !== undefined });
  if (id === undefined) return <Editor test={null} />;
  return (
    <RecordLoader query={found} fresh refused={(test) => (test.can.edit ? '' : '已发布的考试不能修改，可以撤回后再改')}>
      {(test) => <Editor key={test.id} test={test} />}
    </RecordLoader>
  );
}

/** A point in time as the form holds it: Beijing's day and minute. */
const typed = (iso: string | undefined) =>
  iso ? new Date(iso).toLocaleString('sv', { timeZone: 'Asia/Shanghai' }).slice(0, 16) : '';

const schema = z.object({ ...plainTestFields, term, lateMinutes: z.string() });

const valuesOf = (test: TestDetail | null): FormValues => ({
  title: test?.title ?? '',
  term: test?.term ?? presentTerm(),
  remark: test?.remark ?? '',
  paperId: test?.paperId ?? '',
  opensAt: typed(test?.opensAt),
  closesAt: typed(test?.closesAt),
  minutes: String(test?.minutes ?? 60),
  lateMinutes: String(test?.lateMinutes ?? ''),
  earlyMinutes: String(test?.earlyMinutes ?? 0),
  attempts: String(test?.attempts ?? 1),
  counts: test?.counts ?? 'best',
  passPercent: String(test?.passPercent ?? 60),
  mixQuestions: test?.mixQuestions ?? true,
  mixOptions: test?.mixOptions ?? true,
  shows: test?.shows ?? 'answers',
  leaveLimit: String(test?.leaveLimit ?? 0),
  leaveHandsIn: test?.leaveHandsIn ?? false,
  ...audienceValues(test?.college ?? null),
});

function Editor({ test: read }: { test: TestDetail | null }) {
  const navigate = useNavigate();
  const session = useSession();
  const create = useAct(createTest, { quiet: true });
  const update = useAct(updateTest, { quiet: true });
  const papers = useCall(listPapers, { pageSize: 200 }, { quiet: true });
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
    forgetUnsaved();
    leave(id);
  };
  return (
    <FormPage
      title={test ? `编辑考试 ${test.title}` : '新建考试'}
      form={form}
      act="存草稿"
      onSave={save}
      onCancel={() => leave(test?.id)}
      strips={
        test?.state === 2 && (
          <div className="strip warn" role="note">
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
              <SelectField
                form={form}
                name="paperId"
                label="试卷"
                required
                options={(papers.data?.rows ?? []).map(({ id, name, questions, total }) => ({
                  value: id,
                  label: `${name}（${questions}题，${points(total)}分）`,
                }))}
              />
              <DateTimeField form={form} name="opensAt" label="开始时间" required />
              <DateTimeField form={form} name="closesAt" label="结束时间" required hint="到时自动交卷" />
              <TextField form={form} name="minutes" label="考试时长（分钟）" required inputMode="numeric" max={3} />
              <AreaField form={form} name="remark" label="考试说明" wide max={1000} />
            </>
          ),
        },
        { id: 'who', title: '考试对象', content: <AudienceFields form={form} /> },
        {
          id: 'rules',
          title: '规则',
          content: (
            <>
              <TextField
                form={form}
                name="passPercent"
                label="及格线（总分的%）"
                required
                inputMode="numeric"
                max={3}
              />
              <TextField form={form} name="attempts" label="可考次数" required inputMode="numeric" max={2} />
              <SelectField form={form} name="counts" label="考多次时" required options={choices(COUNTS)} />
              <SelectField form={form} name="shows" label="公布成绩后考生看到" required options={choices(SHOWS)} />
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
              <TickField form={form} name="leaveHandsIn" label="离开超过次数就交卷" hint="不勾选时只提醒" />
              <TickField form={form} name="mixQuestions" label="打乱题目顺序" />
              <TickField form={form} name="mixOptions" label="打乱选项顺序" />
            </>
          ),
        },
      ]}
    />
  );
}
