import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { RowOf } from '#platform/contract.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listAccounts } from '../../contract.ts';
import { ExportRightsDialog } from './ExportRightsDialog.tsx';
import { RightTabs } from './rightParts.tsx';

type Account = RowOf<typeof listAccounts>;

const SEARCH = { name: 'name', placeholder: '姓名或完整身份证号' };

const columnsAt = (base: string): readonly Column<Account>[] => [
  {
    key: 'userName',
    title: '姓名',
    width: 110,
    card: 'title',
    cell: (account) => <Link to={`${base}/${account.id}`}>{account.userName}</Link>,
  },
  { key: 'loginName', title: '登录账号', width: 180, card: 'line', cell: (account) => account.loginName },
  { key: 'roleName', title: '角色', width: 180, card: 'tag', cell: (account) => account.roleName || '—' },
  { key: 'orgName', title: '任职组织', width: 300, card: 'line', cell: (account) => account.orgName || '—' },
];
const COLUMNS = { edit: columnsAt('/popedom/manage'), view: columnsAt('/popedom/view/manage') };

/** `/popedom/manage` and `/popedom/view/manage`: the people of the scope, each with the way to what they may do. */
export default function PeopleList() {
  const session = useSession();
  const view = useLocation().pathname.startsWith('/popedom/view');
  const [exporting, setExporting] = useState(false);
  const edit = !view && may(session, 'right:write');
  return (
    <div className="list-page">
      <PageHead>
        {may(session, 'right:export') && (
          <Button icon="export" onClick={() => setExporting(true)}>
            导出权限一览
          </Button>
        )}
      </PageHead>
      <RightTabs />
      <PlainList<Account>
        caption="人员权限"
        endpoint={listAccounts}
        columns={view ? COLUMNS.view : COLUMNS.edit}
        search={SEARCH}
        unit="人"
        acts={(account) => (
          <ButtonLink look="row" to={`${view ? '/popedom/view/manage' : '/popedom/manage'}/${account.id}`}>
            {edit ? '设置权限' : '查看权限'}
          </ButtonLink>
        )}
        empty={{ title: '没有账号', text: '管理范围内还没有可以登录的账号。' }}
      />
      {exporting && <ExportRightsDialog onClose={() => setExporting(false)} />}
    </div>
  );
}
