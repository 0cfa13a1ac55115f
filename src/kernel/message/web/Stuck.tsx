import { useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { KeptDialog } from '#platform/web/dialogs/KeptDialog.tsx';
import type { Column, Option } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  listStuck,
  STUCK_PATH,
  STUCK_SIDES,
  type StuckRow,
  type StuckSide,
  stuckChoices,
  urgeTodos,
} from '../contract.stuck.ts';
import { TodoDue } from './pickers.due.tsx';
import './today.css';

type Choices = ReplyOf<typeof stuckChoices>;

const KEEP = ['side'];
const NOTHING: Choices = { modules: [], orgs: [], counts: { below: 0, above: 0 } };
const STATES: readonly Option[] = [
  { value: 'overdue', label: '超时' },
  { value: 'due', label: '即将到期' },
  { value: 'open', label: '其余' },
];
const DAYS: readonly Option[] = ['3', '7', '30'].map((value) => ({ value, label: `${value}天以上` }));
const numbered = (choices: Choices['modules']): Option[] =>
  choices.map(({ value, label, count }) => ({ value, label: `${label} ${count}` }));

/** Who holds it: names, and the organisation's phone, which a phone dials. */
function Holder({ row: { holders, phone } }: { row: StuckRow }) {
  return (
    <>
      {holders.length > 0 ? holders.slice(0, 3).join('、') : '没有工作人员'}
      {holders.length > 3 && `等${holders.length}人`}
      <span className="today-detail">
        {phone ? <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> : '组织没有登记电话'}
      </span>
    </>
  );
}

const columnsOf = (choices: Choices): readonly Column<StuckRow>[] => [
  {
    key: 'due',
    title: '期限',
    width: 108,
    card: 'side',
    cell: (row) => <TodoDue row={row} />,
    filter: { kind: 'choice', name: 'state', options: STATES },
  },
  {
    key: 'module',
    title: '模块',
    width: 92,
    card: 'line',
    cell: (row) => <span className="tag">{row.moduleName}</span>,
    filter: { kind: 'choice', name: 'moduleName', options: numbered(choices.modules) },
  },
  {
    key: 'what',
    title: '事项',
    width: 330,
    card: 'title',
    cell: (row) => <span className="today-what">{row.message}</span>,
  },
  {
    key: 'org',
    title: '卡在哪个组织',
    width: 200,
    card: 'line',
    cell: (row) => <span className="today-what">{row.holderOrgName}</span>,
    filter: { kind: 'choice', name: 'holderOrgId', options: numbered(choices.orgs) },
    filterTitle: '组织',
  },
  { key: 'holder', title: '谁能办、电话', width: 150, card: 'line', cell: (row) => <Holder row={row} /> },
  {
    key: 'days',
    title: '已等',
    width: 76,
    align: 'right',
    cell: (row) => (row.days === 0 ? '今天' : `${row.days}天`),
    filter: { kind: 'choice', name: 'days', options: DAYS },
    filterTitle: '已等天数',
  },
  {
    key: 'urged',
    title: '上次催办',
    width: 136,
    card: 'line',
    cell: (row) => (row.urgedAt ? dateTime(row.urgedAt) : <span className="muted">没有催过</span>),
  },
];

const EMPTY: Readonly<Record<StuckSide, { title: string; text: string }>> = {
  below: { title: '下级没有卡住的事', text: '下级组织有没办的待办时，会按期限排在这里。' },
  above: { title: '没有等上级办的事', text: '本组织报上去、还没有办的，会排在这里。' },
};

/** `/today/stuck`: what waits at organisations below, or above for the own one: who holds it, how long, and 催办. */
export default function Stuck() {
  const { search } = useLocation();
  const side: StuckSide = readQuery(search, ['side']).side === 'above' ? 'above' : 'below';
  const { data: choices = NOTHING } = useCall(stuckChoices, { side }, { quiet: true, keepPrevious: true });
  const columns = useMemo(() => columnsOf(choices), [choices]);
  const act = useAct(urgeTodos);
  const [kept, setKept] = useState<ReplyOf<typeof urgeTodos>['kept']>([]);
  const urge = async (rows: readonly StuckRow[]) => {
    const done = await act.mutateAsync({ id: rows.map(({ id }) => id) });
    if (done.urged > 0) emit('notice', { kind: 'success', text: `已催办${done.urged}件，通知${done.reached}人` });
    setKept(done.kept);
  };
  return (
    <div className="list-page">
      <PageHead />
      <nav className="tabs today-sides" aria-label="卡在哪一边">
        {Object.entries(STUCK_SIDES).map(([value, label]) => (
          <Link
            key={value}
            className="tab"
            aria-current={value === side ? 'page' : undefined}
            to={value === 'below' ? STUCK_PATH : pathWithQuery(STUCK_PATH, { side: value })}
          >
            {label}
            <span className="count">{choices.counts[value as StuckSide]}</span>
          </Link>
        ))}
      </nav>
      <PlainList<StuckRow, { overdue: number }>
        key={side}
        caption={STUCK_SIDES[side]}
        endpoint={listStuck}
        columns={columns}
        unit="件"
        keep={KEEP}
        inputOf={(values) => ({ ...values, side })}
        note={({ overdue }) => <span>超时{overdue}件</span>}
        actsWidth={84}
        acts={(row) => (
          <Button
            size="compact"
            disabled={!row.can.urge}
            title={row.can.urge ? undefined : row.holders.length > 0 ? '两小时内催过' : '没有可以提醒的人，请电话联系'}
            aria-label={`催办：${row.message}，${row.holderOrgName}`}
            onClick={() => urge([row]).catch(() => {})}
          >
            催办
          </Button>
        )}
        label={(row) => `${row.message}，${row.holderOrgName}`}
        bulk={({ rows, clear }) => (
          <Button size="compact" disabled={act.isPending} onClick={() => urge(rows).then(clear, () => {})}>
            催办{rows.length}件
          </Button>
        )}
        empty={EMPTY[side]}
      />
      {kept.length > 0 && <KeptDialog title="没有催办" unit="件" kept={kept} onClose={() => setKept([])} />}
    </div>
  );
}
