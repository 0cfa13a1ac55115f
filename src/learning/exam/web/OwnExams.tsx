import { Link } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { type StateLook, StateTag } from '#platform/web/show/StateTag.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type OwnExamRow, ownExams } from '../contract.sit.ts';
import { pointsText, RECORDS } from '../rules.ts';
import { PATHS } from './pickers.paths.ts';
import './exam.css';

const LOOKS: Readonly<Record<number, StateLook>> = { 0: 'waiting', 1: 'waiting', 2: 'partly', 3: 'good', 4: 'over' };
const KEPT = ['tab'];

/** 我的考试: what the person has to sit and has sat. */
export function OwnExams() {
  const columns: readonly Column<OwnExamRow>[] = [
    {
      key: 'title',
      title: '考试名称',
      width: 280,
      card: 'title',
      cell: (row) => <Link to={PATHS.take(row.id)}>{row.title}</Link>,
    },
    {
      key: 'record',
      title: '状态',
      width: 120,
      card: 'tag',
      cell: (row) => (
        <StateTag look={LOOKS[row.record] ?? 'over'}>{RECORDS[row.record as keyof typeof RECORDS]}</StateTag>
      ),
    },
    {
      key: 'when',
      title: '考试时间',
      width: 260,
      card: 'line',
      cell: (row) => `${dateTime(row.opensAt)} 至 ${dateTime(row.closesAt)}`,
    },
    { key: 'minutes', title: '时长', width: 90, card: 'line', cell: (row) => `${row.minutes}分钟` },
    { key: 'org', title: '组织者', width: 180, cell: (row) => row.orgName },
    {
      key: 'score',
      title: '成绩',
      width: 130,
      card: 'line',
      cell: (row) =>
        row.score === null
          ? noValue
          : `${pointsText(row.score)} / ${pointsText(row.total)}${row.passed ? '，及格' : '，不及格'}`,
    },
  ];
  return (
    <PlainList<OwnExamRow>
      caption="我的考试"
      endpoint={ownExams}
      columns={columns}
      keep={KEPT}
      unit="场"
      inputOf={({ tab: _tab, ...values }) => values}
      acts={(row) => (
        <ButtonLink look="row" to={PATHS.take(row.id)}>
          {row.record === 1
            ? '继续考试'
            : row.phase === 1 && row.left > 0 && row.record !== 4
              ? '去考试'
              : row.score === null
                ? '查看'
                : '看成绩'}
        </ButtonLink>
      )}
      empty={{ title: '没有要参加的考试', text: '党组织发布考试后会出现在这里，并发通知提醒您。' }}
    />
  );
}
