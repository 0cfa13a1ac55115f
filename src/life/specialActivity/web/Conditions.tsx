import { useLocation, useNavigate } from 'react-router';
import { UrgeButton } from '#house/web/given/acts.tsx';
import { useUrge } from '#house/web/given/urge.ts';
import { OrgListPage } from '#people/org/web/pickers.nouns.tsx';
import { download } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf, yearOptions } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { readQuery } from '#platform/web/route/navigation.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type ConditionRow, listConditions } from '../contract.read.ts';
import { exportConditions, urgeActivity } from '../contract.ts';
import { activityCalls } from '../nouns/activity.ts';
import { PART_STANDINGS } from '../rules.ts';
import { PartTag } from './parts.tsx';
import { PATHS } from './paths.ts';

const COLUMNS: readonly Column<ConditionRow>[] = [
  {
    key: 'orgName',
    title: '参加组织',
    width: 184,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.materialsOfPart(row.id)} title={row.orgName}>
        {row.orgName}
      </RowLink>
    ),
  },
  {
    key: 'standing',
    title: '情况',
    width: 104,
    card: 'tag',
    cell: (row) => <PartTag standing={row.standing} />,
    filter: { kind: 'choice', name: 'standing', options: optionsOf(PART_STANDINGS) },
  },
  {
    key: 'accepted',
    title: '通过/应交',
    width: 100,
    align: 'right',
    card: 'side',
    cell: (row) => `${row.accepted}/${row.required}`,
  },
  {
    key: 'asked',
    title: '待审核',
    width: 76,
    align: 'right',
    cell: (row) => (row.asked > 0 ? <b>{row.asked}份</b> : noValue),
  },
  {
    key: 'late',
    title: '逾期',
    width: 70,
    align: 'right',
    cell: (row) => (row.late > 0 ? <span className="given-late">{row.late}份</span> : noValue),
  },
  { key: 'missing', title: '缺少的附件', width: 192, card: 'line', cell: (row) => row.missing.join('、') || noValue },
  { key: 'title', title: '专项活动', width: 192, card: 'line', cell: (row) => row.title },
  {
    key: 'people',
    title: '参加党员',
    width: 84,
    align: 'right',
    cell: (row) => (row.people > 0 ? `${row.people}人` : noValue),
  },
  {
    key: 'certificates',
    title: '证书',
    width: 68,
    align: 'right',
    cell: (row) => (row.certificates > 0 ? `${row.certificates}份` : noValue),
  },
  {
    key: 'urgedAt',
    title: '上次催办',
    width: 150,
    startsHidden: true,
    cell: (row) => (row.urgedAt ? dateTime(row.urgedAt) : noValue),
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

const askedOf = ({ values }: ListState) => {
  const { orgId, activityId, title, standing, year } = values as Record<string, never>;
  return { orgId, activityId, title, standing, year };
};

/** 附件情况: what each organisation has handed in, is late with and lacks; of one activity with `activityId`. */
export default function Conditions() {
  const navigate = useNavigate();
  const { activityId } = readQuery(useLocation().search, ['activityId']);
  return (
    <OrgListPage<ConditionRow>
      key={activityId}
      title="附件情况"
      path={PATHS.conditions}
      endpoint={listConditions}
      columns={COLUMNS}
      search={{ name: 'title', placeholder: '活动或组织名称' }}
      unit="个组织"
      keep={['activityId']}
      acts={({ state, total }) => (
        <>
          <Button
            icon="export"
            disabled={!total}
            // The client has shown why it failed.
            onClick={() => download(exportConditions, askedOf(state)).catch(() => {})}
          >
            导出
          </Button>
          {activityId && <Urge activityId={activityId} />}
        </>
      )}
      note={(_list, answer) => <Sum answer={answer} activityId={activityId} />}
      row={{
        label: (row) => `${row.orgName} ${row.title}`,
        href: (row) => PATHS.materialsOfPart(row.id),
        editHref: () => null,
        menu: (row) => [
          { label: '附件资料', icon: 'document', run: () => navigate(PATHS.materialsOfPart(row.id)) },
          ...(activityId
            ? []
            : [
                {
                  label: '只看这项活动',
                  icon: 'filter' as const,
                  run: () => navigate(PATHS.conditionsOf(row.activityId)),
                },
              ]),
          { label: '活动资料', icon: 'book', run: () => navigate(PATHS.openOf(row.activityId)) },
        ],
      }}
      empty={{ title: '没有这样的附件情况', text: '专项活动发布后，各参加组织交了什么、缺什么列在这里。' }}
    />
  );
}

/** Urges all of the activity who are late or due soon, by whoever started it. */
function Urge({ activityId }: { activityId: string }) {
  const found = useCall(activityCalls.get, { id: activityId }, { quiet: true });
  const urge = useUrge(urgeActivity, activityId, '参加组织');
  if (!found.data?.own.run) return null;
  return <UrgeButton urge={urge} />;
}

function Sum({ answer, activityId }: { answer: unknown; activityId: string | undefined }) {
  const navigate = useNavigate();
  const found = answer as { sum?: Record<'parts' | 'finished' | 'late' | 'asked', number>; rows?: ConditionRow[] };
  const sum = found?.sum;
  if (!sum || sum.parts === 0) return null;
  return (
    <p className="special-sum" role="status">
      {activityId && <b>{found.rows?.[0]?.title}　</b>}共{sum.parts}个：交齐{sum.finished}个，有逾期{sum.late}个；待审核
      {sum.asked}份。
      {activityId && (
        <Button look="link" size="compact" onClick={() => navigate(PATHS.conditions)}>
          看全部活动
        </Button>
      )}
    </p>
  );
}
