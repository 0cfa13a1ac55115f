import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listDocuments } from '#learning/education/contract.document.ts';
import { myVideos } from '#learning/education/contract.watch.ts';
import { KNOWLEDGE, NEWEST } from '#learning/education/rules.knowledge.ts';
import { ADDRESSES } from '#learning/education/rules.ts';
import { ownExams } from '#learning/exam/contract.sit.ts';
import { ownHours } from '#people/studyHours/contract.ts';
import { CERTIFICATES } from '#people/studyHours/rules.certificate.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { ownCourses } from '../contract.learn.ts';
import { COURSES } from '../rules.course.ts';
import './course.css';

const SHOWN = 5;
const EXAMS = '/education/examination?tab=own';
const quiet = { quiet: true, staleTime: 0 } as const;

/** 我的学习: the year against its duty, then what has to be learnt, what ends soonest first. */
export default function MyLearning() {
  const session = useSession();
  const courses = useCall(ownCourses, { view: 'open', pageNum: 1, pageSize: SHOWN }, quiet);
  const exams = useCall(ownExams, { pageNum: 1, pageSize: 20 }, quiet);
  const videos = useCall(myVideos, {}, quiet);
  const documents = useCall(listDocuments, { view: 'required', pageNum: 1, pageSize: 20 }, quiet);
  if (!courses.data) return <Waiting query={courses} />;
  if (!exams.data) return <Waiting query={exams} />;
  if (!videos.data) return <Waiting query={videos} />;
  if (!documents.data) return <Waiting query={documents} />;
  const toSit = exams.data.rows.filter(
    ({ phase, left, record }) => phase === 1 && (record === 1 || (left > 0 && record < 3)),
  );
  const toWatch = [...videos.data.required, ...videos.data.begun];
  const toRead = documents.data.rows.filter(({ readAt }) => readAt === null);
  const nothing = courses.data.total + toSit.length + toWatch.length + toRead.length === 0;
  return (
    <div className="list-page course-mine">
      <PageHead title="我的学习" />
      {may(session, 'hours:own') && <Hours />}
      {nothing && (
        <div className="card">
          <Empty title="要学的都学完了" act={<Link to={COURSES.home}>看看可选修的课程</Link>}>
            党组织布置的课程、考试、视频和必读文档会列在这里。
          </Empty>
        </div>
      )}
      <Part title="要参加的考试" to={EXAMS} more="全部考试" count={toSit.length}>
        {toSit.slice(0, SHOWN).map((row) => (
          <Line
            key={row.id}
            to={`/education/exam/take/${row.id}`}
            title={row.title}
            note={`${dateTime(row.closesAt)}截止，${row.minutes}分钟`}
            act={row.record === 1 ? '继续考试' : '去考试'}
          />
        ))}
      </Part>
      <Part title="课程" to={COURSES.home} more="全部课程" count={courses.data.total}>
        {courses.data.rows.map((row) => (
          <Line
            key={row.id}
            to={COURSES.learn(row.id)}
            title={row.title}
            note={`${row.isRequired ? '必修' : '选修'}，学完${row.percent}%${row.endsOn ? `，${row.endsOn}截止` : ''}`}
            late={row.isLate}
            act={row.begunAt ? '继续学习' : '开始学习'}
          />
        ))}
      </Part>
      <Part title="视频" to={ADDRESSES.memberVideo} more="全部视频" count={toWatch.length}>
        {toWatch.slice(0, SHOWN).map((row) => (
          <Line
            key={row.id}
            to={ADDRESSES.view(row.id)}
            title={row.title}
            note={`${row.isRequired ? '必修' : '选修'}，已看${row.percent}%`}
            act={row.percent > 0 ? '接着看' : '去看'}
          />
        ))}
      </Part>
      <Part title="必读文档" to={KNOWLEDGE.list('required')} more="全部必读" count={toRead.length}>
        {toRead.slice(0, SHOWN).map((row) => (
          <Line key={row.id} to={KNOWLEDGE.browse(row.id, NEWEST)} title={row.title} note={row.folderName} act="去读" />
        ))}
      </Part>
      <nav className="card course-ways" aria-label="更多学习">
        <Link to={ADDRESSES.center}>视频中心</Link>
        <Link to={KNOWLEDGE.home}>知识库</Link>
        <Link to={`${COURSES.home}?tab=offered`}>可选修的课程</Link>
        <Link to="/education/examination?tab=wrong">错题本</Link>
        {may(session, 'hours:own') && (
          <>
            <Link to="/education/myHours">我的学时</Link>
            <Link to={CERTIFICATES.own}>学习证明</Link>
          </>
        )}
      </nav>
    </div>
  );
}

function Hours() {
  const ownHoursQuery = useCall(ownHours, {}, { quiet: true });
  const sheet = ownHoursQuery.data;
  if (!sheet) return null;
  const percent = sheet.duty === 0 ? 100 : Math.min(100, Math.floor((sheet.hours * 100) / sheet.duty));
  const lacks = Math.max(0, Math.round((sheet.duty - sheet.hours) * 10) / 10);
  return (
    <section className="card course-about" aria-label="今年学时">
      <p>
        {sheet.year}年已学<b className="course-sum">{sheet.hours}</b>学时
        {sheet.owes && (lacks > 0 ? `，应学${sheet.duty}学时，还差${lacks}学时` : `，已达到应学的${sheet.duty}学时`)}
        {sheet.needs.map(({ text }) => `；${text}`)}
      </p>
      {sheet.owes && (
        <span
          className="course-bar"
          role="progressbar"
          aria-label="今年学时"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span className={percent === 100 ? 'done' : undefined} style={{ width: `${percent}%` }} />
        </span>
      )}
    </section>
  );
}

function Part({
  title,
  to,
  more,
  count,
  children,
}: {
  title: string;
  to: string;
  more: string;
  count: number;
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        <span className="secondary">{count}项</span>
        <span className="card-extra">
          <Link to={to}>{more}</Link>
        </span>
      </div>
      <ul className="course-parts">{children}</ul>
    </section>
  );
}

function Line({
  to,
  title,
  note,
  act,
  late = false,
}: {
  to: string;
  title: string;
  note: string;
  act: string;
  late?: boolean;
}) {
  return (
    <li className="course-line">
      <span className="course-part-words">
        <Link to={to}>{title}</Link>
        <span className="muted small">
          {note}
          {late && '　已逾期'}
        </span>
      </span>
      <ButtonLink size="compact" to={to}>
        {act}
      </ButtonLink>
    </li>
  );
}
