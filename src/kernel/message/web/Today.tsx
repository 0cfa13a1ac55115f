import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { dayInWords } from '#platform/web/calendar/days.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Column, Option } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { useUndo } from '#platform/web/press/undo.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  listTodos,
  putOffTodo,
  TODO_PARTS,
  type TodoPart,
  type TodoRow,
  takeUpTodo,
  todoChoices,
} from '../contract.ts';
import { LaterDialog } from './LaterDialog.tsx';
import { TodoDue } from './pickers.due.tsx';
import { useTogether } from './TogetherActs.tsx';
import './today.css';

type Choices = ReplyOf<typeof todoChoices>;

const KEEP = ['tab'];

const NOTHING: Choices = {
  modules: [],
  orgs: [],
  acts: [],
  counts: { open: 0, later: 0, done: 0 },
  backOn: null,
  dueOn: null,
};

const numbered = (choices: Choices['modules']): Option[] =>
  choices.map(({ value, label, count }) => ({ value, label: `${label} ${count}` }));

const STATES: readonly Option[] = [
  { value: 'overdue', label: '超时' },
  { value: 'due', label: '即将到期' },
  { value: 'open', label: '其余' },
];

/** Who asks: the person, then the organisation where it is not the reader's own. */
function Asker({ row }: { row: TodoRow }) {
  const { user } = useSession();
  const org = row.fromOrgName === user.workOrg.name ? '' : row.fromOrgName;
  if (!row.askedBy && !org) return <span className="muted">按规定</span>;
  return (
    <>
      {row.askedBy}
      {org && <span className="today-detail">{org}</span>}
    </>
  );
}

/** What is to be done, and more of it below where that says anything new. */
function What({ row }: { row: TodoRow }) {
  return (
    <>
      <span className="today-what">{row.message}</span>
      {row.detail && row.detail !== row.orgName && <span className="today-detail">{row.detail}</span>}
    </>
  );
}

function columnsOf(part: TodoPart, choices: Choices): readonly Column<TodoRow>[] {
  const last: Record<TodoPart, Column<TodoRow>> = {
    open: { key: 'since', title: '何时提出', width: 136, cell: (row) => dateTime(row.createTime) },
    later: {
      key: 'until',
      title: '回来的日子',
      width: 136,
      card: 'line',
      cell: (row) => (row.laterUntil ? `${row.laterUntil}回来` : ''),
    },
    done: { key: 'done', title: '办结时间', width: 136, card: 'line', cell: (row) => dateTime(row.doneAt) },
  };
  return [
    {
      key: 'due',
      title: '期限',
      width: 112,
      card: 'side',
      cell: (row) => (part === 'done' ? <span className="muted">{row.dueOn ?? '不限期'}</span> : <TodoDue row={row} />),
      ...(part === 'open' ? { filter: { kind: 'choice', name: 'state', options: STATES } } : {}),
    },
    {
      key: 'module',
      title: '模块',
      width: 96,
      card: 'line',
      cell: (row) => <span className="tag">{row.moduleName}</span>,
      filter: { kind: 'choice', name: 'moduleName', options: numbered(choices.modules) },
    },
    { key: 'what', title: '事项', width: 400, card: 'title', cell: (row) => <What row={row} /> },
    {
      key: 'asker',
      title: '谁提出',
      width: 190,
      card: 'line',
      cell: (row) => <Asker row={row} />,
      filter: { kind: 'choice', name: 'fromOrgId', options: numbered(choices.orgs) },
      filterTitle: '组织',
    },
    {
      key: 'act',
      title: '类别',
      width: 0,
      cell: () => null,
      filterOnly: true,
      filter: { kind: 'choice', name: 'act', options: numbered(choices.acts) },
    },
    last[part],
  ];
}

/** What an empty part says: why, and the next date. */
function emptyOf(part: TodoPart, { counts, backOn }: Choices): { title: string; text: string } {
  if (part === 'later') return { title: '没有推到稍后的事', text: '在待办里点“稍后”，选一个日子，到时自己回来。' };
  if (part === 'done') {
    const left = counts.open > 0 ? `还有${counts.open}件待办。` : '待办也都办完了。';
    return { title: '今天还没有办结的事', text: left };
  }
  return {
    title: '今天的事都办完了',
    text: backOn
      ? `下一个日子是${dayInWords(backOn)}，推到稍后的${counts.later}件从这天起回来。`
      : '有新的待办时会出现在这里。',
  };
}

/** `/today`: what waits for me by its term, what I have put off until a day, and what was done today; each row ends in its act. */
export default function Today() {
  const { search } = useLocation();
  const { tab } = readQuery(search, ['tab']);
  const part: TodoPart = tab === 'later' || tab === 'done' ? tab : 'open';
  const { data: choices = NOTHING } = useCall(todoChoices, { part }, { quiet: true, keepPrevious: true });
  const columns = useMemo(() => columnsOf(part, choices), [part, choices]);
  const [leaving, setLeaving] = useState<{ rows: readonly TodoRow[]; clear: () => void } | null>(null);
  const takeUp = useTakeUp();
  const together = useTogether();
  return (
    <div className="list-page">
      <PageHead title={TODO_PARTS[part]} />
      <PlainList<TodoRow, { overdue: number; due: number; open: number }>
        key={part}
        caption={TODO_PARTS[part]}
        endpoint={listTodos}
        columns={columns}
        unit="件"
        keep={KEEP}
        inputOf={({ tab: _tab, ...values }) => ({ ...values, part })}
        note={({ overdue, due, open }) =>
          part === 'open' && (
            <>
              <span>超时{overdue}件</span>
              <span>即将到期{due}件</span>
              <span>其余{open}件</span>
            </>
          )
        }
        actsWidth={part === 'done' ? 92 : 176}
        acts={(row, at) => (
          <>
            {part === 'done' ? (
              <ButtonLink look="row" to={row.jumpUrl} aria-label={`看结果：${row.message}`}>
                看结果
              </ButtonLink>
            ) : (
              <ButtonLink
                look={at === 0 && part === 'open' && row.state !== 'open' ? 'primary' : 'normal'}
                size="compact"
                className="today-act"
                to={row.jumpUrl}
                aria-label={`${row.act}：${row.message}`}
              >
                {row.act}
              </ButtonLink>
            )}
            {part === 'open' && (
              <Button
                look="row"
                aria-label={`稍后：${row.message}`}
                onClick={() => setLeaving({ rows: [row], clear: () => {} })}
              >
                稍后
              </Button>
            )}
            {part === 'later' && (
              <Button look="row" aria-label={`拿回：${row.message}`} onClick={() => takeUp([row])}>
                拿回
              </Button>
            )}
          </>
        )}
        {...(part === 'done'
          ? {}
          : {
              label: (row: TodoRow) => row.message,
              bulk: ({ rows, clear }: { rows: readonly TodoRow[]; clear: () => void }) =>
                part === 'later' ? (
                  <Button size="compact" onClick={() => takeUp(rows).then(clear)}>
                    拿回{rows.length}件
                  </Button>
                ) : (
                  <>
                    {together.buttons(rows, clear)}
                    <Button size="compact" onClick={() => setLeaving({ rows, clear })}>
                      稍后提醒
                    </Button>
                  </>
                ),
            })}
        empty={emptyOf(part, choices)}
      />
      {together.dialogs}
      {leaving && <LaterDialog rows={leaving.rows} onDone={leaving.clear} onClose={() => setLeaving(null)} />}
    </div>
  );
}

/** Takes to-dos up again before their day; undone, each is put off until the same day. */
function useTakeUp() {
  const act = useAct(takeUpTodo);
  const back = useUndo(putOffTodo, takeUpTodo);
  return async (rows: readonly TodoRow[]) => {
    const [first] = rows;
    try {
      await act.mutateAsync({ id: rows.map(({ id }) => id) });
    } catch {
      // The client has shown why.
      return;
    }
    emit('notice', { kind: 'success', text: `已拿回${rows.length}件` });
    if (rows.length === 1 && first?.laterUntil) {
      back(`已拿回“${first.message}”`, { id: [first.id], until: first.laterUntil });
    }
  };
}
