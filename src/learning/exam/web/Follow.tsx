import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { call, download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { type StateLook, StateTag } from '#platform/web/show/StateTag.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  type ExamDetail,
  type FollowRow,
  followExam,
  getExam,
  giveBack,
  grantExtra,
  publishResults,
  urgeExam,
  withdrawExam,
} from '../contract.exam.ts';
import { printExam, wordExam } from '../contract.print.ts';
import { pointsText, RECORDS } from '../rules.ts';
import { PrintDialog } from './PrintDialog.tsx';
import { ExamTag } from './pickers.parts.tsx';
import { PATHS } from './pickers.paths.ts';

const LOOKS: Readonly<Record<number, StateLook>> = { 0: 'waiting', 1: 'partly', 2: 'waiting', 3: 'good', 4: 'bad' };
const HANDED = { person: '本人交卷', deadline: '到时交卷', leave: '离开页面交卷', paper: '纸质考试' } as const;
const KEPT = ['id'];

/** 考试跟踪: who sits, has saved, has left, is absent. */
export default function Follow() {
  const { id } = readQuery(useLocation().search, ['id']);
  const examQuery = useCall(getExam, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  useTitle(examQuery.data?.title);
  if (id === undefined)
    return (
      <Empty title="请先选择考试" act={<Link to={PATHS.centre}>去考试中心</Link>}>
        从考试列表点“跟踪”进入。
      </Empty>
    );
  return (
    <RecordLoader query={examQuery}>
      {(exam) => <Followed exam={exam} onAgain={() => void examQuery.refetch()} />}
    </RecordLoader>
  );
}

type Asked = { act: 'urge' | 'results' | 'withdraw' | 'back' | 'print' } | { act: 'extra'; row: FollowRow };

function Followed({ exam, onAgain }: { exam: ExamDetail; onAgain: () => void }) {
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const urge = useAct(urgeExam);
  const results = useAct(publishResults);
  const withdraw = useAct(withdrawExam, { quiet: true });
  const close = () => setOpenDialog(null);
  const running = exam.state === 1 && exam.phase === 1;
  const columns: readonly Column<FollowRow>[] = [
    { key: 'name', title: '姓名', width: 90, card: 'title', cell: (row) => row.name },
    {
      key: 'record',
      title: '状态',
      width: 90,
      card: 'tag',
      cell: (row) => (
        <StateTag look={LOOKS[row.record] ?? 'over'}>{RECORDS[row.record as keyof typeof RECORDS]}</StateTag>
      ),
      filter: { kind: 'choice', name: 'record', options: optionsOf(RECORDS) },
    },
    { key: 'org', title: '所在支部', width: 150, card: 'line', cell: (row) => row.orgName },
    { key: 'started', title: '开考', width: 130, cell: (row) => dateTime(row.startedAt) || noValue },
    {
      key: 'saved',
      title: '已答',
      width: 80,
      align: 'right',
      card: 'line',
      cell: (row) => (row.questions ? `${row.answered} / ${row.questions}` : noValue),
    },
    { key: 'savedAt', title: '最近保存', width: 130, cell: (row) => dateTime(row.savedAt) || noValue },
    {
      key: 'handed',
      title: '交卷',
      width: 190,
      cell: (row) =>
        row.handedAt ? `${dateTime(row.handedAt)}，${HANDED[row.handedBy as keyof typeof HANDED] ?? ''}` : noValue,
    },
    { key: 'leaves', title: '离开', width: 60, align: 'right', cell: (row) => row.leaves || noValue },
    {
      key: 'score',
      title: '成绩',
      width: 110,
      align: 'right',
      card: 'line',
      cell: (row) => (row.score === null ? noValue : `${pointsText(row.score)}，${row.passed ? '及格' : '不及格'}`),
    },
    {
      key: 'extra',
      title: '加时',
      width: 100,
      cell: (row) =>
        [row.extraMinutes && `${row.extraMinutes}分钟`, row.extraAttempts && `${row.extraAttempts}次`]
          .filter(Boolean)
          .join('，') || noValue,
    },
  ];
  return (
    <div className="list-page">
      <PageHead title={exam.title}>
        {exam.sat > 0 && (
          <ButtonLink icon="chart" to={PATHS.analysis(exam.id, exam.paperId)}>
            试卷分析
          </ButtonLink>
        )}
        {exam.state === 1 && !exam.resultsAt && (
          <ButtonLink icon="import" to={PATHS.imports}>
            导入纸质成绩
          </ButtonLink>
        )}
        {exam.state === 1 && (
          <Button icon="print" onClick={() => setOpenDialog({ act: 'print' })}>
            打印试卷
          </Button>
        )}
        {exam.can.mark && (
          <ButtonLink icon="edit" to={PATHS.mark(exam.id)}>
            阅卷
          </ButtonLink>
        )}
        {exam.can.withdraw && <Button onClick={() => setOpenDialog({ act: 'withdraw' })}>撤回考试</Button>}
        {running && (
          <>
            <Button icon="clock" onClick={() => setOpenDialog({ act: 'back' })}>
              补回中断时间
            </Button>
            <Button look="primary" icon="bell" onClick={() => setOpenDialog({ act: 'urge' })}>
              催未交卷的人
            </Button>
          </>
        )}
        {exam.can.results && (
          <Button look="primary" onClick={() => setOpenDialog({ act: 'results' })}>
            公布成绩
          </Button>
        )}
      </PageHead>
      <p className="muted exam-lead exam-row">
        <ExamTag row={exam} />
        <span>
          {dateTime(exam.opensAt)} 至 {dateTime(exam.closesAt)}，{exam.minutes}分钟，试卷“{exam.paperName}”，
          {pointsText(exam.total)}分
        </span>
        {exam.phase === 2 && exam.waiting > 0 && (
          <span className="tag warn">还有{exam.waiting}份没有阅完，阅完才能公布成绩</span>
        )}
      </p>
      {exam.outages.map(({ from, until, people }) => (
        <p key={from} className="banner" role="note">
          系统中断：{dateTime(from)} 至 {dateTime(until)}，当时在考的{people}人已自动补回这段时间。
        </p>
      ))}
      <PlainList<FollowRow, { records: Record<string, number> }>
        caption="考生"
        endpoint={followExam}
        columns={columns}
        search={{ name: 'name', placeholder: '姓名' }}
        keep={KEPT}
        unit="人"
        inputOf={(values) => ({ ...values, id: exam.id })}
        note={({ records }) =>
          Object.entries(RECORDS)
            .map(([key, label]) => `${label}${records[key] ?? 0}`)
            .join('　')
        }
        refresh={() => (running ? 15_000 : false)}
        acts={(row) =>
          exam.resultsAt ? null : (
            <Button look="row" onClick={() => setOpenDialog({ act: 'extra', row })}>
              加时或再考
            </Button>
          )
        }
        actsWidth={100}
        empty={{ title: '没有考生', text: '发布考试后，考试对象里的人会出现在这里。' }}
      />
      {openDialog?.act === 'urge' && (
        <ConfirmDialog
          about={{ call: urgeExam, input: { id: exam.id } }}
          title="催未交卷的人"
          icon="bell"
          act="发出提醒"
          onConfirm={async () => {
            const { people } = await urge.mutateAsync({ id: exam.id });
            emit('notice', { kind: 'success', text: `已提醒${people}人` });
          }}
          onClose={close}
        >
          只提醒还没有交卷的人；两小时内催过的不再催。
        </ConfirmDialog>
      )}
      {openDialog?.act === 'results' && (
        <ConfirmDialog
          about={{ call: publishResults, input: { id: exam.id } }}
          title={`公布成绩 ${exam.title}`}
          act="公布成绩"
          onConfirm={async () => {
            await results.mutateAsync({ id: exam.id });
            onAgain();
          }}
          onClose={close}
        >
          参加考试的{exam.sat}人会收到通知，看到自己的成绩{exam.shows === 'answers' && '、答案和解析'}，可以申请复核。
        </ConfirmDialog>
      )}
      {openDialog?.act === 'withdraw' && (
        <ReasonDialog
          title={`撤回 ${exam.title}`}
          act="撤回考试"
          label="撤回原因"
          onDone={async (reason) => {
            await withdraw.mutateAsync({ id: exam.id, reason });
            navigate(PATHS.centre);
          }}
          onClose={close}
        >
          没有人开考。撤回后考生会收到通知，修改后可以再发布。
        </ReasonDialog>
      )}
      {openDialog?.act === 'print' && (
        <PrintDialog
          name={exam.title}
          hasSets={false}
          ask={({ part, size }, signal) => call(printExam, { id: exam.id, part, size }, { quiet: true, signal })}
          word={({ part }) => download(wordExam, { id: exam.id, part })}
          onClose={close}
        />
      )}
      {openDialog?.act === 'back' && <GiveBack exam={exam} onClose={close} />}
      {openDialog?.act === 'extra' && <Extra exam={exam} row={openDialog.row} onClose={close} />}
    </div>
  );
}

const backForm = z.object({
  minutes: z.string().regex(/^[1-9]\d{0,2}$/, '请填写分钟数'),
  reason: z.string().trim().min(1, '请输入原因'),
});

function GiveBack({ exam, onClose }: { exam: ExamDetail; onClose: () => void }) {
  const give = useAct(giveBack, { quiet: true });
  const form = useForm({
    schema: backForm,
    initial: { minutes: '', reason: '' },
    of: `GiveBack ${exam.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title="补回中断时间"
      icon="clock"
      act="补回"
      form={form}
      pending={give.isPending}
      onSave={() =>
        give.mutateAsync({ id: exam.id, minutes: Number(form.text('minutes')), reason: form.text('reason') })
      }
      onClose={onClose}
    >
      <p>系统中断过的，正在考的人一起加上这些分钟。</p>
      <TextField form={form} name="minutes" label="中断了几分钟" required inputMode="numeric" max={3} />
      <AreaField form={form} name="reason" label="原因" required max={200} />
    </FormDialog>
  );
}

const extraForm = z.object({
  minutes: z.string(),
  attempts: z.string(),
  reason: z.string().trim().min(1, '请输入原因'),
});

function Extra({ exam, row, onClose }: { exam: ExamDetail; row: FollowRow; onClose: () => void }) {
  const grant = useAct(grantExtra, { quiet: true });
  const form = useForm({
    schema: extraForm,
    initial: { minutes: '0', attempts: '0', reason: '' },
    of: `Extra ${exam.id} ${row.memberId}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`加时或再考 ${row.name}`}
      icon="clock"
      form={form}
      pending={grant.isPending}
      onSave={() =>
        grant.mutateAsync({
          id: exam.id,
          personId: row.id,
          minutes: form.text('minutes'),
          attempts: form.text('attempts'),
          reason: form.text('reason'),
        })
      }
      onClose={onClose}
    >
      <TextField
        form={form}
        name="minutes"
        label="加时（分钟）"
        inputMode="numeric"
        max={3}
        hint="正在考的立即延长，否则下次开考时生效"
      />
      <TextField form={form} name="attempts" label="再考（次）" inputMode="numeric" max={1} />
      <AreaField form={form} name="reason" label="原因" required max={200} />
    </FormDialog>
  );
}
