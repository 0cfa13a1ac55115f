import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { formatPercent } from '#platform/web/show/number.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { exportHours, GROUPS, type HoursRow, listHours, STATES } from '../contract.ts';
import { MetTag, Progress, yearColumn } from './parts.tsx';
import { PATHS } from './paths.ts';

const KEPT = ['orgId'];
const FILTERS = ['year', 'state', 'who', 'keyWords'] as const;

interface Extra {
  year: number;
  org: { id: string; name: string };
  people: number;
  met: number;
  memberHours: number;
  leaderHours: number;
}

const columnsOf = (year: string | undefined): readonly Column<HoursRow>[] => [
  {
    key: 'name',
    title: '姓名',
    width: 90,
    card: 'title',
    cell: (row) => <Link to={PATHS.person(row.id, year ? Number(year) : undefined)}>{row.name}</Link>,
  },
  { key: 'orgName', title: '党支部', width: 220, card: 'line', cell: (row) => row.orgName },
  {
    key: 'who',
    title: '职务',
    width: 130,
    card: 'line',
    cell: (row) => row.posts || (row.category === 2 ? '预备党员' : <span className="muted">—</span>),
    filterTitle: '人员范围',
    filter: { kind: 'choice', name: 'who', options: optionsOf(GROUPS) },
  },
  {
    key: 'hours',
    title: '学时',
    width: 160,
    card: 'line',
    cell: (row) => <Progress hours={row.hours} duty={row.duty} />,
  },
  {
    key: 'central',
    title: '集中培训',
    width: 90,
    cell: (row) => (row.centralDuty > 0 ? `${row.central}/${row.centralDuty}次` : `${row.central}次`),
  },
  {
    key: 'state',
    title: '达标情况',
    width: 100,
    card: 'tag',
    cell: (row) => <MetTag row={row} />,
    filter: { kind: 'choice', name: 'state', options: optionsOf(STATES) },
  },
  {
    key: 'needs',
    title: '另须参加',
    width: 230,
    card: 'line',
    cell: (row) =>
      row.needs.length === 0 ? (
        <span className="muted">—</span>
      ) : (
        <span title={row.needs.map(({ text }) => text).join('；')}>{row.needs.map(({ text }) => text).join('；')}</span>
      ),
  },
  yearColumn(),
];

/** Everybody who owes hours, against the duty. */
export function PeopleList() {
  const { orgId, year } = readQuery(useLocation().search, ['orgId', 'year']);
  const [asking, setAsking] = useState<Readonly<Record<string, string | undefined>> | null>(null);
  const start = useAct(exportHours, { quiet: true });
  return (
    <div className="list-page">
      <PageHead>
        <ButtonLink icon="organisation" to={PATHS.orgs({ orgId, year })}>
          按组织
        </ButtonLink>
      </PageHead>
      <PlainList<HoursRow, Extra>
        caption="学时"
        endpoint={listHours}
        columns={columnsOf(year)}
        keep={KEPT}
        search={{ name: 'keyWords', placeholder: '姓名' }}
        unit="人"
        inputOf={(values) => ({ ...values, ...(orgId ? { orgId } : {}) })}
        note={({ org, year: shown, people, met, memberHours, leaderHours }) => (
          <span className="muted">
            {org.name}，{shown}年{people}人，达标{met}人{people > 0 && `（${formatPercent(met, people)}）`}；党员
            {memberHours}学时，书记和班子成员
            {leaderHours}学时
          </span>
        )}
        tools={({ values }) => (
          <Button icon="export" onClick={() => setAsking(values)}>
            导出
          </Button>
        )}
        acts={(row) => (
          <ButtonLink look="row" to={PATHS.person(row.id, year ? Number(year) : undefined)}>
            台账
          </ButtonLink>
        )}
        empty={{ title: '没有符合条件的党员', text: '正式党员和预备党员每年须完成规定学时。' }}
      />
      {asking && (
        <StartDialog
          title="导出学时"
          example="年度党员教育培训考核"
          onStart={({ purpose = '' }) =>
            start.mutateAsync({
              ...Object.fromEntries(FILTERS.flatMap((name) => (asking[name] ? [[name, asking[name]]] : []))),
              ...(orgId ? { orgId } : {}),
              purpose,
            })
          }
          onClose={() => setAsking(null)}
        >
          按当前筛选条件在后台导出，每人一行；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </div>
  );
}
