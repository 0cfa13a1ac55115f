import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useOrg } from '#people/org/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { exemptDuty, listOwed, type OwedRow } from '../contract.duty.ts';
import { periodText } from '../rules.duty.ts';
import { DUTY_TYPES, isMeetingType, unitOf } from '../rules.ts';
import { Planned, StateMark } from './parts.tsx';
import { PATHS } from './paths.ts';
import './event.css';

const STATE_OPTIONS = [
  { value: 'missing', label: '缺' },
  { value: 'due', label: '待开、待完成' },
  { value: 'ok', label: '达标' },
  { value: 'exempt', label: '免开' },
];

const COLUMNS: readonly Column<OwedRow>[] = [
  {
    key: 'orgName',
    title: '组织',
    width: 210,
    card: 'title',
    cell: (row) => <Link to={PATHS.year(row.orgId)}>{row.orgName}</Link>,
  },
  {
    key: 'type',
    title: '项目',
    width: 140,
    card: 'line',
    cell: (row) => row.typeName,
    filter: {
      kind: 'choice',
      name: 'type',
      options: Object.entries(DUTY_TYPES)
        .filter(([value]) => value !== '9')
        .map(([value, label]) => ({ value, label })),
    },
  },
  { key: 'period', title: '期间', width: 150, card: 'line', cell: (row) => row.periodText },
  {
    key: 'state',
    title: '状态',
    width: 120,
    card: 'side',
    cell: (row) => (
      <StateMark
        state={row.state}
        name={row.stateName}
        extra={row.required > 1 ? `（${row.held}/${row.required}${unitOf(row.type)}）` : undefined}
      />
    ),
    filter: { kind: 'choice', name: 'state', options: STATE_OPTIONS },
  },
  { key: 'planned', title: '已安排', width: 200, card: 'line', cell: (row) => <Planned row={row} /> },
  { key: 'lastDay', title: '应在此日前', width: 120, card: 'line', cell: (row) => row.lastDay },
];
const KEPT = ['tab', 'orgId', 'period', 'year'];

/** 应开清单: what stands behind a number. */
export function OwedList() {
  const { orgId, period: given } = readQuery(useLocation().search, ['orgId', 'period']);
  // What a year owed lacks only once it is over: links that stand for long say `last`.
  const period = given === 'last' ? String(new Date().getFullYear() - 1) : given;
  const { name } = useOrg(orgId);
  const [exempting, setExempting] = useState<OwedRow | null>(null);
  const exempt = useAct(exemptDuty, { quiet: true });
  return (
    <div className="list-page">
      <PageHead title="应开清单" />
      <PlainList<OwedRow>
        caption="应开清单"
        endpoint={listOwed}
        columns={COLUMNS}
        keep={KEPT}
        unit="项"
        inputOf={({ tab: _tab, view: _view, ...values }) => ({
          ...values,
          ...(orgId ? { orgId } : {}),
          ...(period ? { period } : {}),
        })}
        note={() => (
          <span className="muted">
            {name}及下级{period ? `，${periodText(period)}` : '，今年'}
          </span>
        )}
        acts={(row) => (
          <span className="record-row-acts">
            {row.can.add && (
              <ButtonLink look="row" to={PATHS.add(row.orgId, { type: row.type, period: row.period })}>
                {row.state === 'missing' ? '补录' : '登记'}
              </ButtonLink>
            )}
            {!isMeetingType(row.type) && (
              <ButtonLink look="row" to={PATHS.names(row)}>
                名单
              </ButtonLink>
            )}
            {row.can.exempt && (
              <Button look="row" onClick={() => setExempting(row)}>
                免开
              </Button>
            )}
          </span>
        )}
        empty={{ title: '没有这样的项目', text: '换一个状态或期间看看；该开的都开了，这里就是空的。' }}
      />
      {exempting && (
        <ReasonDialog
          title={`免开 ${exempting.orgName}${exempting.periodText}${exempting.typeName}`}
          act="免开"
          label="免开原因"
          onDone={async (reason) => {
            const { orgId: of, type, period: when } = exempting;
            await exempt.mutateAsync({ orgId: of, type, period: when, reason });
            emit('notice', { kind: 'success', text: '已免开' });
          }}
          onClose={() => setExempting(null)}
        >
          免开后这一期不算缺，可以在该组织的年度里取消。
        </ReasonDialog>
      )}
    </div>
  );
}
