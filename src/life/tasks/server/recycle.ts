import { binOfDrafts, type RecycleKind } from '#platform/server/bin/recycle.ts';
import { TASK_FILES } from './service/common.ts';

/** Deleted drafts of tasks, of the own organisation alone as they were; what was published is voided, not deleted. */
export const recycledTasks: RecycleKind = {
  kind: 'officeTask',
  label: '任务草稿',
  right: 'task:give',
  ...binOfDrafts('office_task', TASK_FILES, { onlyOwn: true }),
};
