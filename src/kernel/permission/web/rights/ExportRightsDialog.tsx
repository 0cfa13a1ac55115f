import { useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { exportRights } from '../../contract.rights.ts';

/** 导出权限一览: who may do what where and since when, as a job; of one right at one organisation where they are given. */
export function ExportRightsDialog({
  orgId,
  right,
  onClose,
}: {
  orgId?: string;
  right?: { key: string; name: string };
  onClose: () => void;
}) {
  const start = useAct(exportRights, { quiet: true });
  return (
    <StartDialog
      title="导出权限一览"
      example="季度权限核对"
      onStart={({ purpose = '' }) => start.mutateAsync({ orgId, keys: right ? [right.key] : [], purpose })}
      onClose={onClose}
    >
      在后台导出{right ? `可以“${right.name}”的人员` : '管理范围内每个人在哪里可以做什么'}
      、来源和起始时间。登录账号保持遮蔽，文件带您的姓名、时间和用途的水印。
    </StartDialog>
  );
}
