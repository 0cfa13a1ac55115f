import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { ORG_SIDE } from '#people/org/web/pickers.nouns.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { ACCEPTED, FILE_VIEWS, type FileRow, listFiles, STAGES } from '../contract.ts';
import { ENDINGS, STEP_STATES } from '../rules/path.ts';
import { ListActs, ReviewAct } from './ListActs.tsx';
import { DaysLeft, nextText } from './parts.tsx';
import { LISTS, type ListName, listOf, PATHS } from './paths.ts';
import './recruitment.css';

const correctionsOf = (row: FileRow) => pathWithQuery(PATHS.corrections, { memberId: row.memberId, state: 'pending' });

/** What is to be done next; a 更正 that waits for whoever reads it leads to where it is decided. */
function Next({ row }: { row: FileRow }) {
  if (row.ending) return ENDINGS[row.ending];
  if (!row.correctionWaits) return nextText(row);
  // The link is never what a narrow column leaves out.
  return (
    <span className="fz-next">
      <span>{nextText(row)}</span>
      <Link className="fz-next-link" to={correctionsOf(row)} aria-label={`审批${row.name}的更正`}>
        审批更正
      </Link>
    </span>
  );
}

// As wide together as a window of 1440 has room for beside the tree, so that the days that are left stand in it.
const COLUMNS: readonly Column<FileRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 84,
    always: true,
    card: 'title',
    cell: (row) => <RowLink to={PATHS.work(row.id, row.category)}>{row.name}</RowLink>,
  },
  { key: 'genderName', title: '性别', width: 52, cell: (row) => row.genderName },
  { key: 'age', title: '年龄', width: 56, align: 'right', cell: (row) => row.age ?? noValue },
  { key: 'orgName', title: '所在党支部', width: 124, card: 'line', cell: (row) => row.orgName },
  {
    key: 'appliedOn',
    title: '申请入党日期',
    width: 112,
    startsHidden: true,
    cell: (row) => row.appliedOn ?? noValue,
  },
  {
    key: 'nextAct',
    title: '下一步',
    width: 220,
    card: 'line',
    cell: (row) => <Next row={row} />,
  },
  {
    key: 'stepState',
    title: '状态',
    width: 80,
    card: 'tag',
    cell: (row) => (
      <span className={`tag ${row.isEnding || row.stepState === 'returned' ? 'warn' : ''}`}>
        {row.isEnding ? '待决定' : STEP_STATES[row.stepState]}
      </span>
    ),
  },
  { key: 'earliestOn', title: '最早日期', width: 100, cell: (row) => row.earliestOn ?? noValue },
  { key: 'dueOn', title: '最迟日期', width: 100, cell: (row) => row.dueOn ?? noValue },
  { key: 'daysLeft', title: '剩余', width: 96, cell: (row) => <DaysLeft days={row.daysLeft} /> },
  {
    key: 'stage',
    title: '阶段',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: {
      kind: 'choice',
      name: 'stage',
      options: optionsOf(STAGES),
    },
  },
];

/** Of 预备党员 alone: who was accepted this year, and of them. */
const ACCEPTED_COLUMN: Column<FileRow> = {
  key: 'accepted',
  title: '本年接收',
  width: 0,
  filterOnly: true,
  cell: () => null,
  filter: {
    kind: 'choice',
    name: 'accepted',
    options: optionsOf(ACCEPTED),
  },
};
const OF_PROBATIONARY = [...COLUMNS, ACCEPTED_COLUMN];

/** 可办, 将到期, 超期, … as tabs; the stage stays. */
const VIEWS = [{ value: '', label: '全部' }, ...optionsOf(FILE_VIEWS)];

/** The people of one stage: what is next for each, from when and until when. The address holds the stage as a filter. */
export function FileList({ name }: { name: ListName }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { stage, ...others } = readQuery(search, ['stage', 'view', 'orgId', 'accepted']);
  const wanted = String(LISTS[name].stage);
  if (stage !== wanted) {
    const to = stage ? listOf(Number(stage)) : name;
    return <Navigate replace to={pathWithQuery(PATHS.list(to), { ...others, stage: stage || wanted })} />;
  }
  return (
    <ListPage<FileRow>
      title={LISTS[name].title}
      path={PATHS.list(name)}
      endpoint={listFiles}
      columns={name === 'probationary' ? OF_PROBATIONARY : COLUMNS}
      search={{ name: 'name', placeholder: '姓名' }}
      unit="人"
      views={{ list: VIEWS, counts: () => ({}) }}
      side={ORG_SIDE}
      acts={({ state }) => (
        <>
          <ListActs name={name} state={state} />
        </>
      )}
      row={{
        label: (row) => row.name,
        href: (row) => PATHS.work(row.id, row.category),
        editHref: () => null,
        menu: (row) => [
          { label: '办理', icon: 'growth', run: () => navigate(PATHS.work(row.id, row.category)) },
          ...(row.correctionWaits
            ? [{ label: '审批更正', icon: 'check' as const, run: () => navigate(correctionsOf(row)) }]
            : []),
          { label: '详情', icon: 'document', run: () => navigate(PATHS.detail(name, row.id)) },
          ...(row.isSupplement
            ? [
                {
                  label: '补录',
                  icon: 'edit' as const,
                  run: () => navigate(pathWithQuery(PATHS.register, { id: row.memberId })),
                },
              ]
            : []),
          { label: '人员档案', icon: 'person', run: () => navigate(`/affairs/member/browse/${row.memberId}`) },
        ],
      }}
      bulk={(chosen) => <ReviewAct chosen={chosen} />}
      empty={{
        title: `这里没有${LISTS[name].title}`,
        text: '登记为申请人、积极分子、发展对象或预备党员的人会自动建立发展档案。',
      }}
    />
  );
}
