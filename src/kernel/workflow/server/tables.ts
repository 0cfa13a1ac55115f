import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const workflowTables = {
  matter: { org: 'follows' },
  workflow_copy: {},
  workflow_delegation: {},
  workflow_event: {},
  workflow_instance: { org: 'follows' },
  workflow_process: { org: 'follows' },
  workflow_task: {},
  workflow_version: {},
} satisfies Tables;
