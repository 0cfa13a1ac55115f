import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { MoreActs } from '#platform/web/dialogs/Menu.tsx';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { exportFloats } from '../contract.export.ts';
import { type FloatRow, listFloats, VIEWS, type View } from '../contract.ts';
import { PROVINCES } from '../rules.report.ts';
import { RANGES, REASONS, TRADES } from '../rules.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { PATHS } from './paths.ts';
import './floating.css';

type Answer = ReplyOf<typeof listFloats>;
const TONES: Readonly<Record<string, string>> = {
  已流出: 'tag warn',
  已纳入流入地: 'tag ok',
  已接收: 'tag ok',
  待确认: 'tag red',
};
const VIEW_TABS = Object.entries(VIEWS).map(([value, label]) => ({ value: value === 'out' ? '' : value, label }));

/** What is over has its own page. */
const hrefOf = ({ side, rowId, endedOn }: FloatRow) =>
  endedOn === null ? PATHS.detail(side, rowId) : PATHS.pastDetail(side, rowId);

const COLUMNS: readonly Column<FloatRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 110,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={hrefOf(row)} title={row.name}>
        {row.name}
      </RowLink>
    ),
  },
  {
    key: 'status',
    title: '状态',
    width: 150,
    card: 'tag',
    cell: (row) => (
      <>
        <span className={TONES[row.statusName] ?? 'tag'}>{row.statusName}</span>
        {row.isLost && <span className="tag bad">失联</span>}
      </>
    ),
  },
  {
    key: 'due',
    title: '下次联系',
    width: 160,
    card: 'side',
    cell: (row) =>
      row.dueOn === null ? noValue : row.isOverdue ? <span className="flow-late">{row.dueOn} 已超期</span> : row.dueOn,
    filter: { kind: 'choice', name: 'overdue', options: [{ value: '1', label: '已超期' }] },
    filterTitle: '联系',
  },
  {
    key: 'region',
    title: '流入（来自）地区',
    width: 150,
    card: 'line',
    cell: (row) => <span title={row.region}>{row.region || noValue}</span>,
    filter: { kind: 'choice', name: 'region', options: PROVINCES.map(({ name }) => ({ value: name, label: name })) },
    filterTitle: '地区',
    moreFilter: true,
  },
  {
    key: 'reason',
    title: '原因',
    width: 110,
    card: 'line',
    cell: (row) => row.reasonName,
    filter: { kind: 'choice', name: 'reason', options: optionsOf(REASONS) },
  },
  {
    key: 'trade',
    title: '行业',
    width: 120,
    notLarge: true,
    cell: (row) => row.tradeName,
    filter: { kind: 'choice', name: 'trade', options: optionsOf(TRADES) },
  },
  { key: 'startedOn', title: '起始日期', width: 110, card: 'line', cell: (row) => row.startedOn },
  { key: 'endedOn', title: '结束日期', width: 110, startsHidden: true, cell: (row) => row.endedOn ?? noValue },
  { key: 'orgName', title: '登记组织', width: 160, card: 'line', cell: (row) => row.orgName },
  {
    key: 'other',
    title: '另一端',
    width: 170,
    startsHidden: true,
    cell: (row) => <span title={row.otherName}>{row.otherName || noValue}</span>,
  },
  { key: 'contact', title: '联系人', width: 90, startsHidden: true, cell: (row) => row.contactName || noValue },
  {
    key: 'range',
    title: '范围',
    width: 80,
    filterOnly: true,
    moreFilter: true,
    cell: () => noValue,
    filter: { kind: 'choice', name: 'range', options: optionsOf(RANGES) },
  },
];

/** `/affairs/mobilePartyMembers`: who is away, who has come, what waits, who is out of touch, what is over. */
export default function FloatList() {
  const navigate = useNavigate();
  const session = useSession();
  const side = useOrgSide();
  const mayWrite = may(session, 'floating:write');
  const [contacting, setContacting] = useState<FloatRow | null>(null);
  const menu = (row: FloatRow): MenuAct[] => [
    { label: '详情', icon: 'eye', run: () => navigate(hrefOf(row)) },
    ...(row.can.confirm ? [{ label: '确认', icon: 'check', run: () => navigate(hrefOf(row)) } satisfies MenuAct] : []),
    ...(row.can.contact ? [{ label: '登记联系', icon: 'phone', run: () => setContacting(row) } satisfies MenuAct] : []),
  ];
  return (
    <>
      <ListPage<FloatRow, Answer>
        title="流动党员"
        path={PATHS.list}
        endpoint={listFloats}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '姓名' }}
        unit="人"
        views={{ list: VIEW_TABS, counts: ({ counts: { out = 0, ...counts } }) => ({ ...counts, all: out }) }}
        {...(side ? { side } : {})}
        acts={(list) => (
          <>
            {mayWrite && list.state.values.view !== 'history' && (
              <MoreActs
                label="流动党员"
                acts={[{ label: '批量申请', icon: 'members', run: () => navigate(PATHS.batch) }]}
              />
            )}
            <ExportAct state={list.state} />
            {mayWrite &&
              (list.state.values.view === 'history' ? (
                <>
                  <ButtonLink icon="plus" to={PATHS.pastIn}>
                    补登流入历史
                  </ButtonLink>
                  <ButtonLink icon="plus" to={PATHS.pastOut}>
                    补登流出历史
                  </ButtonLink>
                </>
              ) : (
                <>
                  <ButtonLink icon="plus" to={PATHS.inflow}>
                    流入登记
                  </ButtonLink>
                  <ButtonLink look="primary" icon="plus" to={PATHS.apply}>
                    流出申请
                  </ButtonLink>
                </>
              ))}
          </>
        )}
        note={(_list, answer) =>
          answer && answer.overdue > 0 ? (
            <div className="banner warn">
              <Icon name="warning" />
              <span className="grow">{answer.overdue}名流动党员超过一个月没有联系。</span>
              <Link to={`${PATHS.list}?overdue=1`}>只看超期的</Link>
            </div>
          ) : null
        }
        row={{
          label: (row) => row.name,
          href: (row) => hrefOf(row),
          editHref: () => null,
          menu,
        }}
        empty={{
          title: '没有流动党员',
          text: '外出6个月以上、不能参加支部活动的党员，由支部登记流出；外地来的党员登记流入。',
        }}
      />
      {contacting && (
        <ContactDialog
          outflowId={contacting.rowId}
          memberId={contacting.memberId ?? ''}
          name={contacting.name}
          onClose={() => setContacting(null)}
        />
      )}
    </>
  );
}

/** The view as a workbook. */
function ExportAct({ state }: { state: ListState }) {
  const [open, setOpen] = useState(false);
  const start = useAct(exportFloats, { quiet: true });
  const { orgId, view, reason, range, trade, overdue, region } = state.values;
  const shown = view !== undefined && view in VIEWS ? (view as View) : 'out';
  const given = Object.fromEntries(
    Object.entries({ orgId, reason, range, trade, overdue, region }).filter(([, value]) => value),
  );
  return (
    <>
      <Button icon="export" onClick={() => setOpen(true)}>
        导出
      </Button>
      {open && (
        <StartDialog
          title="导出流动党员名单"
          example="季度流动党员情况汇总"
          onStart={({ purpose = '' }) => start.mutateAsync({ ...given, view: shown, purpose })}
          onClose={() => setOpen(false)}
        >
          在后台导出“{VIEWS[shown]}”，每人一行，不含身份证号和电话；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </>
  );
}
