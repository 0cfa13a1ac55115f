import { useLocation, useNavigate } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { removeActivity } from '../contract.acts.ts';
import { type ActivityRow, listActivities, VIEWS } from '../contract.ts';
import { KINDS, periodName } from '../rules.ts';
import { PhaseTag, usePosts } from './parts.tsx';
import { PATHS } from './paths.ts';

type Answer = ReplyOf<typeof listActivities>;
const TABS = [{ value: '', label: '全部' }, ...optionsOf(VIEWS)];

/** `/service/volunteer`: the activities of the scope, the nearest first. */
export default function ActivityList() {
  const navigate = useNavigate();
  const session = useSession();
  const side = useOrgSide();
  const { period } = readQuery(useLocation().search, ['period']);
  const posts = usePosts();
  const remove = useRemove({
    call: removeActivity,
    restore: restoreRecycled,
    kind: 'serviceActivity',
    consequence: (name) => `“${name}”移到回收站，可以恢复。`,
  });
  const columns: readonly Column<ActivityRow>[] = [
    {
      key: 'title',
      title: '活动',
      width: 220,
      always: true,
      card: 'title',
      cell: (row) => (
        <RowLink to={PATHS.view(row.id)} title={row.title}>
          {row.title}
        </RowLink>
      ),
    },
    { key: 'phase', title: '状态', width: 90, card: 'tag', cell: (row) => <PhaseTag phase={row.phase} /> },
    { key: 'startsAt', title: '时间', width: 140, card: 'line', cell: (row) => row.startsAt },
    {
      key: 'taken',
      title: '报名',
      width: 90,
      align: 'right',
      card: 'side',
      cell: (row) => (
        <span className="service-quota">
          {row.taken}/{row.quota}
          {row.queued > 0 && <span className="muted"> 候补{row.queued}</span>}
        </span>
      ),
    },
    {
      key: 'asked',
      title: '待审',
      width: 60,
      align: 'right',
      cell: (row) => (row.asked > 0 ? <b>{row.asked}</b> : noValue),
    },
    { key: 'came', title: '到场', width: 60, align: 'right', cell: (row) => (row.came > 0 ? row.came : noValue) },
    {
      key: 'orgName',
      title: '发布组织',
      width: 170,
      card: 'line',
      cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
    },
    {
      key: 'kind',
      title: '类型',
      width: 110,
      startsHidden: true,
      cell: (row) => row.kindName,
      filter: { kind: 'choice', name: 'kind', options: optionsOf(KINDS) },
    },
    {
      key: 'post',
      title: '服务岗位',
      width: 110,
      startsHidden: true,
      cell: (row) => row.postName,
      filter: { kind: 'choice', name: 'post', options: posts },
    },
    {
      key: 'place',
      title: '地点',
      width: 160,
      startsHidden: true,
      cell: (row) => <span title={row.place}>{row.place}</span>,
    },
    { key: 'hours', title: '时长', width: 80, align: 'right', startsHidden: true, cell: (row) => `${row.hours}小时` },
    {
      key: 'hoursState',
      title: '时长审核',
      width: 90,
      startsHidden: true,
      cell: (row) => (row.hoursStateName === '未报' ? noValue : row.hoursStateName),
    },
  ];
  const menu = (row: ActivityRow): MenuAct[] => [
    { label: '详情', icon: 'eye', run: () => navigate(PATHS.view(row.id)) },
    ...(row.can.audit
      ? [{ label: '审核报名', icon: 'check', run: () => navigate(PATHS.signupsOf(row.id)) } satisfies MenuAct]
      : []),
    ...(row.can.edit
      ? [{ label: '编辑', icon: 'edit', run: () => navigate(PATHS.edit(row.id)) } satisfies MenuAct]
      : []),
    ...(row.can.remove
      ? [
          {
            label: '删除',
            icon: 'trash',
            run: () => remove.ask({ id: row.id, name: row.title }),
          } satisfies MenuAct,
        ]
      : []),
  ];
  return (
    <>
      <ListPage<ActivityRow, Answer>
        title="志愿服务"
        path={PATHS.list}
        endpoint={listActivities}
        columns={columns}
        search={{ name: 'keyWords', placeholder: '活动名称' }}
        unit="个"
        keep={['period']}
        note={() =>
          period ? <p className="service-listed">{periodName(period)}开始的活动，已发布和已结束的</p> : null
        }
        views={{ list: TABS, counts: ({ counts }) => counts }}
        {...(side ? { side } : {})}
        acts={() => (
          <>
            {may(session, 'volunteer:write') && (
              <ButtonLink look="primary" icon="plus" to={PATHS.add}>
                发布活动
              </ButtonLink>
            )}
          </>
        )}
        row={{
          label: (row) => row.title,
          href: (row) => PATHS.view(row.id),
          editHref: (row) => (row.can.edit ? PATHS.edit(row.id) : null),
          menu,
        }}
        empty={(_answer, state) =>
          state.values.view
            ? { title: '这里还没有活动', text: '别的视图里可能有。' }
            : {
                title: '还没有志愿活动',
                text: '发布活动后，报到党员和本组织党员可以报名、扫码签到，时长审核后记入本人。',
              }
        }
      />
      {remove.dialog}
    </>
  );
}
