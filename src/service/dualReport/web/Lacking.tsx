import { useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { LACKS, type LackingRow, lackingMembers, lackingOrgs } from '../contract.coverage.ts';
import { PATHS } from './paths.ts';
import './dualReport.css';

const SHOWN = {
  member: {
    title: '未报到的在职党员',
    endpoint: lackingMembers,
    path: PATHS.memberCount,
    search: '姓名',
    unit: '人',
    home: '所在党支部',
    note: '工作岗位',
    href: (id: string) => `/affairs/member/browse/${id}`,
    empty: { title: '都报到了', text: '这里的在职党员都已在居住地社区报到。' },
  },
  org: {
    title: '未报到的单位党组织',
    endpoint: lackingOrgs,
    path: PATHS.orgCount,
    search: '组织名称',
    unit: '个',
    home: '上级党组织',
    note: '单位',
    href: (id: string) => `/affairs/organization/browseOrganization/${id}`,
    empty: { title: '都报到了', text: '这里的单位党组织都已到社区报到。' },
  },
} as const;

/** Who is expected to report and has not: people, or organisations of units. */
export function Lacking({ kind }: { kind: keyof typeof SHOWN }) {
  const navigate = useNavigate();
  const side = useOrgSide();
  const shown = SHOWN[kind];
  const columns: readonly Column<LackingRow>[] = [
    {
      key: 'name',
      title: kind === 'member' ? '姓名' : '党组织',
      width: kind === 'member' ? 110 : 240,
      always: true,
      card: 'title',
      cell: (row) => (
        <RowLink to={shown.href(row.id)} title={row.name}>
          {row.name}
        </RowLink>
      ),
    },
    {
      key: 'lack',
      title: '情况',
      width: 100,
      card: 'tag',
      cell: (row) => <span className={row.lack === 'waiting' ? 'tag red' : 'tag warn'}>{row.lackName}</span>,
      filter: {
        kind: 'choice',
        name: 'lack',
        options: optionsOf(LACKS),
      },
    },
    { key: 'note', title: shown.note, width: 180, card: 'line', cell: (row) => row.note || noValue },
    {
      key: 'homeName',
      title: shown.home,
      width: 240,
      card: 'line',
      cell: (row) => <span title={row.homeName}>{row.homeName}</span>,
    },
  ];
  return (
    <ListPage<LackingRow>
      title={shown.title}
      path={shown.path}
      endpoint={shown.endpoint}
      columns={columns}
      search={{ name: 'keyWords', placeholder: shown.search }}
      unit={shown.unit}
      keep={['names']}
      {...(side ? { side } : {})}
      acts={() => (
        <>
          <ButtonLink to={shown.path}>看统计</ButtonLink>
          <ButtonLink look="primary" to={kind === 'member' ? PATHS.add : PATHS.addPair}>
            {kind === 'member' ? '党员报到' : '组织报到'}
          </ButtonLink>
        </>
      )}
      row={{
        label: (row) => row.name,
        href: (row) => shown.href(row.id),
        editHref: () => null,
        menu: (row) => [{ label: '档案', icon: 'eye', run: () => navigate(shown.href(row.id)) }],
      }}
      empty={shown.empty}
    />
  );
}
