import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The round and the filling that the own rows give to an organisation. */
export const dataCentreOf = (orgId: string) => String(770_000 + Number(orgId));

/** The table of it that is a noun of the kit, and a draft. */
export const tableOf = (orgId: string) => String(700_000 + Number(orgId));

interface Ids {
  orgId: string;
}

const table = ({ orgId }: Ids) => ({ id: tableOf(orgId), version: 1 });

const fill = ({ orgId }: Ids) => ({ id: dataCentreOf(orgId), version: 1 });

export const field = {
  id: 'f1',
  name: '试',
  kind: 'whole',
  decimals: 0,
  unit: '',
  choices: [],
  dict: '',
  required: false,
  min: '',
  max: '',
  hint: '',
  sum: 'sum',
  source: '',
};

export const rows = [{ id: '1', cells: { f1: '1' } }];

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/sjzx/table/design': ({ orgId }) => ({ id: tableOf(orgId) }),
  'PUT /api/sjzx/table/design': (ids) => ({ ...table(ids), design: { several: false, fields: [field], checks: [] } }),
  'PUT /api/sjzx/table/orgs': (ids) => ({ ...table(ids), orgIds: [ids.orgId] }),
  'POST /api/sjzx/table/publish': table,
  'POST /api/sjzx/table/stop': (ids) => ({ ...table(ids), reason: '试' }),
  'POST /api/sjzx/table/copy': ({ orgId }) => ({ id: tableOf(orgId) }),
  'GET /api/sjzx/round/list': ({ orgId }) => ({ id: tableOf(orgId) }),
  'POST /api/sjzx/round/extend': ({ orgId }) => ({ id: dataCentreOf(orgId), dueOn: '2099-12-31', reason: '试' }),
  'POST /api/sjzx/round/urge': ({ orgId }) => ({ id: dataCentreOf(orgId) }),
  'GET /api/sjzx/fill/listPage': () => ({}),
  'GET /api/sjzx/fill/mine/listPage': () => ({}),
  'GET /api/sjzx/fill/{id}': ({ orgId }) => ({ id: dataCentreOf(orgId) }),
  'PUT /api/sjzx/fill': (ids) => ({ ...fill(ids), rows }),
  'POST /api/sjzx/fill/handIn': (ids) => ({ ...fill(ids), rows }),
  'POST /api/sjzx/fill/template': ({ orgId }) => ({ id: dataCentreOf(orgId) }),
  'POST /api/sjzx/fill/faults': ({ orgId }) => ({ id: dataCentreOf(orgId), rows }),
  'POST /api/sjzx/fill/recall': ({ orgId }) => ({ id: dataCentreOf(orgId) }),
  'POST /api/sjzx/fill/decide': (ids) => ({ ...fill(ids), decision: 'agree' }),
  'POST /api/sjzx/fill/print': ({ orgId }) => ({ id: dataCentreOf(orgId) }),
  'GET /api/sjzx/sum': ({ orgId }) => ({ id: tableOf(orgId) }),
  'POST /api/sjzx/sum/export': ({ orgId }) => ({ id: tableOf(orgId), purpose: '试' }),
  'POST /api/sjzx/sum/print': ({ orgId }) => ({ id: tableOf(orgId) }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  dataCentreRound: dataCentreOf,
  dataCentreFill: dataCentreOf,
};
