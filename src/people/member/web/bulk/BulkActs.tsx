import { useState } from 'react';
import { useNavigate } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { Menu, type MenuAct } from '#platform/web/dialogs/Menu.tsx';
import type { Chosen, ListContext } from '#platform/web/list/ListPage.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type Bulk, MOST_REMOVED } from '../../contract.bulk.ts';
import type { MemberRow } from '../../contract.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { RemoveMany } from './RemoveMany.tsx';

const PRINT = '/affairs/member/print';

/** 批量操作: what can be done with the chosen people at once. */
export function BulkActs({ chosen, list }: { chosen: Chosen<MemberRow>; list: ListContext<MemberRow> }) {
  const navigate = useNavigate();
  const session = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [removing, setRemoving] = useState(false);
  const [kind, setKind] = useState<Bulk['kind'] | null>(null);
  // Whose names were sought must not stand in an address: the filter and the choice travel with the history's entry.
  const print = (form: string) => {
    const { pageNum: _page, pageSize: _size, ...filter } = list.state.values;
    const people = chosen.all ? { filter } : { ids: chosen.rows.map(({ id }) => id) };
    navigate(pathWithQuery(PRINT, { form }), { state: people });
  };
  const remove = () => {
    if (chosen.count <= MOST_REMOVED) setRemoving(true);
    else emit('notice', { kind: 'warning', text: `一次最多删除${MOST_REMOVED}人，请分几次删除` });
  };
  const acts: MenuAct[] = [
    ...(may(session, 'member:bulk')
      ? ([
          { label: '修改一个字段', icon: 'edit', run: () => setKind('field') },
          { label: '调整支部', icon: 'tree', run: () => setKind('move') },
          { label: '打标签', icon: 'bookmark', run: () => setKind('label') },
        ] as const)
      : []),
    { label: '打印党员登记表', icon: 'print', run: () => print('register') },
    { label: '打印信息采集表', icon: 'print', run: () => print('collect') },
    ...(may(session, 'member:remove') && !chosen.all
      ? ([{ label: '批量删除', icon: 'trash', danger: true, run: remove }] as const)
      : []),
  ];
  return (
    <>
      <Button
        size="compact"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        批量操作
        <Icon name="down" size={14} />
      </Button>
      {anchor && <Menu anchor={anchor} label="批量操作" acts={acts} onClose={() => setAnchor(null)} />}
      {kind && <BulkDialog kind={kind} chosen={chosen} list={list} onClose={() => setKind(null)} />}
      {removing && <RemoveMany chosen={chosen} onClose={() => setRemoving(false)} />}
    </>
  );
}
