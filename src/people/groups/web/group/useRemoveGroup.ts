import { restoreRecycled } from '#kernel/system/contract.ts';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import { removeGroup } from '../../contract.groups.ts';

/** Deletion of a group, from its list and from its page. */
export const useRemoveGroup = (onDeleted?: () => void) =>
  useRemove({
    call: removeGroup,
    restore: restoreRecycled,
    kind: 'group',
    verb: '删除分组',
    consequence: () => '分组移入回收站，30天内可以恢复；组内人员的档案不受影响。',
    ...(onDeleted ? { onDeleted } : {}),
  });
