import type { Placed, SampleIds, Samples } from '../../../../test/http/sampleIds.ts';

/** The set, the entry by hand and the appeal that the own rows give to an organisation. */
export const pointOf = (orgId: string) => String(750_000 + Number(orgId));

export const at = ({ orgId }: SampleIds) => ({ id: pointOf(orgId), version: 1 });

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
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
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  pointSet: pointOf,
  pointHand: pointOf,
  pointAppeal: pointOf,
};

/** What workers alone see, wherever they stand. */
export const ofWorkers = ['pointSet'] as const;

/** Whose drafts are of the organisation that makes them alone. */
export const ofItsMaker = ['pointSet'] as const;
