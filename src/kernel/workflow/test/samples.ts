import type { Samples } from '../../../../test/http/sampleIds.ts';

/** A matter as a worker raises it. */
const MATTER = { title: '试', category: 'activity', text: '试行一件事项' };

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/workflow/process/get/{id}': () => ({ id: '1' }),
  'POST /api/workflow/process': ({ orgId }) => ({ kind: 'matter', name: '试行流程', orgId }),
  'PUT /api/workflow/process': () => ({ id: '1', version: 1, name: '试改' }),
  'POST /api/workflow/process/publish': () => ({ id: '1', version: 1 }),
  'POST /api/workflow/process/retire': () => ({ id: '1', reason: '试' }),
  'POST /api/workflow/process/try': ({ accountId }) => ({
    kind: 'matter',
    definition: { steps: [], sameSigner: false },
    accountId: accountId ?? '1',
    facts: {},
  }),
  'GET /api/workflow/get/{id}': () => ({ id: '1' }),
  'POST /api/workflow/decide': () => ({ taskId: '1', decision: 'agree' }),
  'POST /api/workflow/addSign': ({ accountId }) => ({ taskId: '1', accountId: accountId ?? '1' }),
  'POST /api/workflow/recallSign': () => ({ taskId: '1' }),
  'POST /api/workflow/handOver': ({ accountId }) => ({ taskId: '1', accountId: accountId ?? '1', note: '试' }),
  'POST /api/workflow/withdraw': () => ({ id: '1', reason: '试' }),
  'POST /api/workflow/urge': () => ({ id: '1' }),
  'POST /api/workflow/matter/preview': () => ({ processId: '1', category: 'activity' }),
  'POST /api/workflow/matter': () => ({ ...MATTER, processId: '1' }),
  'GET /api/workflow/matter/get/{id}': () => ({ id: '1' }),
  'PUT /api/workflow/matter': () => ({ ...MATTER, id: '1', version: 1 }),
  'POST /api/workflow/delegation': ({ accountId }) => ({
    accountId: accountId ?? '1',
    until: '2100-01-01',
    reason: '试',
  }),
  'DELETE /api/workflow/delegation': () => ({ id: '1' }),
};
