import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Menu, type MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { useUndo } from '#platform/web/press/undo.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type OwnDetail, removeOwnReport, restoreOwnReport } from '../contract.own.ts';
import { ADD_OWN, editOwn } from '../rules.own.ts';
import { OVERVIEW } from '../rules.ts';

/** 更多 of an own report: change it, copy it, delete it. */
export function OwnActs({ found }: { found: OwnDetail }) {
  const navigate = useNavigate();
  const mayDesign = may(useSession(), 'report:design');
  const remove = useAct(removeOwnReport);
  const offerBack = useUndo(restoreOwnReport, removeOwnReport);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!mayDesign) return null;
  const { id, title, can, isShared } = found;
  const acts: MenuAct[] = [
    ...(can.edit ? [{ label: '修改', icon: 'edit' as const, run: () => navigate(editOwn(id)) }] : []),
    { label: '复制为新的', icon: 'plus', run: () => navigate(`${ADD_OWN}?from=${id}`) },
    ...(can.edit ? [{ label: '删除', icon: 'trash' as const, danger: true, run: () => setAsking(true) }] : []),
  ];
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={() => setAnchor(anchor ? null : button.current)}
      >
        更多
        <Icon name="down" size={14} />
      </Button>
      {anchor && <Menu anchor={anchor} label={`${title}的操作`} acts={acts} onClose={() => setAnchor(null)} />}
      {asking && (
        <ConfirmDialog
          title={`删除${title}`}
          icon="trash"
          act="删除"
          onConfirm={async () => {
            await remove.mutateAsync({ id });
            navigate(OVERVIEW, { replace: true });
            offerBack(`已删除${title}`, { id });
          }}
          onClose={() => setAsking(false)}
        >
          {isShared ? '下级组织也不能再用它。' : '只删除报表的设计，人员信息不受影响。'}
        </ConfirmDialog>
      )}
    </>
  );
}
