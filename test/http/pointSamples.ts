import type { SampleIds } from './samples.ts';

/** The set, the entry by hand and the appeal that the own rows give to an organisation. */
export const pointOf = (orgId: string) => String(750_000 + Number(orgId));

const at = ({ orgId }: SampleIds) => ({ id: pointOf(orgId), version: 1 });

/** Good inputs for the calls of 积分. */
export const pointSamples: Record<string, (ids: SampleIds) => Record<string, unknown>> = {
  'GET /api/dykh/points/sheet': ({ orgId }) => ({ orgId, period: '2026' }),
  'POST /api/dykh/points/sheet/print': ({ orgId }) => ({ orgId, period: '2026' }),
  'POST /api/dykh/points/sheet/export': ({ orgId }) => ({ orgId, period: '2026' }),
  'GET /api/dykh/points/set/try': ({ orgId }) => ({ id: pointOf(orgId), year: 2026 }),
  'GET /api/dykh/points/person': ({ memberId }) => ({ memberId, year: 2026 }),
  'POST /api/dykh/points/hand': ({ memberId }) => ({ memberId, code: '试', day: '2026-01-02', reason: '试' }),
  'POST /api/dykh/points/hand/decide': (ids) => ({ ...at(ids), agree: true }),
  'POST /api/dykh/points/hand/withdraw': (ids) => ({ ...at(ids), reason: '试' }),
  'POST /api/dykh/points/appeal': () => ({ code: '试', day: '2026-01-02', points: 100, text: '试' }),
  'POST /api/dykh/points/appeal/withdraw': at,
  'POST /api/dykh/points/appeal/mend': (ids) => ({ ...at(ids), text: '试' }),
  'POST /api/dykh/points/appeal/again': ({ orgId }) => ({ id: pointOf(orgId), text: '试' }),
  'POST /api/dykh/points/appeal/decide': (ids) => ({ ...at(ids), agree: true }),
  'GET /api/dykh/points/set/{id}': ({ orgId }) => ({ id: pointOf(orgId) }),
  'POST /api/dykh/points/set': () => ({
    name: '试',
    fromOn: '2026-01-01',
    items: [{ dimension: '组织生活', name: '试', value: 100 }],
  }),
  'POST /api/dykh/points/set/publish': at,
  'DELETE /api/dykh/points/set': at,
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
