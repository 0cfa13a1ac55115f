import type { ReactNode } from 'react';
import './course.css';

export const none = <span className="muted">—</span>;
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
