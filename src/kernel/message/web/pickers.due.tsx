import { Icon } from '#platform/web/show/icons.tsx';
import type { TodoRow } from '../contract.ts';
import './todoDue.css';

/** How a to-do stands to its date: shape and words, colour only beside them. */
export function TodoDue({ row: { daysLeft, state } }: { row: Pick<TodoRow, 'daysLeft' | 'state'> }) {
  if (daysLeft === null) {
    return (
      <span className="todo-due">
        <Icon name="clipboard" />
        不限期
      </span>
    );
  }
  if (daysLeft < 0) {
    return (
      <span className="todo-due bad">
        <Icon name="warning" />
        超时{-daysLeft}天
      </span>
    );
  }
  return (
    <span className={state === 'due' ? 'todo-due warn' : 'todo-due'}>
      <Icon name={daysLeft === 0 ? 'calendarCheck' : 'clock'} />
      {daysLeft === 0 ? '今天' : `还剩${daysLeft}天`}
    </span>
  );
}
