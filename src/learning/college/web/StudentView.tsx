import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { RECORDS as COURSE_RECORDS } from '#learning/course/rules.course.ts';
import { RECORDS as TEST_RECORDS } from '#learning/exam/rules.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Line } from '#platform/web/field/record.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { type StateLook, StateTag } from '#platform/web/show/StateTag.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { getStudent, type StudentDetail } from '../contract.student.ts';
import {
  COLLEGE,
  GRADES,
  IDENTITIES,
  JOB_TYPES,
  PAST,
  placeWords,
  STUDENT,
  SUSPENDED,
  termWords,
  wordOf,
} from '../rules.ts';
import { StudentDialog } from './StudentDialog.tsx';
import '#platform/web/records/records.css';
import './college.css';

const COURSE_LOOKS: Readonly<Record<number, StateLook>> = { 0: 'waiting', 1: 'partly', 2: 'good', 3: 'bad' };
const TEST_LOOKS: Readonly<Record<number, StateLook>> = {
  0: 'waiting',
  1: 'partly',
  2: 'waiting',
  3: 'good',
  4: 'bad',
};

/** One of the roster: class or post, what is learnt and sat, the grades gone through. */
export default function StudentView() {
  const { id = '' } = useParams();
  const studentQuery = useCall(getStudent, { id }, { quiet: true, staleTime: 0 });
  useTitle(studentQuery.data?.name);
  return <RecordLoader query={studentQuery}>{(one) => <View student={one} />}</RecordLoader>;
}

function View({ student }: { student: StudentDetail }) {
  const [editing, setEditing] = useState(false);
  const session = useSession();
  const isStudent = student.jobType === STUDENT;
  const leaves = isStudent && student.grade === PAST && student.identity === 2;
  return (
    <div className="record-page">
      <PageHead title={student.name}>
        {may(session, 'dj:dyxx') && student.identity === 2 && (
          <ButtonLink icon="members" to={`/affairs/member/browse/${student.id}`}>
            党员档案
          </ButtonLink>
        )}
        {leaves && may(session, 'dj:zzgx') && (
          <ButtonLink icon="transfer" to={pathWithQuery('/affairs/relation/transferOut', { memberId: student.id })}>
            转出组织关系
          </ButtonLink>
        )}
        <Button look="primary" icon="edit" onClick={() => setEditing(true)}>
          修改
        </Button>
      </PageHead>
      {leaves && (
        <div className="banner warn" role="note">
          <Icon name="warning" />
          <span>
            {student.graduatedOn ? `${student.graduatedOn}成为往届，` : ''}
            组织关系还在本校，应当转到工作单位或户籍地党组织。
          </span>
        </div>
      )}
      <section className="card college-facts" aria-label="名册">
        <dl className="record-fields">
          <Line label="人员类别">{wordOf(JOB_TYPES, student.jobType)}</Line>
          <Line label={isStudent ? '年级班级' : '职务'}>{placeWords(student)}</Line>
          <Line label={isStudent ? '学号' : '工号'}>{student.number || '—'}</Line>
          <Line label="政治面貌">{wordOf(IDENTITIES, student.identity)}</Line>
          <Line label="所在党支部">{student.orgName}</Line>
          <Line label={isStudent ? '休学' : '停职'}>{wordOf(SUSPENDED, student.suspended)}</Line>
          <Line label="最近修改">{`${student.updateName} ${dateTime(student.updateDate)}`}</Line>
        </dl>
      </section>
      <Part title="课程" empty="没有列入学院的课程" count={student.courses.length}>
        {student.courses.map((one) => (
          <li key={one.id}>
            <span>
              <Link to={pathWithQuery(COLLEGE.course, { id: one.id })}>{one.title}</Link>
              <span className="muted small">　{termWords(one.term)}</span>
            </span>
            <span className="college-tools">
              <span className="muted">学完{one.note}</span>
              <StateTag look={COURSE_LOOKS[one.record] ?? 'over'}>
                {COURSE_RECORDS[one.record as keyof typeof COURSE_RECORDS]}
              </StateTag>
            </span>
          </li>
        ))}
      </Part>
      <Part title="考试" empty="没有列入学院的考试" count={student.tests.length}>
        {student.tests.map((one) => (
          <li key={one.id}>
            <span>
              <Link to={pathWithQuery(COLLEGE.test, { id: one.id })}>{one.title}</Link>
              <span className="muted small">　{termWords(one.term)}</span>
            </span>
            <span className="college-tools">
              <span className="muted">{one.note}</span>
              <StateTag look={TEST_LOOKS[one.record] ?? 'over'}>
                {TEST_RECORDS[one.record as keyof typeof TEST_RECORDS]}
              </StateTag>
            </span>
          </li>
        ))}
      </Part>
      {student.promotions.length > 0 && (
        <Part title="升级记录" empty="" count={student.promotions.length}>
          {student.promotions.map((one) => (
            <li key={one.at}>
              <span>
                {wordOf(GRADES, one.before)} → {wordOf(GRADES, one.after)}
                {one.isUndone && <span className="tag warn">已撤回</span>}
              </span>
              <span className="muted">
                {one.by} {dateTime(one.at)}
              </span>
            </li>
          ))}
        </Part>
      )}
      {editing && <StudentDialog student={student} onClose={() => setEditing(false)} />}
    </div>
  );
}

function Part({ title, empty, count, children }: { title: string; empty: string; count: number; children: ReactNode }) {
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      <ul className="college-list">
        {count === 0 && <li className="muted">{empty}</li>}
        {children}
      </ul>
    </section>
  );
}
