import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RowOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { endOnline, listOnline } from '../../contract.online.ts';
import { ACCOUNTS } from './accountParts.tsx';
import { Places } from './Places.tsx';

type Online = RowOf<typeof listOnline>;

const columns: readonly Column<Online>[] = [
  {
    key: 'userName',
    title: '姓名',
    width: 96,
    always: true,
    card: 'title',
    cell: (row) => <RowLink to={`${ACCOUNTS}/view/${row.id}`}>{row.userName}</RowLink>,
  },
  { key: 'loginName', title: '登录账号', width: 170, startsHidden: true, cell: (row) => row.loginName },
  { key: 'roleName', title: '当前角色', width: 120, card: 'tag', cell: (row) => row.roleName },
  { key: 'orgName', title: '当前组织', width: 220, card: 'line', cell: (row) => row.orgName },
  { key: 'lastSeen', title: '最近活动', width: 140, card: 'line', cell: (row) => dateTime(row.lastSeen) },
  { key: 'agent', title: '设备', width: 180, card: 'line', cell: (row) => row.agent },
  { key: 'place', title: '地址', width: 120, startsHidden: true, cell: (row) => row.place },
  { key: 'way', title: '登录方式', width: 100, startsHidden: true, cell: (row) => row.way },
  { key: 'devices', title: '登录处数', width: 84, align: 'right', cell: (row) => row.devices },
  { key: 'why', title: '说明', width: 240, card: 'line', cell: (row) => row.why },
];

/** `/popedom/user/online`: who is signed in at the own organisation and below, with 下线. */
export default function OnlineList() {
  const navigate = useNavigate();
  const [ending, setEnding] = useState<Online | null>(null);
  const end = useAct(endOnline, { quiet: true });
  const menu = (row: Online): MenuAct[] =>
    row.can.end
      ? [{ label: '下线', icon: 'close', run: () => setEnding(row) }]
      : [{ label: '查看账号', icon: 'eye', run: () => navigate(`${ACCOUNTS}/view/${row.id}`) }];
  return (
    <>
      <ListPage<Online>
        title="在线人员"
        path="/popedom/user/online"
        endpoint={listOnline}
        columns={columns}
        search={{ name: 'name', placeholder: '姓名' }}
        unit="人"
        side={{ label: () => '选择组织', content: (state) => <Places state={state} /> }}
        row={{
          label: (row) => row.userName,
          href: (row) => `${ACCOUNTS}/view/${row.id}`,
          editHref: () => null,
          menu,
        }}
        empty={{ title: '没有人在线', text: '这个组织和下级现在没有人登录。' }}
      />
      {ending && (
        <ReasonDialog
          title={`让${ending.userName}下线`}
          act="下线"
          label="下线原因"
          max={100}
          onDone={async (reason) => {
            await end.mutateAsync({ id: ending.id, reason });
            emit('notice', { kind: 'success', text: `${ending.userName}已下线` });
          }}
          onClose={() => setEnding(null)}
        >
          <p>
            {ending.devices > 1 ? `${ending.devices}处登录立即失效` : '登录立即失效'}
            ，继续使用须重新登录。账号不停用；不让再登录的，请到账号页面停用。
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
