import { flowOf } from '#procedures/floating/test/samples.ts';
import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/dyyd/get/{id}': ({ orgId }) => ({ id: flowOf(orgId) }),
  'POST /api/dyyd/export': ({ orgId }) => ({ orgId, purpose: '试' }),
  'POST /api/dyyd/add': ({ memberId }) => ({
    memberId,
    kind: 'other',
    effectiveOn: '2020-01-01',
    reason: '试',
    files: ['0'.repeat(32)],
  }),
  'POST /api/dyyd/restore': ({ orgId }) => ({
    id: flowOf(orgId),
    orgId,
    effectiveOn: '2020-02-01',
    reason: '试',
    files: ['0'.repeat(32)],
  }),
  'POST /api/dyyd/decide': ({ orgId }) => ({ id: flowOf(orgId), version: 1, agree: false, opinion: '试' }),
  'POST /api/dyyd/withdraw': ({ orgId }) => ({ id: flowOf(orgId), version: 1 }),
  'POST /api/dyyd/undo': ({ orgId }) => ({ id: flowOf(orgId), version: 1, reason: '试' }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  variation: flowOf,
};
