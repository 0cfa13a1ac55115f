import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { RowOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import type { Column, Option } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';

import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { rightsToGive } from '../../contract.groups.ts';
import { ACCOUNT_STATES, listAccounts } from '../../contract.ts';
import { AccountActs, type Asked, actsOf } from './AccountActs.tsx';
import { ACCOUNTS, StateTag } from './accountParts.tsx';
import { Places } from './Places.tsx';

type Account = RowOf<typeof listAccounts>;

const columnsOf = (roles: readonly Option[]): readonly Column<Account>[] => [
  {
    key: 'userName',
    title: '姓名',
    width: 96,
    always: true,
    card: 'title',
    cell: (account) => <RowLink to={`${ACCOUNTS}/view/${account.id}`}>{account.userName}</RowLink>,
  },
  { key: 'loginName', title: '登录账号', width: 170, card: 'line', cell: (account) => account.loginName },
  {
    key: 'roleName',
    title: '角色',
    width: 150,
    card: 'tag',
    cell: (account) => account.roleName || '—',
    filter: { kind: 'choice', name: 'roleId', options: roles },
  },
  { key: 'orgName', title: '任职组织', width: 220, card: 'line', cell: (account) => account.orgName || '—' },
  { key: 'typeName', title: '用户类型', width: 100, startsHidden: true, cell: (account) => account.typeName || '—' },
  {
    key: 'state',
    title: '状态',
    width: 104,
    card: 'side',
    cell: (account) => <StateTag account={account} />,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(ACCOUNT_STATES),
    },
  },
  {
    key: 'lastLoginAt',
    title: '最近登录',
    width: 140,
    cell: (account) => dateTime(account.lastLoginAt) || (account.loginCount === 0 ? '从未登录' : '—'),
  },
  { key: 'loginCount', title: '登录次数', width: 84, align: 'right', cell: (account) => account.loginCount },
];

/** `/popedom/user/account`: the accounts of the own organisation and below, with what may be done with each. */
export default function AccountList() {
  const session = useSession();
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const give = useCall(rightsToGive, {}, { quiet: true });
  const columns = useMemo(
    () => columnsOf((give.data?.roles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))),
    [give.data],
  );
  const menu = (row: Account): MenuAct[] => [
    { label: '查看账号', icon: 'eye', run: () => navigate(`${ACCOUNTS}/view/${row.id}`) },
    ...actsOf(row, setOpenDialog),
  ];
  return (
    <>
      <ListPage<Account>
        title="用户账号"
        path={ACCOUNTS}
        endpoint={listAccounts}
        columns={columns}
        search={{ name: 'name', placeholder: '姓名、完整身份证号' }}
        unit="个"
        side={{ label: () => '选择组织', content: (state) => <Places state={state} /> }}
        acts={(list) => (
          <>
            {may(session, 'account:write') && (
              <ButtonLink icon="import" to={`${ACCOUNTS}/sheets`}>
                按表办理
              </ButtonLink>
            )}
            {may(session, 'account:write') && (
              <ButtonLink
                look="primary"
                icon="plus"
                to={pathWithQuery(`${ACCOUNTS}/edit/add`, { orgId: list.state.values.orgId })}
              >
                新增账号
              </ButtonLink>
            )}
          </>
        )}
        row={{
          label: (row) => row.userName,
          href: (row) => `${ACCOUNTS}/view/${row.id}`,
          editHref: (row) => (row.can.edit ? `${ACCOUNTS}/edit/${row.id}` : null),
          menu,
        }}
        empty={{ title: '没有账号', text: '这个组织和下级还没有可以登录的账号。' }}
      />
      {openDialog && <AccountActs asked={openDialog} onClose={() => setOpenDialog(null)} />}
    </>
  );
}
