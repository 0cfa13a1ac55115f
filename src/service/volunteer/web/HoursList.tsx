import { Link, useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { HOURS_VIEWS, type HoursRow, listHours } from '../contract.hours.ts';
import { AUDIT_DAYS } from '../rules.ts';
import { StateTag } from './parts.tsx';
import { PATHS } from './paths.ts';

const TABS = [{ value: '', label: '全部' }, ...optionsOf(HOURS_VIEWS)];
const COLUMNS: readonly Column<HoursRow>[] = [
  {
    key: 'title',
    title: '活动',
    width: 220,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.hoursOf(row.id)} title={row.title}>
        {row.title}
      </RowLink>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 120,
    card: 'tag',
    cell: (row) => <StateTag name={row.stateName} late={row.isLate} />,
  },
  {
    key: 'waits',
    title: '等待',
    width: 70,
    cell: (row) =>
      row.waits === null ? (
        noValue
      ) : row.isLate ? (
        <span className="service-late">{row.waits}天</span>
      ) : (
        `${row.waits}天`
      ),
    filter: { kind: 'choice', name: 'late', options: [{ value: '1', label: `超过${AUDIT_DAYS}天` }] },
    filterTitle: '审核',
  },
  { key: 'came', title: '到场', width: 70, align: 'right', card: 'line', cell: (row) => `${row.came}人` },
  { key: 'hours', title: '时长', width: 90, align: 'right', card: 'side', cell: (row) => `${row.hours}小时` },
  {
    key: 'orgName',
    title: '发布组织',
    width: 190,
    card: 'line',
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
  { key: 'askedOn', title: '报审日期', width: 110, card: 'line', cell: (row) => row.askedOn ?? noValue },
  { key: 'askedName', title: '报审人', width: 90, startsHidden: true, cell: (row) => row.askedName },
  { key: 'decidedOn', title: '审核日期', width: 110, startsHidden: true, cell: (row) => row.decidedOn ?? noValue },
];

/** `auditHours`: hours of activities that were reported, what waits longest first. */
export default function HoursList() {
  const navigate = useNavigate();
  const side = useOrgSide();
  return (
    <ListPage<HoursRow, ReplyOf<typeof listHours>>
      title="时长审核"
      path={PATHS.hours}
      endpoint={listHours}
      columns={COLUMNS}
      search={{ name: 'keyWords', placeholder: '活动名称' }}
      unit="件"
      views={{ list: TABS, counts: ({ counts }) => counts }}
      {...(side ? { side } : {})}
      note={(_list, answer) =>
        answer && answer.late > 0 ? (
          <div className="banner warn">
            <Icon name="warning" />
            <span className="grow">
              {answer.late}次活动的时长超过{AUDIT_DAYS}天没有审核。
            </span>
            <Link to={`${PATHS.hours}?late=1`}>只看超期的</Link>
          </div>
        ) : null
      }
      row={{
        label: (row) => row.title,
        href: (row) => PATHS.hoursOf(row.id),
        editHref: () => null,
        menu: (row) => [
          {
            label: row.can.decide ? '审核' : '审核名单',
            icon: row.can.decide ? 'check' : 'eye',
            run: () => navigate(PATHS.hoursOf(row.id)),
          },
        ],
      }}
      empty={{ title: '没有报审的时长', text: '活动结束后，到场人员的时长自动报审，由报审人以外的人审核。' }}
    />
  );
}
