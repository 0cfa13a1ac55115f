import { Link, useLocation, useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listSigned, type SignupRow } from '../contract.signup.ts';
import { periodName } from '../rules.ts';
import { StateTag } from './parts.tsx';
import { isId, PATHS } from './paths.ts';

const COLUMNS: readonly Column<SignupRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 100,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.hoursInfoOf(row.id)} title={row.name}>
        {row.name}
      </RowLink>
    ),
  },
  {
    key: 'signedAt',
    title: '签到时间',
    width: 150,
    card: 'line',
    cell: (row) => row.signedAt,
    filter: { kind: 'days', from: 'from', to: 'to' },
    filterTitle: '签到日期',
  },
  {
    key: 'way',
    title: '方式',
    width: 110,
    card: 'tag',
    cell: (row) => (
      <>
        {row.wayName}
        {row.late && <span className="tag warn">迟到</span>}
      </>
    ),
  },
  {
    key: 'title',
    title: '活动',
    width: 210,
    card: 'line',
    cell: (row) => (
      <Link to={PATHS.view(row.activityId)} title={row.title}>
        {row.title}
      </Link>
    ),
  },
  {
    key: 'homeName',
    title: '所在党组织',
    width: 190,
    card: 'line',
    cell: (row) => <span title={row.homeName}>{row.homeName}</span>,
  },
  {
    key: 'hours',
    title: '时长',
    width: 130,
    card: 'side',
    cell: (row) =>
      row.hours === null ? (
        noValue
      ) : (
        <>
          {row.hours}小时 <StateTag name={row.hoursStateName} />
        </>
      ),
  },
  { key: 'phone', title: '手机号', width: 120, startsHidden: true, cell: (row) => row.phone || noValue },
];

/** `signInRecord`: who signed in at the activities of the scope, the last first; `?activityId=` at one alone. */
export default function SignRecord() {
  const navigate = useNavigate();
  const side = useOrgSide();
  const { activityId, period = '' } = readQuery(useLocation().search, ['activityId', 'period']);
  const ofOne = isId(activityId);
  return (
    <ListPage<SignupRow, ReplyOf<typeof listSigned>>
      key={activityId ?? ''}
      title="签到记录"
      path={PATHS.signed}
      endpoint={listSigned}
      columns={COLUMNS}
      search={{ name: 'keyWords', placeholder: '姓名' }}
      unit="人次"
      keep={['activityId', 'period']}
      {...(side && !ofOne ? { side } : {})}
      acts={() => ofOne && <ButtonLink to={PATHS.view(activityId)}>返回活动</ButtonLink>}
      note={(_list, answer) =>
        answer?.title || period ? (
          <p className="service-listed">
            {answer?.title ? `活动：${answer.title}` : `${periodName(period)}开始的活动`}
          </p>
        ) : null
      }
      row={{
        label: (row) => row.name,
        href: (row) => PATHS.hoursInfoOf(row.id),
        editHref: () => null,
        menu: (row) => [{ label: '详情', icon: 'eye', run: () => navigate(PATHS.hoursInfoOf(row.id)) }],
      }}
      empty={{ title: '还没有签到', text: '活动开始前一小时起，由发布活动的组织出示签到码，到场的人用手机扫码。' }}
    />
  );
}
