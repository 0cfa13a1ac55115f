import { daysLeftText } from '#house/web/given/parts.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import type { PartRow } from '../contract.part.ts';
import { progressOf } from '../rules.ts';
import { PATHS } from './paths.ts';
import './office.css';

const PART_TONES: Readonly<Record<number, string>> = {
  0: 'tag warn',
  1: 'tag info',
  2: 'tag info',
  3: 'tag bad',
  4: 'tag ok',
};
const TASK_TONES: Readonly<Record<number, string>> = { 0: 'tag', 1: 'tag info', 2: 'tag warn', 3: 'tag ok', 4: 'tag' };

export const TaskTag = ({ state, stateName }: { state: number; stateName: string }) => (
  <span className={TASK_TONES[state] ?? 'tag'}>{stateName}</span>
);

/** How a part stands; overdue and 补报 are said beside it, never by colour alone. */
export function PartTag({
  part,
}: {
  part: Pick<PartRow, 'state' | 'stateName' | 'isLate' | 'isOverdue' | 'isWatched'>;
}) {
  return (
    <span className="office-tags">
      <span className={PART_TONES[part.state] ?? 'tag'}>{part.stateName}</span>
      {part.isWatched && <span className="tag bad">督办</span>}
      {part.isOverdue && <span className="tag bad">逾期</span>}
      {part.isLate && <span className="tag warn">补报</span>}
    </span>
  );
}

/** The last day, and how far it is. */
export function Due({ part }: { part: Pick<PartRow, 'dueOn' | 'daysLeft' | 'state'> }) {
  const open = [0, 1, 3].includes(part.state);
  const { daysLeft } = part;
  return (
    <>
      {part.dueOn}
      {open && <small className={daysLeft < 0 ? 'office-late' : 'muted'}>（{daysLeftText(daysLeft)}）</small>}
    </>
  );
}

/** How much is done, in words and as a bar; what is done below of parts that were handed on makes the bar longer. */
export function Progress({ completed, live, partly = 0 }: { completed: number; live: number; partly?: number }) {
  const percent = Math.floor(progressOf(completed, live, partly) * 100);
  return (
    <span
      className="office-progress"
      title={`已完成${completed}件，共${live}件，进度${percent}%${partly > 0 ? '（含分解任务）' : ''}`}
    >
      <i className="office-track" aria-hidden="true">
        <b className="office-filled" style={{ width: `${percent}%` }} />
      </i>
      <span>
        {completed}/{live}
      </span>
    </span>
  );
}

export const nameOf = ({ title, circle }: { title: string; circle: string }) => `${title}${circle && `（${circle}）`}`;

/** 新增任务, for whoever gives tasks. */
export function OfficeActs() {
  return (
    may(useSession(), 'task:give') && (
      <ButtonLink look="primary" icon="plus" to={PATHS.add}>
        新增任务
      </ButtonLink>
    )
  );
}
