import { MATTER_CATEGORIES } from '#kernel/workflow/contract.matter.ts';
import { PROCESS_STATES } from '#kernel/workflow/contract.process.ts';
import { DECISIONS, INSTANCE_STATES } from '#kernel/workflow/contract.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';

/** How the log reads what happened to processes, matters and delegations. */
export function describeWorkflow(): void {
  describeFields('process', {
    name: { label: '流程名称' },
    description: { label: '说明' },
    kind: { label: '事项类别' },
    nodes: { label: '节点' },
    sameSigner: { label: '同一人可在多个节点审批', yesNo: true },
    number: { label: '版本' },
    state: { label: '流程状态', values: PROCESS_STATES },
  });
  describeFields('instance', {
    title: { label: '标题' },
    category: { label: '事项类别', values: MATTER_CATEGORIES },
    amount: { label: '金额（分）' },
    body: { label: '事由' },
    node: { label: '节点' },
    decision: { label: '审批决定', values: DECISIONS },
    state: { label: '事项状态', values: INSTANCE_STATES },
    added: { label: '加签人' },
    passedTo: { label: '转交给' },
  });
  describeFields('delegation', { to: { label: '受托人' }, until: { label: '委托到' } });
}
