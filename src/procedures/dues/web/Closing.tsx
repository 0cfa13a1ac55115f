import { useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useOrg } from '#people/org/web/pickers.tsx';
import { beijingTime } from '#platform/time/days.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { CLOSING_HOURS, CLOSING_VIEWS, type ClosingRow, listClosing, remindClosing } from '../contract.closing.ts';
import { addMonths } from '../rules.ts';
import { OfOrg } from './parts.tsx';
import { PATHS } from './paths.ts';
import './dues.css';

const TONES: Readonly<Record<number, string>> = { 1: 'tag warn', 2: 'tag ok', 3: 'tag bad' };
const MONTHS = 24;

const thisMonth = () => {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;
};
const clockOf = (iso: string) => beijingTime(Date.parse(iso)).slice(5);

function columns(month: string): readonly Column<ClosingRow>[] {
  const months = Array.from({ length: MONTHS }, (_, back) => addMonths(thisMonth(), -back));
  return [
    {
      key: 'orgName',
      title: '党支部',
      width: 210,
      card: 'title',
      cell: (row) => <RowLink to={pathWithQuery(PATHS.list, { orgId: row.id, month })}>{row.orgName}</RowLink>,
    },
    {
      key: 'state',
      title: '状态',
      width: 90,
      card: 'tag',
      cell: (row) => <span className={TONES[row.state] ?? 'tag'}>{row.stateName}</span>,
    },
    {
      key: 'month',
      title: '月份',
      width: 0,
      filterOnly: true,
      cell: () => null,
      filter: { kind: 'choice', name: 'month', options: months.map((value) => ({ value, label: value })) },
    },
    {
      key: 'view',
      title: '情况',
      width: 0,
      filterOnly: true,
      cell: () => null,
      filter: {
        kind: 'choice',
        name: 'view',
        options: optionsOf(CLOSING_VIEWS),
      },
    },
    { key: 'lacks', title: '还差什么', width: 420, card: 'line', cell: (row) => <Lacks row={row} month={month} /> },
    {
      key: 'workers',
      title: '由谁办',
      width: 150,
      card: 'line',
      cell: (row) => {
        if (row.state === 2) return row.closedBy ? `${row.closedBy}已结` : noValue;
        return row.workers.length > 0 ? (
          row.workers.join('、')
        ) : (
          <span className="dues-late">没有党务工作者，由上级代办</span>
        );
      },
    },
    {
      key: 'remindedAt',
      title: '上次提醒',
      width: 110,
      cell: (row) => (row.remindedAt ? clockOf(row.remindedAt) : noValue),
    },
  ];
}

function Lacks({ row, month }: { row: ClosingRow; month: string }) {
  if (row.state === 2) return noValue;
  return (
    <ul className="dues-lacks">
      {row.blocks.length === 0 && (
        <li>
          <Link to={pathWithQuery(PATHS.books, { orgId: row.id, month })}>可以结账</Link>
        </li>
      )}
      {row.blocks.map(({ sentence, href }) => (
        <li key={sentence}>
          <Link to={href}>{sentence}</Link>
        </li>
      ))}
      {row.warns.map(({ sentence, href }) => (
        <li key={sentence} className="muted">
          <Link to={href}>{sentence}</Link>
        </li>
      ))}
    </ul>
  );
}

interface Extra {
  month: string;
  current: string;
  branches: number;
  closed: number;
}

/** 月结一页: what each branch still lacks for closing a month, who has it, and one press that reminds them all. */
export function Closing() {
  const { orgId, month: chosen } = readQuery(useLocation().search, ['orgId', 'month']);
  const org = useOrg(orgId);
  const session = useSession();
  const [asking, setAsking] = useState(false);
  const month = chosen ?? addMonths(thisMonth(), -1);
  const shown = useMemo(() => columns(month), [month]);
  return (
    <div className="list-page">
      <PageHead title="月结一页">
        {may(session, 'dues:account') && month < thisMonth() && (
          <Button look="primary" icon="bell" onClick={() => setAsking(true)}>
            提醒没有结账的
          </Button>
        )}
      </PageHead>
      <PlainList<ClosingRow, Extra>
        caption="月结一页"
        endpoint={listClosing}
        columns={shown}
        keep={KEPT}
        unit="个"
        inputOf={({ tab: _tab, ...values }) => values}
        note={({ month: of, branches, closed }) => (
          <span className="muted">
            <OfOrg orgId={orgId} /> {of}：{branches}个党支部，已结{closed}个
          </span>
        )}
        empty={{ title: '没有这样的党支部', text: '换一个月份或情况再看；有党员的党支部才要结账。' }}
      />
      {asking && <RemindClosing orgId={org.id} name={org.name} month={month} onClose={() => setAsking(false)} />}
    </div>
  );
}

function RemindClosing({
  orgId,
  name,
  month,
  onClose,
}: {
  orgId: string;
  name: string;
  month: string;
  onClose: () => void;
}) {
  const remind = useAct(remindClosing);
  const confirm = async () => {
    const { reminded, skipped, unstaffed, more } = await remind.mutateAsync({ orgId, month });
    const rest = [
      skipped > 0 ? `${skipped}个${CLOSING_HOURS}小时内已提醒过` : '',
      unstaffed.length > 0
        ? `${unstaffed.slice(0, 3).join('、')}等${unstaffed.length}个没有党务工作者，请电话联系`
        : '',
      more ? '还有没有提醒到的，请再点一次' : '',
    ].filter(Boolean);
    emit('notice', { kind: 'success', text: [`已提醒${reminded}个党支部`, ...rest].join('；') });
  };
  return (
    <ConfirmDialog title={`提醒办理${month}结账`} icon="bell" act="提醒" onConfirm={confirm} onClose={onClose}>
      给{name}及下级还没有结账的各党支部的党务工作者发一条站内消息，写明各自还差什么；{CLOSING_HOURS}小时内不重复。
    </ConfirmDialog>
  );
}

/** Names of the address that are not the list's own. */
const KEPT = ['orgId', 'tab'];
