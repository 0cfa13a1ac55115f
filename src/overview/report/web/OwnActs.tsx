import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { type MenuAct, MoreActs } from '#platform/web/dialogs/Menu.tsx';
import { useUndo } from '#platform/web/press/undo.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { type OwnDetail, removeOwnReport, restoreOwnReport } from '../contract.own.ts';
import { ADD_OWN, editOwn } from '../rules.own.ts';
import { OVERVIEW } from '../rules.ts';

/** 更多 of an own report: change it, copy it, delete it. */
export function OwnActs({ found }: { found: OwnDetail }) {
  const navigate = useNavigate();
  const mayDesign = may(useSession(), 'report:design');
  const remove = useAct(removeOwnReport);
  const offerBack = useUndo(restoreOwnReport, removeOwnReport);
  const [asking, setAsking] = useState(false);
  if (!mayDesign) return null;
  const { id, title, can, isShared } = found;
  const acts: MenuAct[] = [
    ...(can.edit ? [{ label: '修改', icon: 'edit' as const, run: () => navigate(editOwn(id)) }] : []),
    { label: '复制为新的', icon: 'plus', run: () => navigate(`${ADD_OWN}?from=${id}`) },
    ...(can.edit ? [{ label: '删除', icon: 'trash' as const, danger: true, run: () => setAsking(true) }] : []),
  ];
  return (
    <>
      <MoreActs label={title} acts={acts} />
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
