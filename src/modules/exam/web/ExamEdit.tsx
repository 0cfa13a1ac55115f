import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { ChosenAudience } from '#modules/content/web/pickers.audience.tsx';
import { PeopleConditions } from '#modules/member/web/pickers.tsx';
import { DateTimeField } from '#platform/web/dateTime/fields.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, Field, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/navigation.ts';
import { RecordLoader } from '#platform/web/RecordLoader.tsx';
import { useSession } from '#platform/web/session.ts';
import {
  createExam,
  type ExamDetail,
  examForm,
  getExam,
  listExams,
  publishExam,
  updateExam,
} from '../contract.exam.ts';
import { listPapers } from '../contract.paper.ts';
import { AUDIENCES, COUNTS, points, SHOWS } from '../rules.ts';
import { choices } from './pickers.parts.tsx';
import { PATHS } from './pickers.paths.ts';

/** 新增考试; with `id` a draft is edited. */
export default function ExamEdit() {
  const { id } = readQuery(useLocation().search, ['id']);
  const found = useCall(getExam, { id: id ?? '1' }, { quiet: true, staleTime: 0, enabled: id !== undefined });
  if (id === undefined) return <ExamForm exam={null} />;
  return (
    <RecordLoader query={found} fresh refused={(exam) => (exam.can.edit ? '' : '已发布的考试不能修改，可以撤回后再改')}>
      {(exam) => <ExamForm exam={exam} />}
    </RecordLoader>
  );
}

/** A point in time as the form holds it: Beijing's day and minute. */
const typed = (iso: string | undefined) =>
  iso ? new Date(iso).toLocaleString('sv', { timeZone: 'Asia/Shanghai' }).slice(0, 16) : '';

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
  const papers = useCall(listPapers, { pageSize: 200 }, { quiet: true });
  const form = useForm({
    schema,
    initial: {
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
      strips={
        <>
          {exam?.state === 2 && (
            <div className="strip warn" role="note">
              <span>已撤回：{exam.withdrawnFor}</span>
            </div>
          )}
          {exam?.can.publish && form.dirty.length === 0 && (
            <div className="strip" role="note">
              <span>草稿已保存。发布后固定试卷，并通知全部考生。</span>
              <button
                type="button"
                className="button primary compact"
                disabled={publish.isPending}
                onClick={() => void send().catch(form.tell)}
              >
                发布考试
              </button>
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
              <TextField form={form} name="minutes" label="考试时长（分钟）" required inputMode="numeric" max={3} />
              <DateTimeField form={form} name="opensAt" label="开始时间" required />
              <DateTimeField form={form} name="closesAt" label="结束时间" required hint="到时自动交卷" />
              <TickField
                form={form}
                name="onPaper"
                label="纸质考试"
                hint="现场发卷作答，发布后可以打印试卷和答题卡，成绩从表格导入"
              />
              <AreaField form={form} name="remark" label="考试说明" wide max={1000} />
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

function Who({ form, exam }: { form: Form; exam: ExamDetail | null }) {
  const session = useSession();
  const audience = form.text('audience');
  const exams = useCall(listExams, { phase: 2, pageSize: 100 }, { quiet: true, enabled: audience === 'makeUp' });
  return (
    <>
      <SelectField form={form} name="audience" label="考试对象" required options={choices(AUDIENCES)} />
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
