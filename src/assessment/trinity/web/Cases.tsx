import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { yearOptions } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { CASE_VIEWS, type CaseRow, listCases } from '../contract.case.ts';
import { CaseTag, CaseView } from './CaseView.tsx';
import { PATHS } from './paths.ts';
import { optionsOfTexts } from './reportParts.tsx';
import '#house/web/given/given.css';
import './trinity.css';

const columnsOf = (parts: readonly string[]): readonly Column<CaseRow>[] => [
  {
    key: 'title',
    title: '案例',
    width: 300,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.caseOf(row.id)} title={row.title}>
        {row.title}
      </RowLink>
    ),
  },
  { key: 'orgName', title: '组织', width: 190, card: 'line', cell: (row) => row.orgName },
  { key: 'state', title: '状态', width: 88, card: 'tag', cell: (row) => <CaseTag state={row.state} /> },
  {
    key: 'partTitle',
    title: '板块',
    width: 120,
    cell: (row) => row.partTitle,
    filter: { kind: 'choice', name: 'part', options: optionsOfTexts(parts) },
  },
  { key: 'itemTitle', title: '指标', width: 180, card: 'line', cell: (row) => row.itemTitle },
  {
    key: 'year',
    title: '年度',
    width: 72,
    cell: (row) => row.year,
    filter: { kind: 'choice', name: 'year', options: yearOptions() },
  },
  {
    key: 'files',
    title: '附件',
    width: 72,
    align: 'right',
    cell: (row) => (row.files > 0 ? `${row.files}份` : noValue),
  },
  { key: 'publishedOn', title: '发布日期', width: 108, card: 'side', cell: (row) => row.publishedOn ?? noValue },
  { key: 'giverName', title: '发布组织', width: 170, notLarge: true, cell: (row) => row.giverName },
];

/** 优秀案例: those that are published, the own ones and those that wait; one of them where the address names it. */
export default function Cases() {
  const { id } = readQuery(useLocation().search, ['id']);
  return id ? <CaseView key={id} id={id} /> : <List />;
}

function List() {
  const navigate = useNavigate();
  // The parts by which the list is filtered are those of the cases that there are, whichever of them it shows.
  const all = useCall(listCases, { pageSize: 1 }, { quiet: true });
  const parts = all.data?.parts.join('\n') ?? '';
  const columns = useMemo(() => columnsOf(parts === '' ? [] : parts.split('\n')), [parts]);
  return (
    <ListPage<CaseRow, { counts: Record<string, number> }>
      title="优秀案例"
      path={PATHS.cases}
      endpoint={listCases}
      columns={columns}
      search={{ name: 'keyWords', placeholder: '案例、指标或组织名称' }}
      unit="个"
      views={{
        list: [
          { label: CASE_VIEWS.published, value: '' },
          { label: CASE_VIEWS.own, value: 'own' },
          { label: CASE_VIEWS.waiting, value: 'waiting' },
        ],
        counts: ({ counts }) => counts,
      }}
      row={{
        label: (row) => row.title,
        href: (row) => PATHS.caseOf(row.id),
        editHref: () => null,
        menu: (row) => [{ label: '案例详情', icon: 'eye', run: () => navigate(PATHS.caseOf(row.id)) }],
      }}
      empty={{
        title: '还没有优秀案例',
        text: '资料审核通过后，考核单位可以在资料详情里推荐，组织考评的党组织也可以直接列为优秀案例。',
      }}
    />
  );
}
