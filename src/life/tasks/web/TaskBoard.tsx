import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Failed } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listParts } from '../contract.part.ts';
import type { ListView } from '../contract.taskList.ts';
import { listTasks, type PartView, type TaskView } from '../contract.ts';
import { PART_STATES, type PartState, TASK_STATES, type TaskState } from '../rules.ts';
import { Due, nameOf, Progress } from './parts.tsx';
import { PATHS } from './paths.ts';
import './taskViews.css';

/** Cards of one state; more are a list. */
const CARDS = 20;
const PARTS: readonly PartState[] = [0, 1, 3, 2, 4];
const TASKS: readonly TaskState[] = [0, 2, 3, 4];

/** The tasks as cards, a column for each state; on a phone one below the other. */
export function TaskBoard({ view }: { view: ListView }) {
  return (
    <div className="office-board">
      {view === 'received' || view === 'handled'
        ? PARTS.map((state) => <Parts key={state} view={view} state={state} />)
        : TASKS.filter((state) => state > 0 || view === 'given').map((state) => (
            <Tasks key={state} view={view} state={state} />
          ))}
    </div>
  );
}

function Parts({ view, state }: { view: PartView; state: PartState }) {
  const partsQuery = useCall(listParts, { view, state, pageSize: CARDS }, { quiet: true });
  return (
    <Column title={PART_STATES[state]} view={view} state={state} query={partsQuery} unit="件">
      {partsQuery.data?.rows.map((part) => (
        <li key={part.id}>
          <Link className="office-card" to={PATHS.finish(part.taskId, part.circleId)}>
            <b>{nameOf(part)}</b>
            <span className="muted">{part.giverName}</span>
            <span>
              <Due part={part} />
            </span>
            {(part.isLate || part.assignee) && (
              <span className="muted">
                {[part.isLate ? '补报' : '', part.assignee && `经办 ${part.assignee}`].filter(Boolean).join('，')}
              </span>
            )}
          </Link>
        </li>
      ))}
    </Column>
  );
}

function Tasks({ view, state }: { view: TaskView; state: TaskState }) {
  const tasksQuery = useCall(listTasks, { view, state, pageSize: CARDS }, { quiet: true });
  return (
    <Column title={TASK_STATES[state]} view={view} state={state} query={tasksQuery} unit="项">
      {tasksQuery.data?.rows.map((task) => (
        <li key={task.id}>
          <Link className="office-card" to={task.state === 0 ? PATHS.preview(task.id) : PATHS.detail(task.id)}>
            <b>{task.title}</b>
            {view === 'below' && <span className="muted">{task.orgName}</span>}
            <span>
              {task.startsOn} 至 {task.endsOn}
            </span>
            {task.state > 0 && <Progress completed={task.completed} live={task.live} partly={task.partly} />}
            {(task.reported > 0 || task.overdue > 0) && (
              <span>
                {task.reported > 0 && `待验收${task.reported}件　`}
                {task.overdue > 0 && <span className="office-late">逾期{task.overdue}件</span>}
              </span>
            )}
          </Link>
        </li>
      ))}
    </Column>
  );
}

interface ColumnProps {
  title: string;
  view: ListView;
  state: number;
  unit: string;
  query: { data: { rows: readonly unknown[]; total: number } | undefined; error: Error | null; refetch: () => unknown };
  children: React.ReactNode;
}

function Column({ title, view, state, unit, query, children }: ColumnProps) {
  const { data } = query;
  return (
    <section className="card office-lane" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        {data && <span className="muted">{`${data.total}${unit}`}</span>}
      </div>
      {!data && query.error && <Failed error={query.error} onRetry={() => query.refetch()} />}
      {data && data.total === 0 && <p className="office-quiet">没有</p>}
      {data && data.total > 0 && <ul>{children}</ul>}
      {data && data.total > CARDS && (
        <ButtonLink look="word" to={pathWithQuery(PATHS.list, { tab: view, state: String(state) })}>
          全部{data.total}
          {unit}
        </ButtonLink>
      )}
    </section>
  );
}
