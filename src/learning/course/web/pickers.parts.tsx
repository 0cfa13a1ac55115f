import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import type { OwnCourseRow } from '../contract.learn.ts';
import { COURSES } from '../rules.course.ts';
import './course.css';

export const hoursWords = (hours: number): ReactNode => `${hours}学时`;

/** How far somebody is in a course: a bar with what it says. */
export function CourseProgress({ percent, done, musts }: { percent: number; done: number; musts: number }) {
  return (
    <div className="course-progress">
      <span
        className="course-bar"
        role="progressbar"
        aria-label="学习进度"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className={percent === 100 ? 'done' : undefined} style={{ width: `${percent}%` }} />
      </span>
      <span className="small">{percent === 100 ? '已学完' : `必学${musts}章，学完${done}章`}</span>
    </div>
  );
}

type CardRow = Pick<
  OwnCourseRow,
  | 'id'
  | 'title'
  | 'intro'
  | 'isRequired'
  | 'isJoined'
  | 'isLate'
  | 'hours'
  | 'percent'
  | 'done'
  | 'musts'
  | 'endsOn'
  | 'begunAt'
  | 'finishedAt'
>;

/** A course as its learner meets it. @param place what is said of where it belongs */
export function CourseCard({ row, place }: { row: CardRow; place: string }) {
  const act = !row.isJoined ? '去看看' : row.finishedAt ? '再看一遍' : row.begunAt ? '继续学习' : '开始学习';
  return (
    <li className="card course-card">
      <div className="course-card-head">
        <h2>
          <Link to={COURSES.learn(row.id)}>{row.title}</Link>
        </h2>
        <span className="course-tags">
          <span className={row.isRequired ? 'tag red' : 'tag'}>{row.isRequired ? '必修' : '选修'}</span>
          {row.hours > 0 && <span className="tag gold">{hoursWords(row.hours)}</span>}
          {row.isLate && <span className="tag warn">已逾期</span>}
        </span>
      </div>
      {row.intro && <p className="secondary course-intro">{row.intro}</p>}
      {row.isJoined && <CourseProgress percent={row.percent} done={row.done} musts={row.musts} />}
      <div className="course-card-foot">
        <span className="muted small">
          {place}
          {row.endsOn && !row.finishedAt && ` · ${row.endsOn}截止`}
        </span>
        <ButtonLink
          look={row.finishedAt || !row.isJoined ? 'normal' : 'primary'}
          size="compact"
          to={COURSES.learn(row.id)}
        >
          {act}
        </ButtonLink>
      </div>
    </li>
  );
}
