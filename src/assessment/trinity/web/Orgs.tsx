import { Link, useNavigate } from 'react-router';
import { OrgListPage } from '#people/org/web/pickers.nouns.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf, yearOptions } from '#platform/web/list/options.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { listOrgs, type OrgRow, ROLES } from '../contract.read.ts';
import { PATHS } from './paths.ts';
import '#house/web/given/given.css';
import './trinity.css';

const orgHref = (id: string) => `/affairs/organization/browseOrganization/${id}`;

const COLUMNS: readonly Column<OrgRow>[] = [
  {
    key: 'name',
    title: '组织',
    width: 220,
    always: true,
    card: 'title',
    cell: (row) => <Link to={orgHref(row.id)}>{row.name}</Link>,
  },
  {
    key: 'role',
    title: '角色',
    width: 200,
    card: 'tag',
    cell: (row) => (
      <span className="given-tags">
        {row.gives > 0 && <span className="tag red">{ROLES.give}</span>}
        {row.reviews > 0 && (
          <span className="tag info">
            {ROLES.review}
            {row.reviews}个板块
          </span>
        )}
        {row.years.length > 0 && <span className="tag">{ROLES.unit}</span>}
      </span>
    ),
    filter: { kind: 'choice', name: 'role', options: optionsOf(ROLES) },
  },
  {
    key: 'years',
    title: '历年考评',
    width: 420,
    card: 'line',
    cell: (row) =>
      row.years.length === 0 ? (
        noValue
      ) : (
        <span className="trinity-years">
          {row.years.slice(0, 4).map((one) => (
            <span key={one.unitId} title={one.name}>
              {one.year}年 {one.group}
              {one.place !== null && ` 第${one.place}名`}
              {one.grade && ` ${one.grade}`}
            </span>
          ))}
        </span>
      ),
  },
  {
    key: 'year',
    title: '年度',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: { kind: 'choice', name: 'year', options: yearOptions() },
  },
];

/** 组织管理: which organisations evaluate, review and are evaluated, and how the latter stood over the years. */
export default function Orgs() {
  const navigate = useNavigate();
  return (
    <OrgListPage<OrgRow>
      title="组织管理"
      path={PATHS.orgs}
      endpoint={listOrgs}
      columns={COLUMNS}
      search={{ name: 'keyWords', placeholder: '组织名称' }}
      unit="个"
      row={{
        label: (row) => row.name,
        href: (row) => orgHref(row.id),
        editHref: () => null,
        menu: (row) => [{ label: '组织详情', icon: 'eye', run: () => navigate(orgHref(row.id)) }],
      }}
      empty={{ title: '还没有组织参加考评', text: '考评开始后，考核单位、评审组织和组织考评的组织列在这里。' }}
    />
  );
}
