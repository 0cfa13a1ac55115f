import { Link } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { removeExam } from '#learning/exam/contract.exam.ts';
import { PHASES, STATES } from '#learning/exam/rules.ts';
import { ExamTag } from '#learning/exam/web/pickers.parts.tsx';
import { PATHS } from '#learning/exam/web/pickers.paths.ts';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listTests, type TestRow } from '../contract.exam.ts';
import { COLLEGE, GRADES, termWords } from '../rules.ts';
import { noValue, optionsFromWords, termOptions, useActHere } from './parts.tsx';

const COLUMNS: readonly Column<TestRow>[] = [
  {
    key: 'title',
    title: '考试名称',
    width: 200,
    card: 'title',
    cell: (row) => <Link to={pathWithQuery(COLLEGE.test, { id: row.id })}>{row.title}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 170,
    card: 'tag',
    cell: (row) => <ExamTag row={row} />,
    filter: { kind: 'choice', name: 'state', options: optionsOf(STATES) },
  },
  {
    key: 'term',
    title: '学期',
    width: 175,
    card: 'line',
    cell: (row) => termWords(row.term),
    filter: { kind: 'choice', name: 'term', options: termOptions() },
  },
  {
    key: 'who',
    title: '考试对象',
    width: 210,
    card: 'line',
    filterTitle: '年级',
    cell: (row) => row.audienceText,
    filter: { kind: 'choice', name: 'grade', options: optionsFromWords(GRADES) },
  },
  {
    key: 'when',
    title: '考试时间',
    width: 270,
    card: 'line',
    filterTitle: '阶段',
    cell: (row) => `${dateTime(row.opensAt)} 至 ${dateTime(row.closesAt)}`,
    filter: { kind: 'choice', name: 'phase', options: optionsOf(PHASES) },
  },
  {
    key: 'people',
    title: '参加',
    width: 80,
    align: 'right',
    card: 'line',
    cell: (row) => (row.state === 1 ? `${row.sat}/${row.people}` : noValue),
  },
];

/** 学院考试: its tests by term and grade. */
export default function TestCentre() {
  const writes = may(useSession(), 'exam:write');
  const { refresh } = useActHere(removeExam, [listTests]);
  const removal = useRemove({
    call: removeExam,
    restore: restoreRecycled,
    kind: 'exam',
    consequence: () => '考试没有发布，删除后进入回收站。',
    onDeleted: refresh,
  });
  return (
    <div className="list-page college-page">
      <PageHead title="学院考试">
        {writes && (
          <>
            <ButtonLink icon="document" to={pathWithQuery(PATHS.centre, { tab: 'paper' })}>
              试卷和题库
            </ButtonLink>
            <ButtonLink look="primary" icon="plus" to={COLLEGE.testForm}>
              新建考试
            </ButtonLink>
          </>
        )}
      </PageHead>
      <PlainList<TestRow>
        caption="学院考试"
        endpoint={listTests}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '考试名称' }}
        unit="场"
        actsWidth={120}
        acts={(row) => (
          <>
            {row.can.edit && (
              <ButtonLink look="row" to={pathWithQuery(COLLEGE.testForm, { id: row.id })}>
                编辑
              </ButtonLink>
            )}
            {row.can.remove && (
              <Button look="row" onClick={() => removal.ask({ id: row.id, name: row.title })}>
                删除
              </Button>
            )}
          </>
        )}
        empty={{ title: '没有学院考试', text: '先在“试卷和题库”里组好试卷，再点“新建考试”选学期和考试对象。' }}
      />
      {removal.dialog}
    </div>
  );
}
