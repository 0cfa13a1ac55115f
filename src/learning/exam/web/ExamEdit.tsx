import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { ChosenAudience } from '#people/groups/web/pickers.audience.tsx';
import { PeopleConditions } from '#people/member/web/pickers.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { Field, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  createExam,
  type ExamDetail,
  examForm,
  getExam,
  listExams,
  publishExam,
  updateExam,
} from '../contract.exam.ts';
import { AUDIENCES } from '../rules.ts';
import { ExamFacts, ExamRemark, ExamRules, examValues } from './pickers.form.tsx';
import { PATHS } from './pickers.paths.ts';
import './exam.css';

/** 新增考试; with `id` a draft is edited. */
export default function ExamEdit() {
  const { id } = readQuery(useLocation().search, ['id']);
  const examQuery = useCall(getExam, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  if (id === undefined) return <ExamForm exam={null} />;
  return (
    <RecordLoader
      query={examQuery}
      fresh
      refused={(exam) => (exam.can.edit ? '' : '已发布的考试不能修改，可以撤回后再改')}
    >
      {(exam) => <ExamForm exam={exam} />}
    </RecordLoader>
  );
}

const text = z.string();
const schema = examForm.extend({
  orgIds: text,
  memberIds: text,
  groupIds: text,
  queryId: text,
  makeUpOf: text,
  lateMinutes: text,
  doubleGap: text,
  hours: text,
});
const listOf = (value: string) => value.split(',').filter(Boolean);

function ExamForm({ exam }: { exam: ExamDetail | null }) {
  const navigate = useNavigate();
  const session = useSession();
  const create = useAct(createExam, { quiet: true });
  const update = useAct(updateExam, { quiet: true });
  const publish = useAct(publishExam, { quiet: true });
  const form = useForm({
    schema,
    initial: {
      ...examValues(exam),
      onPaper: exam?.onPaper ?? false,
      audience: exam?.audience ?? 'below',
      orgIds: (exam?.orgs ?? []).map(({ id }) => id).join(),
      memberIds: (exam?.members ?? []).map(({ id }) => id).join(),
      groupIds: (exam?.groups ?? []).map(({ id }) => id).join(),
      queryId: exam?.queryId ?? '',
      makeUpOf: exam?.makeUpOf ?? '',
      onlyMembers: exam?.onlyMembers ?? true,
    },
    isNew: exam === null,
  });
  const save = async () => {
    const lists = {
      orgIds: listOf(form.text('orgIds')),
      memberIds: listOf(form.text('memberIds')),
      groupIds: listOf(form.text('groupIds')),
    };
    const input = { ...form.values, ...lists } as unknown as Parameters<typeof create.mutateAsync>[0];
    if (exam) await update.mutateAsync({ ...input, id: exam.id, version: exam.version });
    else await create.mutateAsync({ ...input, orgId: session.user.workOrgId });
    form.rebase(form.values);
    navigate(PATHS.centre);
  };
  const send = async () => {
    if (!exam) return;
    await publish.mutateAsync({ id: exam.id, version: exam.version });
    navigate(pathWithQuery(PATHS.follow, { id: exam.id }));
  };
  return (
    <FormPage
      title={exam ? `编辑考试 ${exam.title}` : '新增考试'}
      form={form}
      act="存草稿"
      onSave={save}
      onCancel={() => navigate(PATHS.centre)}
      banners={
        <>
          {exam?.state === 2 && (
            <div className="banner warn" role="note">
              <span>已撤回：{exam.withdrawnFor}</span>
            </div>
          )}
          {exam?.can.publish && form.dirty.length === 0 && (
            <div className="banner" role="note">
              <span>草稿已保存。发布后固定试卷，并通知全部考生。</span>
              <Button
                look="primary"
                size="compact"
                disabled={publish.isPending}
                onClick={() => void send().catch(form.tell)}
              >
                发布考试
              </Button>
            </div>
          )}
        </>
      }
      sections={[
        {
          id: 'what',
          title: '考试',
          content: (
            <>
              <TextField form={form} name="title" label="考试名称" required max={60} wide />
              <ExamFacts form={form} />
              <TickField
                form={form}
                name="onPaper"
                label="纸质考试"
                hint="现场发卷作答，发布后可以打印试卷和答题卡，成绩从表格导入"
              />
              <ExamRemark form={form} />
            </>
          ),
        },
        {
          id: 'who',
          title: '考试对象',
          content: <Who form={form} exam={exam} />,
        },
        {
          id: 'rules',
          title: '规则',
          content: <ExamRules form={form} />,
        },
      ]}
    />
  );
}

function Who({ form, exam }: { form: Form; exam: ExamDetail | null }) {
  const session = useSession();
  const audience = form.text('audience');
  const exams = useCall(listExams, { phase: 2, pageSize: 100 }, { quiet: true, enabled: audience === 'makeUp' });
  return (
    <>
      <SelectField form={form} name="audience" label="考试对象" required options={optionsOf(AUDIENCES)} />
      <TickField
        form={form}
        name="onlyMembers"
        label="只含正式党员和预备党员"
        hint="不勾选时，包括申请人、积极分子和发展对象"
      />
      <ChosenAudience form={form} named={exam} groupType={5} groups="考试中心分组" people="选择考生" />
      {audience === 'query' && (
        <Field form={form} name="queryId" label="条件" required wide hint="符合条件的人在结束前随时加入">
          {(control) => (
            <div id={control.id} className="exam-row">
              <PeopleConditions
                queryId={form.text('queryId') || null}
                orgId={session.user.workOrgId}
                onUse={(id) => form.set({ queryId: id ?? '' })}
              />
            </div>
          )}
        </Field>
      )}
      {audience === 'makeUp' && (
        <SelectField
          form={form}
          name="makeUpOf"
          label="补考哪一场"
          required
          options={(exams.data?.rows ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          hint="不及格和缺席的人参加"
        />
      )}
    </>
  );
}
