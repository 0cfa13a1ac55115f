import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { publishExam, publishResults, urgeExam, withdrawExam } from '#learning/exam/contract.exam.ts';
import { pointsText, RECORDS } from '#learning/exam/rules.ts';
import { ExamTag } from '#learning/exam/web/pickers.parts.tsx';
import { PATHS } from '#learning/exam/web/pickers.paths.ts';
import { emit } from '#platform/web/call/events.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { type StateLook, StateTag } from '#platform/web/show/StateTag.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { getTest, listTests, type TestDetail, type TestPerson, testPeople } from '../contract.exam.ts';
import { COLLEGE, GRADES, IDENTITIES, termWords, wordOf } from '../rules.ts';
import { noValue, optionsFromWords, useActHere } from './parts.tsx';
import '#platform/web/records/records.css';

const LOOKS: Readonly<Record<number, StateLook>> = { 0: 'waiting', 1: 'partly', 2: 'waiting', 3: 'good', 4: 'bad' };
const KEPT = ['id'];
const ALSO = [listTests, getTest, testPeople];

/** 考试详情: what a test is, for whom, and how its people stand. */
export default function TestView() {
  const { id } = readQuery(useLocation().search, ['id']);
  const testQuery = useCall(getTest, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  useTitle(testQuery.data?.title);
  if (id === undefined)
    return (
      <Empty title="请先选择考试" act={<Link to={COLLEGE.tests}>去学院考试</Link>}>
        从考试列表点考试名称进入。
      </Empty>
    );
  return <RecordLoader query={testQuery}>{(test) => <View test={test} />}</RecordLoader>;
}

const columnsOf = (test: TestDetail): readonly Column<TestPerson>[] => [
  { key: 'name', title: '姓名', width: 100, card: 'title', cell: (row) => row.name },
  {
    key: 'record',
    title: '状态',
    width: 100,
    card: 'tag',
    cell: (row) => (
      <StateTag look={LOOKS[row.record] ?? 'over'}>{RECORDS[row.record as keyof typeof RECORDS]}</StateTag>
    ),
    filter: { kind: 'choice', name: 'record', options: optionsOf(RECORDS) },
  },
  {
    key: 'place',
    title: '班级或职务',
    width: 180,
    card: 'line',
    filterTitle: '年级',
    cell: (row) => row.place || noValue,
    filter: { kind: 'choice', name: 'grade', options: optionsFromWords(GRADES) },
  },
  {
    key: 'identity',
    title: '政治面貌',
    width: 90,
    cell: (row) => wordOf(IDENTITIES, row.identity),
    filter: { kind: 'choice', name: 'identity', options: optionsFromWords(IDENTITIES) },
  },
  { key: 'org', title: '所在党支部', width: 210, card: 'line', cell: (row) => row.orgName },
  { key: 'started', title: '开考', width: 130, cell: (row) => dateTime(row.startedAt) || noValue },
  { key: 'handed', title: '交卷', width: 130, cell: (row) => dateTime(row.handedAt) || noValue },
  {
    key: 'score',
    title: '成绩',
    width: 120,
    align: 'right',
    card: 'line',
    cell: (row) =>
      row.score === null ? (
        noValue
      ) : row.hasSheet ? (
        <Link to={pathWithQuery(COLLEGE.sheet, { id: test.id, person: row.id })}>
          {pointsText(row.score)}分，{row.passed ? '及格' : '不及格'}
        </Link>
      ) : (
        `${pointsText(row.score)}分`
      ),
  },
];

type Asked = 'publish' | 'withdraw' | 'results' | 'urge';

function View({ test }: { test: TestDetail }) {
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const publish = useActHere(publishExam, ALSO, false);
  const results = useActHere(publishResults, ALSO, false);
  const urge = useActHere(urgeExam, ALSO, false);
  const withdraw = useActHere(withdrawExam, ALSO);
  const close = () => setOpenDialog(null);
  const running = test.state === 1 && test.phase === 1;
  return (
    <div className="list-page college-page">
      <PageHead title={test.title}>
        {test.sat > 0 && (
          <ButtonLink icon="chart" to={PATHS.analysis(test.id, test.paperId)}>
            试卷分析
          </ButtonLink>
        )}
        {running && (
          <ButtonLink icon="screen" to={pathWithQuery(PATHS.follow, { id: test.id })}>
            监考
          </ButtonLink>
        )}
        {test.can.mark && test.waiting > 0 && (
          <ButtonLink icon="edit" to={PATHS.mark(test.id)}>
            阅卷
          </ButtonLink>
        )}
        {test.can.withdraw && <Button onClick={() => setOpenDialog('withdraw')}>撤回考试</Button>}
        {test.can.edit && (
          <ButtonLink icon="edit" to={pathWithQuery(COLLEGE.testForm, { id: test.id })}>
            编辑
          </ButtonLink>
        )}
        {running && (
          <Button look="primary" icon="bell" onClick={() => setOpenDialog('urge')}>
            催考
          </Button>
        )}
        {test.can.publish && (
          <Button look="primary" onClick={() => setOpenDialog('publish')}>
            发布考试
          </Button>
        )}
        {test.can.results && (
          <Button look="primary" onClick={() => setOpenDialog('results')}>
            公布成绩
          </Button>
        )}
      </PageHead>
      {test.state === 2 && (
        <div className="banner warn" role="note">
          <span>已撤回：{test.withdrawnFor}</span>
        </div>
      )}
      <section className="card college-facts" aria-label="考试">
        <dl className="record-fields">
          <Line label="状态">
            <ExamTag row={test} />
          </Line>
          <Line label="学期">{termWords(test.term)}</Line>
          <Line label="考试对象">{test.audienceText}</Line>
          <Line label="考试时间">
            {dateTime(test.opensAt)} 至 {dateTime(test.closesAt)}
          </Line>
          <Line label="时长">{test.minutes}分钟</Line>
          <Line label="试卷">
            {test.paperName}，满分{pointsText(test.total)}分，{test.passPercent}%及格
          </Line>
          <Line label="参加">{test.state === 1 ? `${test.sat}/${test.people}人` : '发布后列入考生'}</Line>
          <Line label="组织者">{test.orgName}</Line>
          {test.remark && (
            <Line label="说明" wide>
              {test.remark}
            </Line>
          )}
        </dl>
      </section>
      {test.state === 1 && (
        <PlainList<TestPerson, { records: Record<string, number> }>
          caption="考生"
          endpoint={testPeople}
          columns={columnsOf(test)}
          search={{ name: 'name', placeholder: '姓名' }}
          keep={KEPT}
          unit="人"
          inputOf={(values) => ({ ...values, id: test.id })}
          note={({ records }) =>
            Object.entries(RECORDS)
              .map(([key, label]) => `${label}${records[key] ?? 0}`)
              .join('　')
          }
          empty={{ title: '没有考生', text: '符合考试对象的师生在结束前自动加入。' }}
        />
      )}
      {openDialog === 'withdraw' && (
        <ReasonDialog
          title={`撤回 ${test.title}`}
          act="撤回"
          label="撤回原因"
          onDone={async (reason) => {
            await withdraw.run({ id: test.id, reason });
          }}
          onClose={close}
        >
          考生会收到通知；修改后可以再发布。
        </ReasonDialog>
      )}
      {openDialog && openDialog !== 'withdraw' && (
        <ConfirmDialog
          title={TITLES[openDialog]}
          icon="bell"
          act={ACTS[openDialog]}
          onConfirm={async () => {
            if (openDialog === 'publish') {
              const { people } = await publish.run({ id: test.id, version: test.version });
              emit('notice', { kind: 'success', text: `已发布，列入${people}名考生` });
            } else if (openDialog === 'results') {
              await results.run({ id: test.id });
              emit('notice', { kind: 'success', text: '成绩已公布' });
            } else {
              const { people } = await urge.run({ id: test.id });
              emit('notice', { kind: 'success', text: `已提醒${people}人` });
            }
          }}
          onClose={close}
        >
          {openDialog === 'publish' && `考试对象是${test.audienceText}。发布后固定试卷，并通知全部考生。`}
          {openDialog === 'results' && '考生会收到通知，可以看到成绩；之后这里能打开每份答卷。'}
          {openDialog === 'urge' && '只提醒还没有交卷的人；两小时内催过的不再催。'}
        </ConfirmDialog>
      )}
    </div>
  );
}

const TITLES = { publish: '发布考试', results: '公布成绩', urge: '催没交卷的人' } as const;
const ACTS = { publish: '发布', results: '公布', urge: '发出提醒' } as const;
