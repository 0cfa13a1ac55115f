import { useState } from 'react';
import { restoreRecycled } from '#kernel/system/contract.ts';
import type { RowOf } from '#platform/contract.ts';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listTypes, removeType } from '../../contract.groups.ts';
import { RightNames } from '../account/Effect.tsx';
import { TypeDialog } from './TypeDialog.tsx';

type Row = RowOf<typeof listTypes>;

const columns: readonly Column<Row>[] = [
  { key: 'code', title: '编码', width: 110, card: 'line', cell: (row) => row.code },
  { key: 'name', title: '名称', width: 140, card: 'title', cell: (row) => row.name },
  { key: 'roleName', title: '基本角色', width: 130, card: 'tag', cell: (row) => row.roleName },
  {
    key: 'rights',
    title: '默认另加权限',
    width: 320,
    cell: (row) => (row.rights.length === 0 ? <span className="muted">无</span> : <RightNames names={row.rights} />),
  },
  { key: 'accounts', title: '账号数', width: 80, align: 'right', card: 'side', cell: (row) => `${row.accounts}个` },
  { key: 'description', title: '说明', width: 220, cell: (row) => row.description || '—' },
];

const SEARCH = { name: 'name', placeholder: '名称' };

/** `/popedom/user/type`: kinds of users, whose role and rights are offered when an account is made. */
export default function TypeList() {
  const session = useSession();
  const removal = useRemove({
    call: removeType,
    restore: restoreRecycled,
    kind: 'userType',
    consequence: (name) => `用户类型“${name}”移入回收站，新增账号时不再可选；已有账号的权限不变。`,
  });
  const [editing, setEditing] = useState<Row | 'new' | null>(null);
  return (
    <div className="list-page">
      <PageHead>
        {may(session, 'userType:write') && (
          <Button look="primary" icon="plus" onClick={() => setEditing('new')}>
            新增类型
          </Button>
        )}
      </PageHead>
      <PlainList<Row>
        caption="用户类型"
        endpoint={listTypes}
        columns={columns}
        search={SEARCH}
        unit="个"
        acts={(row) => (
          <span className="row-acts">
            {row.can.edit && (
              <Button look="row" onClick={() => setEditing(row)}>
                编辑
              </Button>
            )}
            {row.can.remove && (
              <Button look="row" onClick={() => removal.ask(row)}>
                删除
              </Button>
            )}
            {!row.can.edit && !row.can.remove && <span className="muted">—</span>}
          </span>
        )}
        empty={{ title: '没有用户类型', text: '按岗位建立类型，新增账号时一次带出角色和权限。' }}
      />
      {editing && <TypeDialog type={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {removal.dialog}
    </div>
  );
}
