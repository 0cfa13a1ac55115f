import { useState } from 'react';
import { Link } from 'react-router';
import { listTodos, TODOS_PATH, type TodoRow } from '#kernel/message/contract.ts';
import { TodoDue } from '#kernel/message/web/pickers.due.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { ButtonLink, Pressable } from '#platform/web/ui/Button.tsx';
import { Part, PartSkeleton } from './Part.tsx';

type State = TodoRow['state'];
const SHOWN = 6;
const NOTHING = { overdue: 0, due: 0, open: 0 };

const STATES: readonly [State, string, 'bad' | 'warn' | ''][] = [
  ['overdue', '超时', 'bad'],
  ['due', '即将到期', 'warn'],
  ['open', '待办', ''],
];

/** The first to-dos of a state, or of all, with the numbers of each state. */
export function useTodos(state?: State) {
  return useCall(listTodos, { pageNum: 1, pageSize: SHOWN, state }, { quiet: true, keepPrevious: true });
}

/** 办事清单: the overdue first, each row ending in its act; the first one that presses is the one red button of the page. */
export function TodoPart() {
  const [state, setState] = useState<State>();
  const answer = useTodos(state);
  const counts = answer.data ?? NOTHING;
  const chip = (value: State | undefined, title: string, kind: string, count: number) => (
    <Pressable
      key={title}
      className={`home-chip ${count > 0 ? kind : ''}`}
      aria-pressed={state === value}
      onClick={() => setState(value)}
    >
      {title} {answer.data && <b>{count}</b>}
    </Pressable>
  );
  return (
    <Part
      title="办事清单"
      className="home-todo"
      answer={answer}
      skeleton={SHOWN}
      extra={
        <>
          <fieldset className="home-chips" aria-label="按期限查看">
            {chip(undefined, '全部', '', counts.overdue + counts.due + counts.open)}
            {STATES.map(([value, title, kind]) => chip(value, title, kind, counts[value]))}
          </fieldset>
          <Link className="card-extra" to={TODOS_PATH}>
            查看全部
          </Link>
        </>
      }
    >
      {({ rows }) =>
        // That the state before had none says nothing of this one.
        rows.length === 0 && answer.isPlaceholderData ? (
          <PartSkeleton lines={SHOWN} />
        ) : rows.length === 0 ? (
          <NothingToDo state={state} />
        ) : (
          <ul className="home-queue">
            {rows.map((row, index) => (
              <Todo key={row.id} row={row} first={index === 0 && row.state !== 'open'} />
            ))}
          </ul>
        )
      }
    </Part>
  );
}

/** The three numbers of the day, for the top of a phone. */
export function TodoCounts({ counts }: { counts: { overdue: number; due: number; open: number } }) {
  return (
    <div className="card home-counts">
      {STATES.map(([value, title, kind]) => (
        <Link key={value} className={counts[value] > 0 ? kind : ''} to={TODOS_PATH}>
          <b>{counts[value]}</b>
          <span>
            <Icon name={value === 'overdue' ? 'warning' : value === 'due' ? 'clock' : 'calendarCheck'} />
            {title}
          </span>
        </Link>
      ))}
    </div>
  );
}

function NothingToDo({ state }: { state: State | undefined }) {
  const title = STATES.find(([value]) => value === state)?.[1];
  return (
    <div className="home-done">
      <h3>{title ? `没有${title}的事项` : '今天的事都办完了'}</h3>
      <p>有新的事项时，会按期限排在这里。</p>
    </div>
  );
}

function Todo({ row, first }: { row: TodoRow; first: boolean }) {
  const { user } = useSession();
  // The own organisation goes without saying, and a detail may be its name.
  const details = [...new Set([row.orgName, row.detail])].filter((text) => text && text !== user.workOrg.name);
  return (
    <li>
      <TodoDue row={row} />
      <span className="tag">{row.moduleName}</span>
      <div className="grow">
        <div className="home-what" title={row.message}>
          {row.message}
        </div>
        <div className="home-detail">
          {details.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </div>
      </div>
      <ButtonLink
        look={first ? 'primary' : 'normal'}
        size="compact"
        to={row.jumpUrl}
        aria-label={`${row.act}：${row.message}`}
      >
        {row.act}
      </ButtonLink>
    </li>
  );
}
