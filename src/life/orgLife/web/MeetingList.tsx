import { Link, useNavigate } from 'react-router';
import { OrgListPage } from '#people/org/web/pickers.nouns.tsx';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { may, useSession } from '#platform/web/session/session.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listMeetings, type MeetingRow } from '../contract.ts';
import { MEETING_TYPES, STATES } from '../rules.ts';
import { ExportMeetings } from './exports.tsx';
import { MeetingTags } from './parts.tsx';
import { PATHS } from './paths.ts';

const VIEWS = [
  { value: '', label: '全部会议' },
  { value: 'running', label: '今天' },
  { value: 'toSubmit', label: '待提交' },
  { value: 'returned', label: '已退回' },
  { value: 'toReview', label: '待审阅' },
  { value: 'archived', label: '已归档' },
  { value: 'late', label: '补录' },
  { value: 'cancelled', label: '已取消' },
];
const KEPT = ['tab'];

const COLUMNS: readonly Column<MeetingRow>[] = [
  {
    key: 'title',
    title: '会议',
    width: 220,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={row.href} title={row.title}>
        {row.title}
      </RowLink>
    ),
  },
  {
    key: 'type',
    title: '类型',
    width: 150,
    card: 'line',
    cell: (row) => (row.alsoText ? `${row.typeName}（${row.alsoText}）` : row.typeName),
    filter: { kind: 'choice', name: 'type', options: optionsOf(MEETING_TYPES) },
  },
  {
    key: 'state',
    title: '状态',
    width: 130,
    card: 'tag',
    cell: (row) => <MeetingTags row={row} />,
    filter: { kind: 'choice', name: 'state', options: optionsOf(STATES) },
  },
  {
    key: 'startsAt',
    title: '时间',
    width: 150,
    card: 'line',
    cell: (row) => toLocal(row.startsAt),
    filter: { kind: 'days', from: 'from', to: 'to' },
  },
  { key: 'orgName', title: '组织', width: 180, card: 'line', cell: (row) => row.orgName },
  {
    key: 'present',
    title: '实到/应到',
    width: 96,
    align: 'right',
    card: 'side',
    cell: (row) => (row.due === null ? noValue : `${row.present ?? 0}/${row.due}`),
  },
  { key: 'host', title: '主持人', width: 90, notLarge: true, cell: (row) => row.host || noValue },
  { key: 'place', title: '地点', width: 160, notLarge: true, cell: (row) => row.place || noValue },
];

/** 会议记录: all meetings of the scope, with what waits in views. */
export function MeetingList() {
  const navigate = useNavigate();
  const session = useSession();
  const mayAdd = may(session, 'event:write');
  const menu = (row: MeetingRow): MenuAct[] => [
    { label: '查看', icon: 'eye', run: () => navigate(row.href) },
    ...(row.can.run
      ? [{ label: '会议现场', icon: 'scan', run: () => navigate(PATHS.run(row.id)) } satisfies MenuAct]
      : []),
    ...(row.can.edit
      ? [{ label: '编辑', icon: 'edit', run: () => navigate(PATHS.edit(row.id, row.orgId)) } satisfies MenuAct]
      : []),
    ...(mayAdd && row.orgId === session.user.workOrgId
      ? [
          {
            label: '复制为新会议',
            icon: 'document',
            run: () => navigate(PATHS.add(row.orgId, { type: row.type, from: row.id })),
          } satisfies MenuAct,
        ]
      : []),
  ];
  return (
    <OrgListPage<MeetingRow>
      title="会议记录"
      path={PATHS.list}
      endpoint={listMeetings}
      columns={COLUMNS}
      keep={KEPT}
      search={{ name: 'keyWords', placeholder: '会议名称' }}
      unit="次"
      views={{ list: VIEWS, counts: (answer) => (answer as unknown as { counts: Record<string, number> }).counts }}
      acts={({ state }) => (
        <>
          <ExportMeetings values={state.values} />
          {mayAdd && (
            <ButtonLink look="primary" icon="plus" to={PATHS.add(session.user.workOrgId)}>
              登记会议
            </ButtonLink>
          )}
        </>
      )}
      row={{
        label: (row) => row.title,
        href: (row) => row.href,
        editHref: (row) => (row.can.edit ? PATHS.edit(row.id, row.orgId) : null),
        menu,
      }}
      empty={{
        title: '这里还没有会议',
        text: '在“概览”里看接下来该开什么，从那里登记，类型和期间会自动填好。',
        act: <Link to={PATHS.list}>看接下来该开的</Link>,
      }}
    />
  );
}
