import { useState } from 'react';
import { useNavigate } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { may, useSession } from '#platform/web/session/session.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { listGroups, removeGroup, type VolunteerGroup } from '../contract.groups.ts';
import { GroupDialog } from './GroupDialog.tsx';
import { PATHS } from './paths.ts';
import './volunteer.css';

const COLUMNS: readonly Column<VolunteerGroup>[] = [
  {
    key: 'groupName',
    title: '分组名称',
    width: 200,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.groupOf(row.id)} title={row.groupName}>
        {row.groupName}
      </RowLink>
    ),
  },
  {
    key: 'members',
    title: '人数',
    width: 80,
    align: 'right',
    card: 'side',
    cell: (row) => `${row.members + row.others}人`,
  },
  { key: 'leaderName', title: '组长', width: 100, card: 'line', cell: (row) => row.leaderName || noValue },
  {
    key: 'orgName',
    title: '所属组织',
    width: 220,
    card: 'line',
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
  {
    key: 'description',
    title: '说明',
    width: 260,
    notLarge: true,
    cell: (row) => (row.description ? <span title={row.description}>{row.description}</span> : noValue),
  },
  { key: 'updateName', title: '修改人', width: 140, startsHidden: true, cell: (row) => row.updateName },
  { key: 'updateDate', title: '最近修改', width: 140, startsHidden: true, cell: (row) => dateTime(row.updateDate) },
];

/** `/service/newGrouping`: the groups of volunteers, and making one. */
export default function GroupList() {
  const navigate = useNavigate();
  const session = useSession();
  const side = useOrgSide();
  const [edited, setEdited] = useState<VolunteerGroup | 'new' | null>(null);
  const remove = useRemove({
    call: removeGroup,
    restore: restoreRecycled,
    kind: 'group',
    verb: '删除分组',
    consequence: () => '分组移入回收站，30天内可以恢复；组内人员的报到和时长不受影响。',
  });
  return (
    <>
      <ListPage<VolunteerGroup>
        title="志愿者分组"
        path={PATHS.groups}
        endpoint={listGroups}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '分组名称' }}
        unit="个"
        {...(side ? { side } : {})}
        acts={() => (
          <>
            {may(session, 'volunteer:write') && (
              <Button look="primary" icon="plus" aria-haspopup="dialog" onClick={() => setEdited('new')}>
                新建分组
              </Button>
            )}
          </>
        )}
        row={{
          label: (row) => row.groupName,
          href: (row) => PATHS.groupOf(row.id),
          editHref: () => null,
          menu: (row) => [
            { label: '人员', icon: 'members', run: () => navigate(PATHS.groupOf(row.id)) },
            ...(row.can.edit
              ? [{ label: '改名称和说明', icon: 'edit', run: () => setEdited(row) } satisfies MenuAct]
              : []),
            ...(row.can.remove
              ? [
                  {
                    label: '删除',
                    icon: 'trash',
                    run: () => remove.ask({ id: row.id, name: row.groupName }),
                  } satisfies MenuAct,
                ]
              : []),
          ],
        }}
        empty={{
          title: '还没有志愿者分组',
          text: '把常在一起服务的志愿者放在一个组里，登记报名、发通知时可以一次选出。',
        }}
      />
      {remove.dialog}
      {edited && (
        <GroupDialog
          group={edited === 'new' ? null : edited}
          onSaved={(id) => {
            if (edited === 'new') navigate(PATHS.groupOf(id));
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
