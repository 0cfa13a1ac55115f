import { at, pointOf } from '#assessment/points/test/samples.ts';
import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/score/assess/month': ({ memberId }) => ({ memberId, year: 2026, month: 1 }),
  'POST /api/score/assess/month': ({ memberId, orgId }) => ({
    memberId,
    year: 2026,
    month: 1,
    version: 0,
    cells: [{ itemId: pointOf(orgId), score: 0 }],
  }),
  'POST /api/score/assess/month/decide': ({ orgId }) => ({ ids: [pointOf(orgId)], agree: true }),
  'GET /api/score/assess/grid': ({ memberId }) => ({ ids: [memberId], year: 2026, month: 1 }),
  'POST /api/score/assess/grid': ({ memberId, orgId }) => ({
    year: 2026,
    month: 1,
    people: [{ memberId, version: 0, cells: [{ itemId: pointOf(orgId), score: 0 }] }],
  }),
  'GET /api/score/assess/exemption/items': ({ memberId }) => ({ memberId }),
  'POST /api/score/assess/exemption': ({ memberId }) => ({
    memberId,
    fromOn: `${new Date().getFullYear()}-01-01`,
    toOn: `${new Date().getFullYear()}-12-31`,
    reason: '试',
    files: ['0'.repeat(32)],
  }),
  'POST /api/score/assess/exemption/decide': (ids) => ({ ...at(ids), agree: true }),
  'POST /api/score/assess/exemption/end': (ids) => ({ ...at(ids), reason: '试' }),
  'POST /api/score/assess/statistics/export': ({ orgId }) => ({ orgId, year: 2026 }),
  'GET /api/score/assess/changes': ({ memberId }) => ({ memberId, year: 2026, month: 1 }),
  'GET /api/score/assess/rewardPunish': ({ memberId }) => ({ memberId, year: 2026 }),
  'POST /api/score/assess/result': () => ({ year: 2026 }),
  'POST /api/score/assess/result/show': at,
  'POST /api/score/assess/result/settle': at,
  'POST /api/score/assess/result/seen': ({ orgId }) => ({ id: pointOf(orgId) }),
  'GET /api/score/assess/plan/{id}': ({ orgId }) => ({ id: pointOf(orgId) }),
  'POST /api/score/assess/plan': () => ({
    year: new Date().getFullYear(),
    name: '试',
    items: [{ kind: 1, name: '试', most: 10_000, submit: 2, inspection: 5 }],
  }),
  'POST /api/score/assess/plan/publish': at,
  'POST /api/score/assess/plan/archive': at,
  'DELETE /api/score/assess/plan': at,
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  assessPlan: pointOf,
  assessMonth: pointOf,
  assessResult: pointOf,
  assessExemption: pointOf,
};

/** What workers alone see, wherever they stand. */
export const ofWorkers = ['assessPlan'] as const;

/** Whose drafts are of the organisation that makes them alone. */
export const ofItsMaker = ['assessPlan'] as const;
