import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The part, the period and the report that the own rows give to an organisation. */
export const keyWorkOf = (orgId: string) => String(760_000 + Number(orgId));

/** The item of it: a noun of the kit, whose rows have numbers of their own. */
const itemOf = (orgId: string) => String(700_000 + Number(orgId));

interface Ids {
  orgId: string;
}

const item = ({ orgId }: Ids) => ({ id: itemOf(orgId), version: 1 });

const part = ({ orgId }: Ids) => ({ id: keyWorkOf(orgId), version: 1 });

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'PUT /api/zdgz/item/orgs': (ids) => ({ ...item(ids), orgIds: [ids.orgId] }),
  'PUT /api/zdgz/item/files': item,
  'POST /api/zdgz/item/issue': item,
  'POST /api/zdgz/item/end': (ids) => ({ ...item(ids), reason: '试' }),
  'POST /api/zdgz/item/withdraw': (ids) => ({ ...item(ids), reason: '试' }),
  'POST /api/zdgz/item/extend': (ids) => ({ ...item(ids), endsOn: '2099-12-31', reason: '试' }),
  'POST /api/zdgz/item/urge': ({ orgId }) => ({ id: itemOf(orgId) }),
  'POST /api/zdgz/item/print': ({ orgId }) => ({ id: itemOf(orgId) }),
  'GET /api/zdgz/part/listPage': () => ({}),
  'GET /api/zdgz/part/mine/listPage': () => ({}),
  'GET /api/zdgz/part/finished/listPage': () => ({}),
  'GET /api/zdgz/part/{id}': ({ orgId }) => ({ id: keyWorkOf(orgId) }),
  'GET /api/zdgz/report/{id}': ({ orgId }) => ({ id: keyWorkOf(orgId) }),
  'POST /api/zdgz/part/report': (ids) => ({ ...part(ids), content: '试', percent: 10 }),
  'POST /api/zdgz/part/finish': (ids) => ({ ...part(ids), content: '试' }),
  'POST /api/zdgz/part/recall': ({ orgId }) => ({ id: keyWorkOf(orgId) }),
  'POST /api/zdgz/part/decide': (ids) => ({ ...part(ids), decision: 'agree' }),
  'GET /api/zdgz/figures/listPage': () => ({}),
  'POST /api/zdgz/figures/export': () => ({}),
  'POST /api/zdgz/figures/print': () => ({}),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  keyWorkPart: keyWorkOf,
  keyWorkReport: keyWorkOf,
};
