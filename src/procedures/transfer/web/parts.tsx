import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import type { HopRow, TransferRow, View } from '../contract.ts';
import { KINDS, STATUSES } from '../rules.ts';
import { PATHS } from './paths.ts';

/** 还剩9天, 超期3天: in words, colour only confirms. */
export function DaysLeft({ days }: { days: number | null }) {
  if (days === null) return noValue;
  if (days < 0) return <span className="rel-late">超期{-days}天</span>;
  return <span className={days <= 15 ? 'rel-soon' : ''}>{days === 0 ? '今天到期' : `还剩${days}天`}</span>;
}

const TONES: Readonly<Record<number, string>> = { 6: 'tag ok', 7: 'tag bad', 8: 'tag warn', 5: 'tag info' };
export const StatusTag = ({ row }: { row: { status: number; statusName: string } }) => (
  <span className={TONES[row.status] ?? 'tag'}>{row.statusName}</span>
);

/** The columns of a list of transfers; a name opens the page where it is handled. */
export const columnsOf = (view: View): readonly Column<TransferRow>[] => [
  {
    key: 'name',
    title: '姓名',
    width: 92,
    always: true,
    card: 'title',
    cell: (row) => <RowLink to={PATHS.handle(row.id, view)}>{row.name || '未登记'}</RowLink>,
  },
  {
    key: 'status',
    title: '状态',
    width: 110,
    card: 'tag',
    cell: (row) => <StatusTag row={row} />,
    filter: {
      kind: 'choice',
      name: 'status',
      options: optionsOf(STATUSES),
    },
  },
  {
    key: 'from',
    title: '转出党组织',
    width: 180,
    card: 'line',
    cell: (row) => <span title={row.fromName}>{row.fromName}</span>,
  },
  {
    key: 'to',
    title: '转入党组织',
    width: 180,
    card: 'line',
    cell: (row) => <span title={row.toName}>{row.toName}</span>,
  },
  { key: 'waits', title: '等待办理', width: 160, card: 'line', cell: (row) => row.waitsFor || noValue },
  { key: 'days', title: '期限', width: 100, card: 'side', cell: (row) => <DaysLeft days={row.daysLeft} /> },
  {
    key: 'kind',
    title: '类型',
    width: 104,
    cell: (row) => row.kindName,
    filter: {
      kind: 'choice',
      name: 'kind',
      options: optionsOf(KINDS),
    },
  },
  { key: 'letter', title: '介绍信', width: 230, notLarge: true, cell: (row) => row.letterNo || noValue },
  { key: 'submitted', title: '提交日期', width: 104, cell: (row) => row.submittedOn ?? noValue },
  { key: 'completed', title: '完成日期', width: 104, cell: (row) => row.completedOn ?? noValue },
];

const ROLES = { send: '转出', relay: '中转', receive: '转入' } as const;
const STATES = { none: '未到', waiting: '等待办理', passed: '已办', returned: '退回' } as const;

/** The way as a line of stations: who passed it, where it waits, since when, and whom to call. */
export function Way({ hops, onUrge }: { hops: readonly HopRow[]; onUrge?: () => void }) {
  return (
    <ol className="rel-way">
      {hops.map((hop) => (
        <li key={hop.seq} className={hop.state} aria-current={hop.state === 'waiting' ? 'step' : undefined}>
          <span className="rel-mark">{hop.state === 'passed' ? <Icon name="check" size={13} /> : hop.seq}</span>
          <div>
            <b>{hop.orgName}</b>
            <p className="muted small">
              {ROLES[hop.role]}
              {hop.decides ? '，审批' : hop.role === 'receive' ? '，编入支部' : '，提交'}：{STATES[hop.state]}
              {hop.doneAt && ` ${dateTime(hop.doneAt).slice(0, 16)}`} {hop.operator}
            </p>
            {hop.opinion && <p className="small">{hop.opinion}</p>}
            {hop.state === 'waiting' && (
              <p className="small">
                {hop.days === 0 ? '今天起等待' : `已等${hop.days ?? 0}天`}
                {hop.contact && `，联系人${hop.contact}`}
                {hop.phone && `，电话${hop.phone}`}
                {hop.canUrge && onUrge && (
                  <Button size="compact" className="rel-urge" onClick={onUrge}>
                    催办
                  </Button>
                )}
                {hop.urgedAt && <span className="muted"> {dateTime(hop.urgedAt).slice(0, 16)}催办过</span>}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The desk's head: what may be begun here. */
export function BeginOut({ isOwn }: { isOwn: boolean }) {
  return (
    <ButtonLink look="primary" icon="plus" to={pathWithQuery(PATHS.out, {})}>
      {isOwn ? '申请转出' : '办理转出'}
    </ButtonLink>
  );
}

/** The way to take somebody in by the letter that was brought. */
export const BeginIn = () => (
  <ButtonLink icon="transfer" to={PATHS.in}>
    办理转入
  </ButtonLink>
);
