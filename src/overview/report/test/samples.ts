import type { Placed, SampleIds, Samples } from '../../../../test/http/sampleIds.ts';

/** The own report that the rows of this room give to an organisation. */
export const reportIdOf = (orgId: string) => String(910_000 + Number(orgId));
/** And the subscription. */
export const subscriptionIdOf = (orgId: string) => String(920_000 + Number(orgId));
/** The year that it gathers, and what was frozen of it. */
export const roundIdOf = (orgId: string) => String(930_000 + Number(orgId));
export const freezeIdOf = (orgId: string) => String(940_000 + Number(orgId));
const round = ({ orgId }: SampleIds) => ({ id: roundIdOf(orgId) });
const freeze = ({ orgId }: SampleIds) => ({ id: freezeIdOf(orgId) });
const own = ({ orgId }: SampleIds) => ({ id: reportIdOf(orgId) });

/** One column: women. */
export const columnsOf = [
  {
    kind: 'count' as const,
    title: '女',
    query: { v: 1 as const, join: 'and' as const, items: [{ field: 'gender', op: 'in', values: ['2'] }] },
  },
];

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/jczc/report/{key}': () => ({ key: 'organizationList' }),
  'GET /api/jczc/report/{key}/listPage': () => ({ key: 'organizationList' }),
  'POST /api/jczc/report/{key}/export': () => ({ key: 'organizationList', purpose: '试' }),
  'GET /api/jczc/set': () => ({}),
  'POST /api/jczc/set': () => ({ version: 0, lines: [{ key: 'statisic', shown: true, note: '' }] }),
  'DELETE /api/jczc/set': () => ({ version: 1 }),
  'POST /api/dtbb/table/list': () => ({}),
  'GET /api/fr/token/get': () => ({ cpt: 'organizationList.cpt' }),
  'POST /api/jczc/report/{key}/print': () => ({ key: 'organizationList' }),
  'GET /api/sjbb/own/{id}': own,
  'POST /api/sjbb/own/preview': () => ({ people: 'members', columns: columnsOf }),
  'POST /api/sjbb/own': () => ({ title: '试报表', people: 'members', columns: columnsOf }),
  'DELETE /api/sjbb/own': own,
  'POST /api/sjbb/own/restore': own,
  'GET /api/sjbb/annual/{id}': round,
  'GET /api/sjbb/annual/checks': round,
  'POST /api/sjbb/annual': () => ({ year: new Date().getFullYear() - 1 }),
  'POST /api/sjbb/annual/withdraw': round,
  'POST /api/sjbb/annual/confirm': round,
  'POST /api/sjbb/annual/return': (ids) => ({ ...round(ids), orgId: ids.orgId, reason: '试' }),
  'POST /api/sjbb/annual/freeze': (ids) => ({ ...round(ids), password: ids.password }),
  'POST /api/sjbb/annual/thaw': (ids) => ({ ...round(ids), reason: '试', password: ids.password }),
  'GET /api/sjbb/annual/compare': freeze,
  'GET /api/sjbb/annual/compare/people': (ids) => ({ ...freeze(ids), column: 'all' }),
  'GET /api/sjbb/subscription/list': () => ({}),
  'GET /api/sjbb/subscription/receivers': () => ({ key: 'organizationList' }),
  'POST /api/sjbb/subscription': () => ({ key: 'organizationList', every: 'month', toBelow: true }),
  'POST /api/sjbb/subscription/stop': ({ orgId }) => ({ id: subscriptionIdOf(orgId), stopped: true }),
  'POST /api/sjbb/subscription/send': ({ orgId }) => ({ id: subscriptionIdOf(orgId) }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  annualFreeze: freezeIdOf,
  annualRound: roundIdOf,
  ownReport: reportIdOf,
  reportSubscription: subscriptionIdOf,
};
/** Designs are read at the organisation that has them. */
export const ofItsMaker = ['ownReport', 'reportSubscription'] as const;
/** A year concerns all below whoever gathers it. */
export const reachesDown = ['annualFreeze', 'annualRound'] as const;
