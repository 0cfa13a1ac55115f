import { Link, useLocation } from 'react-router';
import { keyWords, LETTERS, pointsText } from '#learning/exam/rules.ts';
import { QuestionText } from '#learning/exam/web/pickers.parts.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { Line } from '#platform/web/field/record.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type TestSheet as Sheet, testSheet } from '../contract.exam.ts';
import { COLLEGE } from '../rules.ts';
import '#platform/web/records/records.css';
import './college.css';

const HANDED: Readonly<Record<string, string>> = {
  person: '本人交卷',
  deadline: '到时自动交卷',
  leave: '离开页面自动交卷',
};

/** 答卷详情: the answers of one of a test's people, question by question, once the results are published. */
export default function TestSheet() {
  const { id, person } = readQuery(useLocation().search, ['id', 'person']);
  const asked = id === undefined || person === undefined ? null : { id, personId: person };
  const testSheetQuery = useCall(testSheet, asked, { quiet: true });
  useTitle(testSheetQuery.data ? `${testSheetQuery.data.name}的答卷` : undefined);
  if (asked === null)
    return (
      <Empty title="请先选择答卷" act={<Link to={COLLEGE.tests}>去学院考试</Link>}>
        成绩公布后，从考试详情点考生的成绩进入。
      </Empty>
    );
  return <RecordLoader query={testSheetQuery}>{(sheet) => <View sheet={sheet} />}</RecordLoader>;
}

/** What was answered, as people write it. */
function answered({ kind, answer }: Sheet['questions'][number]): string {
  if (answer.join('') === '') return '没有作答';
  if (kind <= 2) return answer.map((place) => LETTERS[Number(place)] ?? '').join('');
  return kind === 3 ? keyWords({ kind: 3, key: answer }) : answer.join('；');
}

function View({ sheet }: { sheet: Sheet }) {
  return (
    <div className="record-page">
      <PageHead title={`${sheet.name}的答卷`}>
        <ButtonLink to={pathWithQuery(COLLEGE.test, { id: sheet.examId })}>{sheet.title}</ButtonLink>
      </PageHead>
      <section className="card college-facts" aria-label="成绩">
        <dl className="record-fields">
          <Line label="成绩">
            <b>{pointsText(sheet.score)}</b> / {pointsText(sheet.total)}分{' '}
            <span className={sheet.passed ? 'tag ok' : 'tag warn'}>{sheet.passed ? '及格' : '不及格'}</span>
          </Line>
          <Line label="班级或职务">{sheet.place || '—'}</Line>
          <Line label="所在党支部">{sheet.orgName}</Line>
          <Line label="第几次">第{sheet.number}次</Line>
          <Line label="开考">{dateTime(sheet.startedAt)}</Line>
          <Line label="交卷">
            {dateTime(sheet.handedAt)}，{HANDED[sheet.handedBy] ?? ''}
          </Line>
          <Line label="离开页面">{sheet.leaves > 0 ? `${sheet.leaves}次` : '没有'}</Line>
        </dl>
      </section>
      <ol className="college-sheet" aria-label="答题">
        {sheet.questions.map((one) => (
          <li key={one.seq} className="card">
            <div className="college-tools">
              <span className="muted">
                第{one.seq}题 {one.section}
              </span>
              <span className={one.points === one.score ? 'tag ok' : one.points > 0 ? 'tag gold' : 'tag warn'}>
                得{pointsText(one.points)}分，满分{pointsText(one.score)}分
              </span>
            </div>
            <QuestionText of={one} />
            <p className="exam-key">
              <b>作答</b> {answered(one)}
            </p>
            {one.comment && (
              <p className="exam-key">
                <b>评语</b> {one.comment}
              </p>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
