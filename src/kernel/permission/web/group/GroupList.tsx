import { useState } from 'react';
import { Link } from 'react-router';
import type { RowOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listGroups, removeGroup } from '../../contract.groups.ts';
import { RightNames } from '../account/Effect.tsx';
import { groupPath } from './groupParts.ts';

type Row = RowOf<typeof listGroups>;

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: '名称',
    width: 160,
    card: 'title',
    cell: (row) => <Link to={pathWithQuery(groupPath, { id: row.id })}>{row.name}</Link>,
  },
  { key: 'orgName', title: '所属组织', width: 200, card: 'line', cell: (row) => row.orgName },
  { key: 'members', title: '成员', width: 72, align: 'right', card: 'side', cell: (row) => `${row.members}人` },
  { key: 'rights', title: '组内权限', width: 340, card: 'line', cell: (row) => <RightNames names={row.rights} /> },
  {
    key: 'updatedAt',
    title: '最近修改',
    width: 200,
    cell: (row) => `${row.updatedBy} ${dateTime(row.updatedAt)}`,
  },
];

const SEARCH = { name: 'name', placeholder: '名称' };

/** `/popedom/user/group`: sets of accounts that are given rights together. */
export default function GroupList() {
  const session = useSession();
  const remove = useAct(removeGroup, { quiet: true });
  const [removing, setRemoving] = useState<Row | null>(null);
  return (
    <div className="list-page">
      <PageHead>
        {may(session, 'userGroup:write') && (
          <ButtonLink look="primary" icon="plus" to={groupPath}>
            新增用户组
          </ButtonLink>
        )}
      </PageHead>
      <PlainList<Row>
        caption="用户组"
        endpoint={listGroups}
        columns={columns}
        search={SEARCH}
        unit="个"
        acts={(row) => (
          <span className="row-acts">
            <ButtonLink look="row" to={pathWithQuery(groupPath, { id: row.id })}>
              {row.can.edit ? '编辑' : '查看'}
            </ButtonLink>
            {row.can.remove && (
              <Button look="row" onClick={() => setRemoving(row)}>
                删除
              </Button>
            )}
          </span>
        )}
        empty={{ title: '没有用户组', text: '把需要同样权限的人放在一个组里，一次授予、一次收回。' }}
      />
      {removing && (
        <DeleteDialog
          verb="删除"
          name={removing.name}
          consequence={`${removing.members}名成员立即失去组内的${removing.rights.length}项权限，已登录的下一次操作即生效。`}
          onDelete={async ({ deleteReason }) => {
            await remove.mutateAsync({ id: removing.id, deleteReason });
            emit('notice', { kind: 'success', text: '删除成功' });
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  );
}
