import type { Column } from '#platform/web/list/columns.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { ORG_TYPES, type OrgRow } from '../contract.ts';
import { TERM_TYPES, WARNING_LISTS } from '../rules.ts';
import './org.css';

/** The kinds of organisations as choices, the national order. */
export const ORG_TYPE_CHOICES = [10, 20, 21, 30, 40, 46, 47, 48, 50, 28, 29].map((value) => ({
  value: String(value),
  label: ORG_TYPES[value as keyof typeof ORG_TYPES],
}));

const WARNINGS = Object.entries(WARNING_LISTS).map(([value, { title }]) => ({ value, label: title }));

export const orgColumns: readonly Column<OrgRow>[] = [
  {
    key: 'name',
    title: '组织名称',
    width: 210,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={`/affairs/organization/browseOrganization/${row.id}`} title={row.name}>
        {row.name}
      </RowLink>
    ),
  },
  {
    key: 'type',
    title: '组织类别',
    width: 104,
    card: 'tag',
    cell: (row) => <span className="tag">{row.typeName}</span>,
    filter: { kind: 'choice', name: 'type', options: ORG_TYPE_CHOICES },
  },
  { key: 'parentName', title: '上级组织', notLarge: true, width: 160, cell: (row) => row.parentName || noValue },
  {
    key: 'secretaryName',
    title: '书记',
    width: 80,
    card: 'line',
    cell: (row) => row.secretaryName || <Vacant row={row} />,
  },
  { key: 'contact', title: '联系人', startsHidden: true, width: 80, cell: (row) => row.contact || noValue },
  { key: 'phone', title: '联系电话', startsHidden: true, width: 116, cell: (row) => row.phone || noValue },
  {
    key: 'partyNumber',
    title: '党员',
    width: 68,
    align: 'right',
    sort: 'partyNumber',
    card: 'side',
    cell: (row) => row.partyNumber.toLocaleString('en-US'),
  },
  {
    key: 'childCount',
    title: '下级组织',
    notLarge: true,
    width: 84,
    align: 'right',
    cell: (row) => row.childCount || noValue,
  },
  {
    key: 'termExpiresOn',
    title: '任期届满',
    width: 112,
    sort: 'termExpiresOn',
    card: 'line',
    cell: (row) => <Term on={row.termExpiresOn} />,
  },
  {
    key: 'warnings',
    title: '提醒',
    width: 160,
    card: 'line',
    cell: (row) => <Warnings row={row} />,
    filter: { kind: 'choice', name: 'warning', options: WARNINGS },
  },
  { key: 'orgCode', title: '组织编码', width: 150, startsHidden: true, cell: (row) => row.orgCode },
  { key: 'shortName', title: '简称', width: 110, startsHidden: true, cell: (row) => row.shortName || noValue },
];

/** The first warning with the rule behind it, and how many more; the record shows all of them. */
function Warnings({ row: { warnings } }: { row: OrgRow }) {
  const [first] = warnings;
  if (!first) return noValue;
  return (
    <span className="org-list-warning" title={warnings.map(({ text, clause }) => `${text}\n${clause}`).join('\n')}>
      <span className="org-warn">
        <Icon name="warning" size={13} />
        {first.text}
        {warnings.length > 1 && `等${warnings.length}项`}
      </span>
      <span className="record-clause">{first.clause.split('：')[0]}</span>
    </span>
  );
}

function Vacant({ row }: { row: OrgRow }) {
  return TERM_TYPES.includes(row.type) ? <span className="org-warn">空缺</span> : noValue;
}

const today = () => new Date().toLocaleDateString('sv-SE');

/** The end of the term; one that is over says so beside its sign. */
function Term({ on }: { on: string | null }) {
  if (!on) return noValue;
  if (on >= today()) return on;
  return (
    <span className="org-warn" title="任期已届满，尚未换届">
      <Icon name="warning" size={13} />
      {on}
    </span>
  );
}
