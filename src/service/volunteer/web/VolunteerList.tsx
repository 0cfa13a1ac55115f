import { useParams } from 'react-router';
import { useOrg } from '#people/org/web/pickers.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Failed, Gone } from '#platform/web/show/states.tsx';
import { listVolunteers, SIDES, type VolunteerRow } from '../contract.people.ts';
import { Stars } from './parts.tsx';
import { isId, PATHS } from './paths.ts';

const COLUMNS: readonly Column<VolunteerRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 110,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.volunteer(row.id)} title={row.name}>
        {row.name}
      </RowLink>
    ),
  },
  {
    key: 'stars',
    title: '星级',
    width: 110,
    card: 'tag',
    cell: (row) => <Stars stars={row.stars} name={row.starName} />,
  },
  { key: 'hours', title: '时长', width: 100, align: 'right', card: 'side', cell: (row) => `${row.hours}小时` },
  { key: 'times', title: '次数', width: 70, align: 'right', cell: (row) => row.times },
  { key: 'lastOn', title: '最近服务', width: 110, card: 'line', cell: (row) => row.lastOn ?? noValue },
  {
    key: 'homeName',
    title: '所在党组织',
    width: 200,
    card: 'line',
    cell: (row) => <span title={row.homeName}>{row.homeName}</span>,
  },
  {
    key: 'placeName',
    title: '报到社区',
    width: 180,
    card: 'line',
    cell: (row) => row.placeName || noValue,
    filter: { kind: 'choice', name: 'side', options: optionsOf({ in: SIDES.in }), none: SIDES.out },
    filterTitle: '范围',
  },
  { key: 'phone', title: '手机号', width: 120, cell: (row) => row.phone || noValue },
];

/** `volunteer/member/:id`: the volunteers of an organisation, most hours first. */
export default function VolunteerList() {
  const { id } = useParams();
  return isId(id) ? <Listed key={id} id={id} /> : <Gone />;
}

function Listed({ id }: { id: string }) {
  const org = useOrg(id);
  if (org.failed) return <Failed error={org.failed.error} onRetry={() => void org.failed?.refetch()} />;
  return (
    <div className="list-page">
      <PageHead title={org.name ? `志愿者 ${org.name}` : '志愿者'} />
      <PlainList<VolunteerRow>
        caption="志愿者"
        endpoint={listVolunteers}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '姓名' }}
        unit="人"
        inputOf={(values) => ({ ...values, orgId: id })}
        empty={{ title: '还没有志愿者', text: '本组织党员的时长认定后在这里；“范围”选“报到本地”看报到到本地的党员。' }}
      />
    </div>
  );
}
