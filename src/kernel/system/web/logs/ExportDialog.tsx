import { useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Values } from '#platform/web/list/useListState.ts';
import { exportLogs } from '../../contract.ts';

/** Hands the list's filter to an export. */
export function ExportDialog({
  kind,
  filter,
  total,
  onClose,
}: {
  kind: 'acts' | 'logins';
  filter: Values;
  total: number;
  onClose: () => void;
}) {
  const start = useAct(exportLogs, { quiet: true });
  const { pageNum: _page, pageSize: _size, ...asked } = filter;
  const name = kind === 'logins' ? '登录日志' : '操作日志';
  // Lists count to a thousand; the export takes all.
  const many = total >= 1000 ? '1000条以上' : `${total}条`;
  return (
    <StartDialog
      title={`导出${name} ${many}`}
      example="季度安全检查"
      onStart={({ purpose = '' }) => start.mutateAsync({ ...asked, kind, purpose })}
      onClose={onClose}
    >
      按当前筛选条件在后台导出，文件带您的姓名、时间和用途的水印。
    </StartDialog>
  );
}
