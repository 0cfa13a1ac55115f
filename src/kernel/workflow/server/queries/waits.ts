import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const workflowStates: StateWords = {
  'workflow_process.state': restingStates('a design', 'draft', 'published', 'retired'),
  'workflow_instance.state': {
    running: 'its open tasks wait',
    returned: waitingState('workflowReturn'),
    ...restingStates('over', 'approved', 'rejected', 'withdrawn'),
  },
  'workflow_task.state': {
    open: waitingState('workflow', {
      when: sql`exists (select from workflow_instance i where i.id = x.instance_id and i.state = 'running')`,
    }),
    waiting: 'its turn comes',
    ...restingStates('decided, or nobody is asked any more', 'agreed', 'rejected', 'returned', 'passed', 'closed'),
  },
};
