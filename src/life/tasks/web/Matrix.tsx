import { Fragment, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Gantt } from '#platform/web/gantt/Gantt.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { decideParts } from '../contract.part.ts';
import { type TaskDetail, taskMatrix } from '../contract.ts';
import { PART_STATES, progressOf, receiverUnit } from '../rules.ts';
import { AcceptAll } from './AcceptAll.tsx';
import { Progress } from './parts.tsx';
import { PATHS } from './paths.ts';
import { Reports } from './Reports.tsx';
import { WatchDialog } from './WatchDialog.tsx';
import './office.css';

type Row = ReplyOf<typeof taskMatrix>['rows'][number];
type Cell = Row['cells'][number];

/** A sign and a letter for each state: never colour alone. */
const SIGNS: Readonly<Record<number, readonly [sign: string, tone: string]>> = {
  0: ['○', 'wait'],
  1: ['◔', 'work'],
  2: ['◆', 'check'],
  3: ['▲', 'back'],
  4: ['■', 'done'],
  5: ['—', 'void'],
};
const VIEWS = [
  ['all', '全部'],
  ['reported', '待验收'],
  ['overdue', '逾期'],
  ['watched', '督办'],
] as const;

/** How the organisations are shown. */
const SHAPES = [
  ['table', '表格'],
  ['gantt', '甘特图'],
  ['reports', '上报对照'],
] as const;
type Shape = (typeof SHAPES)[number][0];

const wordsOf = (cell: Cell) =>
  `${PART_STATES[cell.state as keyof typeof PART_STATES]}${cell.isOverdue ? '，逾期' : ''}${cell.isLate ? '，补报' : ''}${cell.isWatched ? '，督办' : ''}`;

/** From the first day of the first cycle of an organisation to the last of its last. */
function spanOf(task: TaskDetail, row: Row) {
  const mine = task.circles.filter(({ id }) => row.cells.some(({ circleId, state }) => circleId === id && state !== 5));
  const all = mine.length > 0 ? mine : task.circles;
  return { startDate: all[0]?.startsOn ?? task.startsOn, endDate: all.at(-1)?.dueOn ?? task.endsOn };
}

const whoOf = (task: TaskDetail) => (task.isToPeople ? '各人' : '各组织');

/** How each organisation, or each person, stands: by cycles, as a chart, or their reports side by side. */
export function Matrix({ task }: { task: TaskDetail }) {
  const [shape, setShape] = useState<Shape>('table');
  return (
    <section className="card office-matrix" aria-label={`${whoOf(task)}办理情况`}>
      <div className="card-head">
        <h2>{whoOf(task)}办理情况</h2>
        <span className="office-filter">
          {SHAPES.map(([value, label]) => (
            <Button
              key={value}
              look={value === shape ? 'primary' : 'normal'}
              size="compact"
              aria-pressed={value === shape}
              onClick={() => setShape(value)}
            >
              {label}
            </Button>
          ))}
        </span>
      </div>
      {shape === 'reports' ? <Reports task={task} /> : <Organisations task={task} isChart={shape === 'gantt'} />}
    </section>
  );
}

/** Organisations by cycles; a cell opens its part, what waits is accepted or returned here. */
function Organisations({ task, isChart }: { task: TaskDetail; isChart: boolean }) {
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(20);
  const [only, setOnly] = useState<(typeof VIEWS)[number][0]>('all');
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [returning, setReturning] = useState(false);
  const [watching, setWatching] = useState(false);
  const navigate = useNavigate();
  const decide = useAct(decideParts, { quiet: true });
  const taskMatrixQuery = useCall(
    taskMatrix,
    { id: task.id, pageNum: page, pageSize: size, only, ...(words ? { keyWords: words } : {}) },
    { quiet: true, keepPrevious: true, staleTime: 0 },
  );
  const rows = taskMatrixQuery.data?.rows ?? [];
  const axes = task.isToPeople ? '人员和周期' : '组织和周期';
  const waiting = rows.flatMap(({ cells }) => cells.filter(({ state }) => state === 2).map(({ partId }) => partId));
  const late = rows.flatMap(({ cells }) =>
    cells.filter(({ isOverdue, isWatched }) => isOverdue && !isWatched).map(({ partId }) => partId),
  );
  const [open, setOpen] = useState<readonly string[]>([]);
  const bars = rows.map((row) => ({
    id: row.id,
    title: row.orgName ? `${row.name}（${row.orgName}）` : row.name,
    ...spanOf(task, row),
    progress: progressOf(row.completed, row.live, row.partly),
  }));
  const openFirst = (orgId: string) => {
    const cells = rows.find(({ id }) => id === orgId)?.cells ?? [];
    const cell = cells.find(({ state }) => state !== 4 && state !== 5) ?? cells[0];
    if (cell) navigate(pathWithQuery(PATHS.view(task.id), { part: cell.partId }));
  };
  const picked = waiting.filter((id) => chosen.has(id));
  const pick = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const answer = async (agree: boolean, opinion = '') => {
    const { decided, skipped } = await decide.mutateAsync({ ids: picked, agree, opinion });
    const left = skipped > 0 ? `，${skipped}件已有变化，没有处理` : '';
    emit('notice', { kind: 'success', text: `${agree ? '已通过' : '已退回'}${decided}件${left}` });
    setChosen(new Set());
  };
  const accept = () => answer(true).catch((error: Error) => emit('notice', { kind: 'error', text: error.message }));
  return (
    <>
      <div className="office-filter office-bar">
        <input
          className="office-find"
          type="search"
          aria-label={task.isToPeople ? '姓名或组织' : '组织名称'}
          placeholder={task.isToPeople ? '姓名或组织' : '组织名称'}
          value={words}
          onChange={(event) => {
            setWords(event.target.value.trim());
            setPage(1);
          }}
        />
        {VIEWS.map(([value, label]) => (
          <Button
            key={value}
            look={value === only ? 'primary' : 'normal'}
            size="compact"
            aria-pressed={value === only}
            onClick={() => {
              setOnly(value);
              setPage(1);
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      {!taskMatrixQuery.data ? (
        <Waiting query={taskMatrixQuery} lines={6} />
      ) : rows.length === 0 ? (
        <p className="office-quiet">{only === 'all' && !words ? '还没有下发。' : '没有符合条件的。'}</p>
      ) : (
        <>
          {isChart && (
            <div className="office-chart">
              <Gantt caption={`${whoOf(task)}进度`} tasks={bars} onOpen={(id) => openFirst(id)} />
            </div>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <section className="office-scroll" hidden={isChart} tabIndex={0} aria-label={axes}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{task.isToPeople ? '姓名' : '组织'}</th>
                  <th scope="col">完成</th>
                  {task.circles.map((circle) => (
                    <th key={circle.id} scope="col" title={`${circle.startsOn} 至 ${circle.dueOn}`}>
                      {circle.label ? circle.label.replace(/^\d{4}年/, '') : '办理'}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, at) => (
                  <Fragment key={row.id}>
                    {row.orgName && row.orgName !== rows[at - 1]?.orgName && (
                      <tr>
                        <th scope="rowgroup" colSpan={task.circles.length + 2} className="office-group">
                          {row.orgName}
                        </th>
                      </tr>
                    )}
                    <tr>
                      <th scope="row">{row.name}</th>
                      <td>
                        <Progress completed={row.completed} live={row.live} partly={row.partly} />
                      </td>
                      {task.circles.map((circle) => {
                        const cell = row.cells.find(({ circleId }) => circleId === circle.id);
                        return (
                          <td key={circle.id}>
                            {cell && (
                              <One
                                task={task}
                                cell={cell}
                                label={`${row.name}${circle.label}`}
                                chosen={chosen.has(cell.partId)}
                                onPick={pick}
                              />
                            )}
                          </td>
                        );
                      })}
                    </tr>
                  </Fragment>
                ))}
              </tbody>
            </table>
          </section>
          <p className="office-legend muted" hidden={isChart}>
            {Object.entries(SIGNS).map(([state, [sign, tone]]) => (
              <span key={state}>
                <i className={`office-sign ${tone}`} aria-hidden="true">
                  {sign}
                </i>
                {PART_STATES[Number(state) as keyof typeof PART_STATES]}
              </span>
            ))}
          </p>
          <div className="office-matrix-foot">
            {task.isOwn && late.length > 0 && task.state === 2 && (
              <Button
                size="compact"
                onClick={() => {
                  setOpen(late);
                  setWatching(true);
                }}
              >
                督办本页逾期的{late.length}件
              </Button>
            )}
            {task.isOwn && task.reported > 1 && task.state === 2 && <AcceptAll task={task} />}
            {task.isOwn && waiting.length > 0 && task.state === 2 && (
              <span className="office-decide">
                <Button size="compact" onClick={() => setChosen(new Set(waiting))}>
                  选中本页待验收的{waiting.length}件
                </Button>
                <Button
                  look="primary"
                  size="compact"
                  icon="check"
                  disabled={picked.length === 0 || decide.isPending}
                  onClick={() => void accept()}
                >
                  验收通过{picked.length > 0 && `（${picked.length}）`}
                </Button>
                <Button
                  size="compact"
                  disabled={picked.length === 0 || decide.isPending}
                  onClick={() => setReturning(true)}
                >
                  退回
                </Button>
              </span>
            )}
            <Pager
              page={page}
              size={size}
              total={taskMatrixQuery.data.total}
              capped={false}
              unit={receiverUnit(task.mode)}
              onPage={setPage}
              onSize={(next) => {
                setSize(next);
                setPage(1);
              }}
            />
          </div>
        </>
      )}
      {watching && (
        <WatchDialog
          ids={open}
          on
          name={`${open.length}件`}
          onClose={() => {
            setWatching(false);
            setChosen(new Set());
          }}
        />
      )}
      {returning && (
        <ReasonDialog
          title={`退回${picked.length}件`}
          act="退回"
          label="退回原因"
          max={500}
          onDone={(reason) => answer(false, reason)}
          onClose={() => setReturning(false)}
        >
          对方会收到原因，补正后重新上报。
        </ReasonDialog>
      )}
    </>
  );
}

function One({
  task,
  cell,
  label,
  chosen,
  onPick,
}: {
  task: TaskDetail;
  cell: Cell;
  label: string;
  chosen: boolean;
  onPick: (id: string, on: boolean) => void;
}) {
  const [sign, tone] = SIGNS[cell.state] ?? ['', ''];
  const words = wordsOf(cell);
  return (
    <span className="office-cell">
      {cell.state === 2 && task.isOwn && task.state === 2 && (
        <input
          type="checkbox"
          className="tick"
          aria-label={`选中${label}`}
          checked={chosen}
          onChange={(event) => onPick(cell.partId, event.target.checked)}
        />
      )}
      <Link
        to={pathWithQuery(PATHS.view(task.id), { part: cell.partId })}
        title={words}
        aria-label={`${label}：${words}`}
        className={`office-sign ${cell.isOverdue ? 'late' : tone}`}
      >
        {cell.isOverdue ? '●' : sign}
      </Link>
    </span>
  );
}
