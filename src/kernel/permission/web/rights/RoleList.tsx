import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listRoles, ROLE_BASES, type Role } from '../../contract.roles.ts';
import { RoleDialog } from './RoleDialog.tsx';
import { RightTabs } from './rightParts.tsx';
import { SeparationDialog } from './SeparationDialog.tsx';

const PATH = '/affairs/member/userRole';

/** The list's keys are texts; a role's id is a number on the wire and reads the same in an address. */
type Row = Omit<Role, 'id'> & { id: string };

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: '角色',
    width: 150,
    card: 'title',
    cell: (role) => <Link to={`${PATH}/${role.id}`}>{role.name}</Link>,
  },
  { key: 'base', title: '管理范围', width: 120, card: 'tag', cell: (role) => ROLE_BASES[role.base] },
  { key: 'description', title: '说明', width: 260, cell: (role) => role.description || '—' },
  {
    key: 'rights',
    title: '权限',
    width: 84,
    align: 'right',
    card: 'line',
    cell: (role) => (Number(role.id) === 1 ? '全部' : `${role.rights}项`),
  },
  {
    key: 'accounts',
    title: '使用人数',
    width: 84,
    align: 'right',
    card: 'side',
    cell: (role) => `${role.accounts.toLocaleString('en-US')}人`,
  },
  {
    key: 'enabled',
    title: '状态',
    width: 90,
    cell: (role) =>
      role.enabled ? (
        <span className="tag ok">
          <Icon name="check" />
          启用
        </span>
      ) : (
        <span className="tag">未启用</span>
      ),
  },
  {
    key: 'updatedAt',
    title: '最近修改',
    width: 190,
    cell: (role) => (role.updatedBy ? `${dateTime(role.updatedAt)}　${role.updatedBy}` : '系统预置'),
  },
];

/** `/affairs/member/userRole`: the roles of the deployment, what each reaches and how many people hold it. */
export default function RoleList() {
  const session = useSession();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const [separating, setSeparating] = useState(false);
  return (
    <div className="list-page">
      <PageHead>
        {may(session, 'admin:separate') && (
          <Button icon="shield" onClick={() => setSeparating(true)}>
            三员分立
          </Button>
        )}
        {may(session, 'role:write') && (
          <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
            新增角色
          </Button>
        )}
      </PageHead>
      <RightTabs />
      <PlainList<Row>
        caption="角色"
        endpoint={listRoles}
        columns={columns}
        unit="个"
        acts={(role) =>
          role.can.edit ? (
            <ButtonLink look="row" to={`${PATH}/settingRolePopedom/${role.id}`}>
              设置权限
            </ButtonLink>
          ) : (
            <ButtonLink look="row" to={`${PATH}/${role.id}`}>
              查看权限
            </ButtonLink>
          )
        }
        empty={{ title: '没有角色', text: '还没有任何角色。' }}
      />
      {adding && (
        <RoleDialog onDone={(id) => navigate(`${PATH}/settingRolePopedom/${id}`)} onClose={() => setAdding(false)} />
      )}
      {separating && <SeparationDialog onClose={() => setSeparating(false)} />}
    </div>
  );
}
