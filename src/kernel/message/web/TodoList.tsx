import { ROLE } from '#kernel/session/contract.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listTodos, type TodoRow } from '../contract.ts';

/** How a to-do stands to its date: shape and words, colour only beside them. */
function Due({ row }: { row: TodoRow }) {
  if (row.daysLeft === null) return <span className="muted">不限期</span>;
  if (row.daysLeft < 0) {
    return (
      <span className="tag bad">
        <Icon name="warning" />
        超时{-row.daysLeft}天
      </span>
    );
  }
  return (
    <span className={row.state === 'due' ? 'tag warn' : 'tag'}>
      <Icon name={row.daysLeft === 0 ? 'calendarCheck' : 'clock'} />
      {row.daysLeft === 0 ? '今天' : `还剩${row.daysLeft}天`}
    </span>
  );
}

const columns: readonly Column<TodoRow>[] = [
  { key: 'due', title: '期限', width: 104, card: 'side', cell: (row) => <Due row={row} /> },
  {
    key: 'role',
    title: '角色',
    width: 92,
    cell: (row) => (row.roleId === ROLE.worker ? '党务工作者' : '党员'),
  },
  { key: 'createTime', title: '时间', width: 136, cell: (row) => dateTime(row.createTime) },
  { key: 'orgName', title: '组织', width: 160, card: 'line', cell: (row) => row.orgName },
  {
    key: 'moduleName',
    title: '模块',
    width: 92,
    card: 'tag',
    cell: (row) => <span className="tag">{row.moduleName}</span>,
  },
  {
    key: 'message',
    title: '内容',
    width: 300,
    card: 'title',
    cell: (row) => (
      <>
        {row.message}
        {row.detail && <span className="muted"> {row.detail}</span>}
      </>
    ),
  },
];

const KEEP = ['tab'];
const withoutTab = ({ tab: _tab, ...values }: Readonly<Record<string, string>>) => values;

/** My to-dos, the overdue first; each leads to where it is handled. */
export function TodoList() {
  return (
    <PlainList<TodoRow, { overdue: number; due: number; open: number }>
      caption="我的待办"
      endpoint={listTodos}
      columns={columns}
      unit="件"
      keep={KEEP}
      inputOf={withoutTab}
      note={({ overdue, due, open }) => (
        <>
          <span>超时 {overdue} 件</span>
          <span>即将到期 {due} 件</span>
          <span>待办 {open} 件</span>
        </>
      )}
      acts={(row) => (
        <ButtonLink look="row" to={row.jumpUrl} title={row.act}>
          办理
        </ButtonLink>
      )}
      empty={{ title: '今天的事都办完了', text: '有新的待办时会出现在这里。' }}
    />
  );
}
