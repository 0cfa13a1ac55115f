import { Link, useLocation } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { formatPercent } from '#platform/web/show/number.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type OrgHoursRow, orgHours } from '../contract.ts';
import { yearColumn } from './parts.tsx';
import { PATHS } from './paths.ts';

const KEPT = ['tab', 'orgId'];

interface Extra {
  year: number;
  org: { name: string };
  people: number;
  met: number;
}

const columnsOf = (year: string | undefined): readonly Column<OrgHoursRow>[] => [
  {
    key: 'name',
    title: '组织',
    width: 300,
    card: 'title',
    cell: (row) => (
      <Link to={row.hasBelow ? PATHS.orgs({ orgId: row.id, year }) : PATHS.people({ orgId: row.id, year })}>
        {row.name}
      </Link>
    ),
  },
  { key: 'people', title: '党员', width: 90, align: 'right', card: 'line', cell: (row) => row.people },
  { key: 'met', title: '达标', width: 90, align: 'right', card: 'line', cell: (row) => row.met },
  {
    key: 'behind',
    title: '未达标',
    width: 90,
    align: 'right',
    card: 'line',
    cell: (row) =>
      row.people === row.met ? (
        0
      ) : (
        <Link to={PATHS.people({ orgId: row.id, year, state: 'behind' })}>{row.people - row.met}</Link>
      ),
  },
  {
    key: 'rate',
    title: '达标率',
    width: 170,
    card: 'tag',
    cell: (row) =>
      row.rate === null ? (
        <span className="muted">没有党员</span>
      ) : (
        <span className="hours-progress">
          <span className="hours-track" aria-hidden="true">
            <i className={row.rate === 100 ? 'full' : undefined} style={{ width: `${row.rate}%` }} />
          </span>
          {row.rate}%
        </span>
      ),
  },
  { key: 'mean', title: '人均学时', width: 100, align: 'right', card: 'line', cell: (row) => row.mean },
  yearColumn(),
];

/** 达标率 of the organisations right below one. */
export function OrgList() {
  const { orgId, year } = readQuery(useLocation().search, ['orgId', 'year']);
  return (
    <div className="list-page">
      <PageHead title="各组织学时">
        <ButtonLink icon="members" to={PATHS.people({ orgId, year })}>
          按人员
        </ButtonLink>
      </PageHead>
      <PlainList<OrgHoursRow, Extra>
        caption="各组织学时"
        endpoint={orgHours}
        columns={columnsOf(year)}
        keep={KEPT}
        unit="个组织"
        inputOf={({ tab: _tab, ...values }) => ({ ...values, ...(orgId ? { orgId } : {}) })}
        note={(answer) => (
          <span className="muted">
            {answer.org.name}，{answer.year}年{answer.people}人，达标{answer.met}人
            {answer.people > 0 && `（${formatPercent(answer.met, answer.people)}）`}
          </span>
        )}
        acts={(row) => (
          <ButtonLink look="row" to={PATHS.people({ orgId: row.id, year })}>
            人员
          </ButtonLink>
        )}
        empty={{ title: '下面没有组织', text: '请看“按人员”的学时。' }}
      />
    </div>
  );
}
