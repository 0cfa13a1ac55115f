import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { OrgSideTree } from '#people/org/web/pickers.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { ownMatterRefusal } from '#platform/oneself.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { BelowTick } from '#platform/web/list/BelowTick.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { type Chosen, type ListContext, ListPage } from '#platform/web/list/ListPage.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useIsOneself } from '#platform/web/session/oneself.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { formatNumber, formatPercent } from '#platform/web/show/number.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { MAX_PAYERS } from '../contract.pay.ts';
import { type BillRow, listBills, VIEWS, type View } from '../contract.ts';
import { addMonths, COLLECTED_WORDS, collectedText } from '../rules.ts';
import { formatYuan } from './money.ts';
import { OpenDialog } from './OpenDialog.tsx';
import { monthsAround } from './parts.tsx';
import { PATHS } from './paths.ts';
import { ReliefDialog } from './ReliefDialog.tsx';
import { RemindDialog } from './RemindDialog.tsx';

type Answer = ReplyOf<typeof listBills>;

const TONES: Readonly<Record<number, string>> = { 1: 'tag warn', 2: 'tag info', 3: 'tag ok' };
const VIEW_TABS = Object.entries(VIEWS).map(([value, label]) => ({ value: value === 'due' ? '' : value, label }));
const KEPT = ['month'];
const recordOf = (row: BillRow) => PATHS.record(row.memberId, row.standardId);

const COLUMNS: readonly Column<BillRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 110,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={recordOf(row)} title={row.name}>
        {row.name}
      </RowLink>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 96,
    card: 'tag',
    cell: (row) =>
      row.state === null ? (
        <span className="tag bad">未设标准</span>
      ) : (
        <span className={TONES[row.state] ?? 'tag'} title={row.reason || undefined}>
          {row.stateName}
        </span>
      ),
  },
  {
    key: 'amount',
    title: '应缴（元）',
    width: 96,
    align: 'right',
    card: 'side',
    cell: (row) => (row.amount === null ? noValue : formatYuan(row.amount)),
  },
  {
    key: 'arrears',
    title: '以前欠缴（元）',
    width: 140,
    align: 'right',
    card: 'line',
    cell: (row) =>
      row.arrears > 0 ? (
        <span className="dues-late">
          {row.arrears}个月 {formatYuan(row.arrearsAmount)}
        </span>
      ) : (
        noValue
      ),
  },
  { key: 'orgName', title: '党支部', width: 160, card: 'line', cell: (row) => row.orgName },
  { key: 'category', title: '人员类别', width: 96, startsHidden: true, cell: (row) => row.personCategoryName },
  { key: 'payer', title: '缴费类别', width: 116, notLarge: true, cell: (row) => row.payerName || noValue },
  { key: 'paidOn', title: '缴纳日期', width: 110, cell: (row) => row.paidOn ?? noValue },
  { key: 'receipt', title: '收据', width: 150, notLarge: true, cell: (row) => row.receipt || noValue },
  { key: 'payType', title: '方式', width: 100, startsHidden: true, cell: (row) => row.payTypeName || noValue },
];

/** The dues of a month: tree, views with their counts and sums, opening, and the way to 批量缴纳. */
export function BillList() {
  const session = useSession();
  const navigate = useNavigate();
  const [opening, setOpening] = useState<{ orgId: string; month: string; current: string } | null>(null);
  const [asking, setAsking] = useState<BillRow | null>(null);
  const [reminding, setReminding] = useState<string | null>(null);
  const mayCollect = may(session, 'dues:collect');
  const isOneself = useIsOneself();
  const open = (state: ListState, { month, current }: Answer) =>
    setOpening({ orgId: state.values.orgId ?? session.user.workOrgId, month, current });
  const menu = (row: BillRow): MenuAct[] => [
    { label: '缴费记录', icon: 'eye', run: () => navigate(recordOf(row)) },
    ...(mayCollect && (row.can.pay || row.state === 1 || row.arrears > 0)
      ? [
          {
            label: '缴纳',
            icon: 'dues',
            refused: isOneself(row.memberId) ? ownMatterRefusal('登记党费缴纳') : null,
            run: () => navigate(PATHS.handIn([row.memberId])),
          } satisfies MenuAct,
        ]
      : []),
    ...(mayCollect && row.state === 2
      ? [{ label: '转线下缴纳', icon: 'dues', run: () => navigate(PATHS.turnLine([row.memberId])) } satisfies MenuAct]
      : []),
    ...(row.can.standard
      ? [
          {
            label: row.standardId === '0' ? '设置党费标准' : '党费标准',
            icon: 'edit',
            run: () => navigate(PATHS.standard(row.memberId, row.standardId === '0' ? 'add' : 'edit')),
          } satisfies MenuAct,
        ]
      : []),
    ...(mayCollect
      ? ([
          { label: '申请减免缓缴', icon: 'check', run: () => setAsking(row) },
          { label: '党费设置', icon: 'settings', run: () => navigate(PATHS.config(row.memberId)) },
        ] satisfies MenuAct[])
      : []),
  ];
  return (
    <>
      <ListPage<BillRow, Answer>
        title="党费管理"
        path={PATHS.list}
        endpoint={listBills}
        columns={COLUMNS}
        keep={KEPT}
        search={{ name: 'keyWords', placeholder: '姓名' }}
        unit="人"
        views={{ list: VIEW_TABS, counts: ({ sums }) => countsOf(sums) }}
        side={{ label: () => '选择组织', content: (state) => <Side state={state} /> }}
        acts={({ state }, answer) => (
          <>
            {mayCollect && state.values.view === 'owed' && (
              <Button icon="bell" onClick={() => setReminding(state.values.orgId ?? session.user.workOrgId)}>
                提醒欠缴
              </Button>
            )}
            {may(session, 'dues:standard') && state.values.view === 'noStandard' && (
              <ButtonLink
                icon="edit"
                to={pathWithQuery(PATHS.grid, { orgId: state.values.orgId ?? session.user.workOrgId })}
              >
                成批设标准
              </ButtonLink>
            )}
            {mayCollect && (
              <Button look="primary" icon="plus" disabled={!answer} onClick={() => answer && open(state, answer)}>
                开账
              </Button>
            )}
          </>
        )}
        note={({ state }, answer) =>
          answer && (
            <Sums state={state} answer={answer} {...(mayCollect ? { onOpen: () => open(state, answer) } : {})} />
          )
        }
        row={{ label: (row) => row.name, href: recordOf, editHref: () => null, menu }}
        {...(mayCollect
          ? { bulk: (chosen: Chosen<BillRow>, list: ListContext<BillRow>) => <Pay chosen={chosen} list={list} /> }
          : {})}
        empty={(answer, state) => emptyOf(answer, mayCollect ? () => open(state, answer) : null)}
      />
      {opening && <OpenDialog {...opening} onClose={() => setOpening(null)} />}
      {reminding && <RemindDialog orgId={reminding} onClose={() => setReminding(null)} />}
      {asking && <ReliefDialog memberId={asking.memberId} name={asking.name} onClose={() => setAsking(null)} />}
    </>
  );
}

const countsOf = (sums: Answer['sums']): Readonly<Record<string, number>> => ({
  all: sums.due.people,
  paid: sums.paid.people,
  owed: sums.owed.people,
  noStandard: sums.noStandard,
  relief: sums.relief.people,
  paying: sums.paying.people,
});

/** Why a month shows nobody; @param onOpen null: somebody else opens it */
function emptyOf({ sums, month, current }: Answer, onOpen: (() => void) | null) {
  const name = month === current ? '本月' : month;
  if (sums.branches === 0) return { title: '这里没有要缴党费的党员', text: '正式党员和预备党员按党费标准缴纳。' };
  if (sums.opened > 0) return { title: `${name}没有应缴党费`, text: '还没有人设党费标准，请看“未设标准”。' };
  if (!onOpen) return { title: `${name}尚未开账`, text: '由党支部或上级组织负责收缴党费的党务工作者开账。' };
  return {
    title: `${name}尚未开账`,
    text: '先看有多少人、多少钱，再生成应缴党费。',
    act: <Button onClick={onOpen}>开账</Button>,
  };
}

/** The month, what stands in it, and whether all branches have opened it. */
function Sums({ state, answer, onOpen }: { state: ListState; answer: Answer; onOpen?: () => void }) {
  const { sums, month, current } = answer;
  const pick = (next: string) => state.change({ month: next === current ? undefined : next });
  const months = useMemo(() => {
    const all = monthsAround(current, 35);
    return all.includes(month) ? all : [...all, month];
  }, [current, month]);
  const shown = (state.values.view || 'due') as View;
  const figures = (['due', 'paid', 'owed', 'relief'] as const).map((view) => ({ view, ...sums[view] }));
  const closed = sums.branches - sums.opened;
  // Where nothing narrows an empty list, the list itself says so.
  const isNarrowed = state.filtered > 0 || state.values.view !== undefined;
  return (
    <>
      <div className="dues-month">
        <span className="dues-step">
          <Button look="plain" size="compact" aria-label="上个月" onClick={() => pick(addMonths(month, -1))}>
            ‹
          </Button>
          <label className="field-box">
            <span className="visually-hidden">月份</span>
            <select value={month} onChange={(event) => pick(event.target.value)}>
              {months.map((value) => (
                <option key={value} value={value}>
                  {value}
                  {value === current ? '（本月）' : ''}
                </option>
              ))}
            </select>
            <Icon name="down" size={14} />
          </label>
          <Button
            look="plain"
            size="compact"
            aria-label="下个月"
            disabled={month >= addMonths(current, 2)}
            onClick={() => pick(addMonths(month, 1))}
          >
            ›
          </Button>
        </span>
        <dl className="dues-sums">
          {figures.map(({ view, people, amount }) => (
            <div key={view} className={view === shown ? 'shown' : undefined}>
              <dt>{VIEWS[view]}</dt>
              <dd>
                <b>{formatYuan(amount)}</b>元 <span className="muted">{formatNumber(people)}人</span>
              </dd>
            </div>
          ))}
          <div>
            <dt title={COLLECTED_WORDS}>收缴率</dt>
            <dd>
              <b>{collectedText(sums.paid.amount, sums.due.amount)}</b>{' '}
              <span className="muted">按金额；人数{formatPercent(sums.paid.people, sums.due.people)}</span>
            </dd>
          </div>
        </dl>
      </div>
      {closed > 0 && (sums.opened > 0 || isNarrowed) && (
        <div className="banner warn dues-strip">
          <Icon name="clock" />
          <span>
            {formatNumber(sums.branches)}个党支部中还有{formatNumber(closed)}个{month === current ? '本月' : month}
            尚未开账。
          </span>
          {onOpen && (
            <Button look="word" onClick={onOpen}>
              开账
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** The sum of the selection, and the way to pay for it. */
function Pay({ chosen, list: { state } }: { chosen: Chosen<BillRow>; list: ListContext<BillRow> }) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const go = async () => {
    let { rows } = chosen;
    if (chosen.all) {
      setPending(true);
      try {
        const { pageNum: _page, pageSize: _size, ...filter } = state.values;
        rows = (
          await call(listBills, { ...filter, pageSize: MAX_PAYERS } as Parameters<typeof call<typeof listBills>>[1])
        ).rows;
      } catch {
        // The client has shown why.
        return;
      } finally {
        setPending(false);
      }
    }
    const ids = payersOf(rows);
    if (ids.length === 0) emit('notice', { kind: 'info', text: '所选党员没有要缴的党费' });
    else navigate(PATHS.handIn(ids));
  };
  const due = chosen.rows.filter(({ can }) => can.pay);
  const tooMany = chosen.count > MAX_PAYERS;
  const lacks = !chosen.all && payersOf(chosen.rows).length === 0;
  return (
    <>
      {!chosen.all && (
        <span>
          未缴<b>{due.length}</b>人，共<b>{formatYuan(due.reduce((all, { amount }) => all + (amount ?? 0), 0))}</b>元
        </span>
      )}
      <Button
        look="primary"
        size="compact"
        disabled={pending || tooMany || lacks}
        title={tooMany ? `一次最多${MAX_PAYERS}人` : lacks ? '所选党员没有要缴的党费' : undefined}
        onClick={() => void go()}
      >
        批量缴纳
      </Button>
    </>
  );
}

const payersOf = (rows: readonly BillRow[]) => [
  ...new Set(rows.filter(({ can, arrears }) => can.pay || arrears > 0).map(({ memberId }) => memberId)),
];

function Side({ state }: { state: ListState }) {
  return (
    <>
      <OrgSideTree state={state} count="members" />
      <BelowTick state={state} />
    </>
  );
}
