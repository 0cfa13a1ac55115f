import { useNavigate } from 'react-router';
import { UrgeButton } from '#kernel/message/web/pickers.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listTerms, type TermRow } from '../../contract.office.ts';
import { PHASES } from '../../rules.office.ts';
import { OrgListPage } from '../pickers.nouns.tsx';
import { TermSheets } from './TermSheets.tsx';
import { PhaseTag, yearsText } from './terms.tsx';
import '../org.css';

const PATH = '/affairs/organization/office';
const DUE = (['overdue', 'month1', 'month3', 'month6'] as const).map((value) => ({ value, label: PHASES[value] }));
const orgPath = (id: string) => pathWithQuery(`/affairs/organization/browseOrganization/${id}`, { tab: 'office' });

const COLUMNS: readonly Column<TermRow>[] = [
  {
    key: 'orgName',
    title: '组织名称',
    width: 240,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={`${PATH}/browse/${row.id}`} title={row.orgName}>
        {row.orgName}
      </RowLink>
    ),
  },
  { key: 'number', title: '届数', width: 72, card: 'side', cell: (row) => `第${row.number}届` },
  { key: 'electedOn', title: '当选日期', width: 110, cell: (row) => row.electedOn },
  { key: 'years', title: '任期', width: 110, cell: yearsText },
  { key: 'nextElectionOn', title: '下次换届', width: 110, card: 'line', cell: (row) => row.nextElectionOn ?? noValue },
  {
    key: 'phase',
    title: '换届时间',
    width: 100,
    card: 'tag',
    cell: (row) => <PhaseTag phase={row.phase} />,
    filter: { kind: 'choice', name: 'phase', options: DUE },
  },
  { key: 'method', title: '产生方式', width: 130, cell: (row) => row.method || noValue },
  {
    key: 'secretaryName',
    title: '书记',
    width: 90,
    card: 'line',
    cell: (row) => row.secretaryName || <span className="org-warn">空缺</span>,
  },
  { key: 'teamNumber', title: '班子人数', width: 88, align: 'right', cell: (row) => row.teamNumber },
];

/** 任期与换届: the current terms of the organisations below the chosen one, those that end first on top. */
export default function TermList() {
  const session = useSession();
  const navigate = useNavigate();
  return (
    <OrgListPage<TermRow>
      title="任期与换届"
      path={PATH}
      endpoint={listTerms}
      columns={COLUMNS}
      search={{ name: 'name', placeholder: '组织名称' }}
      unit="个"
      acts={({ state }) => (
        <>
          <UrgeButton code="termDue" />
          <TermSheets
            asked={{
              orgId: state.values.orgId ?? session.user.workOrgId,
              name: state.values.name,
              phase: DUE.find(({ value }) => value === state.values.phase)?.value,
            }}
            starts={{ range: 'all', terms: 'current' }}
          />
          {may(session, 'org:write') && (
            <ButtonLink look="primary" icon="plus" to={`${PATH}/add/${state.values.orgId ?? session.user.workOrgId}`}>
              登记新一届
            </ButtonLink>
          )}
        </>
      )}
      row={{
        label: (row) => `${row.orgName}第${row.number}届`,
        href: (row) => `${PATH}/browse/${row.id}`,
        editHref: (row) => (row.can.edit ? `${PATH}/edit/${row.id}` : null),
        menu: (row) => [
          { label: '查看详情', icon: 'eye', run: () => navigate(`${PATH}/browse/${row.id}`) },
          { label: '查看组织', icon: 'organisation', run: () => navigate(orgPath(row.orgId)) },
        ],
      }}
      empty={{ title: '这里没有登记届次', text: '在组织详情的“届次”中登记班子的当选日期和成员。' }}
    />
  );
}
