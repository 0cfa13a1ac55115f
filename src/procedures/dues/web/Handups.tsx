import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useOrg } from '#people/org/web/pickers.tsx';
import { useApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type HandupBelow, type HandupRow, handupBelow, listHandups, withdrawHandup } from '../contract.handup.ts';
import { HANDUP_KINDS, HANDUP_STATES, ratioText } from '../rules.handup.ts';
import { AllocationDialog, DecideHandup, HandupDialog, RatioDialog } from './HandupDialogs.tsx';
import { formatYuan } from './money.ts';
import { OfOrg } from './parts.tsx';
import { PATHS } from './paths.ts';

const TONES = { pending: 'tag warn', confirmed: 'tag ok', returned: 'tag bad', withdrawn: 'tag' } as const;
const KEPT = ['tab', 'part'];
const THIS_YEAR = new Date().getFullYear();
const YEARS = [0, 1, 2].map((back) => ({ value: String(THIS_YEAR - back), label: `${THIS_YEAR - back}年` }));

const COLUMNS: readonly Column<HandupRow>[] = [
  {
    key: 'orgName',
    title: '组织',
    width: 170,
    card: 'title',
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
  {
    key: 'state',
    title: '状态',
    width: 88,
    card: 'side',
    cell: (row) => <span className={TONES[row.state]}>{row.stateName}</span>,
    filter: { kind: 'choice', name: 'state', options: optionsOf(HANDUP_STATES) },
  },
  {
    key: 'kind',
    title: '类型',
    width: 90,
    card: 'line',
    cell: (row) => row.kindName,
    filter: { kind: 'choice', name: 'kind', options: optionsOf(HANDUP_KINDS) },
  },
  {
    key: 'year',
    title: '年度',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: { kind: 'choice', name: 'year', options: YEARS },
  },
  {
    key: 'amount',
    title: '金额（元）',
    width: 110,
    align: 'right',
    card: 'line',
    cell: (row) => formatYuan(row.amount),
  },
  {
    key: 'basis',
    title: '依据',
    width: 170,
    card: 'line',
    cell: (row) => <span title={`${row.basis}${row.note ? `；${row.note}` : ''}`}>{row.basis}</span>,
  },
  {
    key: 'paidOn',
    title: '日期',
    width: 100,
    card: 'line',
    cell: (row) => (row.paidOn ? <span title={`经办人${row.askedName}`}>{row.paidOn}</span> : noValue),
  },
  {
    key: 'slip',
    title: '方式和单号',
    width: 170,
    cell: (row) => <span title={`${row.way} ${row.slip}`}>{`${row.way} ${row.slip}`.trim() || noValue}</span>,
  },
  {
    key: 'to',
    title: '上级党委',
    width: 150,
    card: 'line',
    cell: (row) => <span title={row.toOrgName}>{row.toOrgName}</span>,
  },
  {
    key: 'decided',
    title: '办理',
    width: 90,
    card: 'line',
    cell: (row) => (row.decidedBy ? <span title={row.opinion || undefined}>{row.decidedBy}</span> : noValue),
  },
];

type Act = { kind: 'ask' | 'allocation' } | { kind: 'decide'; row: HandupRow };

/** 上缴下拨: what was handed up and down; `part=below`: how far those below are. */
export function Handups() {
  const { part } = readQuery(useLocation().search, ['part']);
  return part === 'below' ? <Below /> : <Records />;
}

/** The two parts, at the organisation where the page stands. */
function Parts({ here, orgId }: { here: 'records' | 'below'; orgId: string | undefined }) {
  return here === 'records' ? (
    <ButtonLink icon="organisation" to={pathWithQuery(PATHS.list, { orgId, tab: 'handup', part: 'below' })}>
      下级上缴情况
    </ButtonLink>
  ) : (
    <ButtonLink icon="document" to={pathWithQuery(PATHS.list, { orgId, tab: 'handup' })}>
      上缴下拨记录
    </ButtonLink>
  );
}

function Records() {
  const session = useSession();
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  const org = useOrg(orgId);
  const [act, setAct] = useState<Act | null>(null);
  const withdraw = useAct(withdrawHandup);
  const approval = useApprovalActs();
  const close = () => setAct(null);
  const mayAsk = may(session, 'dues:account');
  return (
    <div className="list-page">
      <PageHead title="党费上缴下拨">
        <Parts here="records" orgId={orgId} />
        {mayAsk && (
          <Button icon="plus" onClick={() => setAct({ kind: 'allocation' })}>
            申请下拨
          </Button>
        )}
        {mayAsk && (
          <Button look="primary" icon="transfer" onClick={() => setAct({ kind: 'ask' })}>
            上缴
          </Button>
        )}
      </PageHead>
      <PlainList<HandupRow>
        caption="党费上缴下拨"
        endpoint={listHandups}
        columns={COLUMNS}
        keep={KEPT}
        unit="笔"
        inputOf={({ tab: _tab, part: _part, view: _view, ...values }) => values}
        note={() => <OfOrg orgId={orgId} />}
        acts={(row) => (
          <span className="record-row-acts">
            {row.can.decide && (
              <Button look="row" onClick={() => setAct({ kind: 'decide', row })}>
                {row.kind === 3 ? '审批' : '确认'}
              </Button>
            )}
            {approval.inRow({
              withdraw: row.can.withdraw && {
                title: `撤回 ${row.orgName}的${row.kindName}`,
                consequence: `${formatYuan(row.amount)}元，${row.toOrgName}还没有办理。撤回后可以重新填报。`,
                run: async () => {
                  await withdraw.mutateAsync({ id: row.id, version: row.version });
                  emit('notice', { kind: 'success', text: '已撤回' });
                },
              },
            })}
          </span>
        )}
        empty={{ title: '还没有上缴和下拨', text: '收到的党费点“上缴”报上一级党委确认，确认后双方同时记账。' }}
      />
      {act?.kind === 'ask' && <HandupDialog orgId={org.id} onClose={close} />}
      {act?.kind === 'allocation' && <AllocationDialog orgId={org.id} orgName={org.name} onClose={close} />}
      {act?.kind === 'decide' && <DecideHandup row={act.row} onClose={close} />}
      {approval.dialog}
    </div>
  );
}

const sum = (fen: number | null) => (fen === null ? noValue : formatYuan(fen));

const BELOW: readonly Column<HandupBelow>[] = [
  {
    key: 'orgName',
    title: '组织',
    width: 220,
    card: 'title',
    cell: (row) => (
      <Link to={pathWithQuery(PATHS.list, { orgId: row.orgId, tab: 'handup' })} title={row.orgName}>
        {row.orgName}
      </Link>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 100,
    card: 'side',
    cell: (row) =>
      row.remaining === null ? (
        <span className="tag bad">未设比例</span>
      ) : row.remaining > 0 ? (
        <span className="tag warn">未缴清</span>
      ) : (
        <span className="tag ok">{row.pending > 0 ? '待确认' : '已缴清'}</span>
      ),
    filter: {
      kind: 'choice',
      name: 'state',
      options: [
        { value: 'open', label: '未缴清' },
        { value: 'done', label: '已缴清' },
      ],
    },
  },
  {
    key: 'year',
    title: '年度',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: { kind: 'choice', name: 'year', options: YEARS },
  },
  {
    key: 'received',
    title: '收到（元）',
    width: 120,
    align: 'right',
    card: 'line',
    cell: (row) => formatYuan(row.received),
  },
  {
    key: 'ratio',
    title: '比例',
    width: 80,
    align: 'right',
    card: 'line',
    cell: (row) => ratioText(row.ratio) || noValue,
  },
  { key: 'due', title: '应上缴（元）', width: 120, align: 'right', card: 'line', cell: (row) => sum(row.due) },
  {
    key: 'handed',
    title: '已上缴（元）',
    width: 120,
    align: 'right',
    card: 'line',
    cell: (row) => formatYuan(row.handed),
  },
  {
    key: 'pending',
    title: '待确认（元）',
    width: 120,
    align: 'right',
    cell: (row) => (row.pending ? formatYuan(row.pending) : noValue),
  },
  {
    key: 'remaining',
    title: '未上缴（元）',
    width: 120,
    align: 'right',
    card: 'line',
    cell: (row) =>
      row.remaining ? <span className="dues-late">{formatYuan(row.remaining)}</span> : sum(row.remaining),
  },
];

/** 下级上缴情况: those who hand up to this committee, with the ratios that it sets. */
function Below() {
  const { orgId, year } = readQuery(useLocation().search, ['orgId', 'year']);
  const { name } = useOrg(orgId);
  const [setting, setSetting] = useState<HandupBelow | null>(null);
  return (
    <div className="list-page">
      <PageHead title="下级上缴情况">
        <Parts here="below" orgId={orgId} />
      </PageHead>
      <PlainList<HandupBelow, { sums: { due: number; handed: number; remaining: number } }>
        caption="下级上缴情况"
        endpoint={handupBelow}
        columns={BELOW}
        keep={KEPT}
        unit="个组织"
        inputOf={({ tab: _tab, part: _part, view: _view, ...values }) => values}
        note={({ sums }) => (
          <span className="muted">
            {sums.due || sums.handed
              ? `向${name}上缴：应${formatYuan(sums.due)}元，已${formatYuan(sums.handed)}元，未${formatYuan(sums.remaining)}元`
              : name}
          </span>
        )}
        acts={(row) =>
          row.can.ratio && (
            <Button look="row" aria-label={`上缴比例 ${row.orgName}`} onClick={() => setSetting(row)}>
              上缴比例
            </Button>
          )
        }
        empty={{ title: '没有向这里上缴党费的组织', text: '下级党支部和党委收缴党费以后列在这里。' }}
      />
      {setting && <RatioDialog row={setting} year={Number(year) || THIS_YEAR} onClose={() => setSetting(null)} />}
    </div>
  );
}
