import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** Type, item, plan, score and exemption that the own rows give to an organisation. */
export const integralOf = (orgId: string) => String(765_000 + Number(orgId));

interface Ids {
  orgId: string;
}

const project = {
  name: '试',
  standard: '试',
  kind: 1,
  points: '10',
  method: 3,
  submit: 1,
  inspection: 5,
};

const plan = { year: 2026, name: '试二', startsOn: '2026-01-01', endsOn: '2026-12-31' };

const row = ({ orgId }: Ids) => ({ id: integralOf(orgId), version: 1 });

const id = ({ orgId }: Ids) => ({ id: integralOf(orgId) });

const planId = ({ orgId }: Ids) => ({ planId: integralOf(orgId) });

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'POST /api/integral/type': (ids) => ({ name: '试二', parentId: integralOf(ids.orgId) }),
  'PUT /api/integral/type': (ids) => ({ ...row(ids), name: '试三' }),
  'DELETE /api/integral/type': (ids) => ({ ...id(ids), deleteReason: '试' }),
  'GET /api/integral/project/listPage': ({ orgId }) => ({ typeId: integralOf(orgId) }),
  'GET /api/integral/project/{id}': id,
  'POST /api/integral/project': ({ orgId }) => ({ ...project, typeId: integralOf(orgId) }),
  'PUT /api/integral/project': (ids) => ({ ...row(ids), ...project, typeId: integralOf(ids.orgId) }),
  'POST /api/integral/project/stop': (ids) => ({ ...row(ids), stopped: true }),
  'POST /api/integral/project/order': ({ orgId }) => ({ ids: [integralOf(orgId)] }),
  'POST /api/integral/project/bind': ({ orgId }) => ({ typeId: integralOf(orgId), ids: [integralOf(orgId)] }),
  'GET /api/integral/plan/{id}': id,
  'POST /api/integral/plan': ({ orgId }) => ({ ...plan, copyOf: integralOf(orgId) }),
  'PUT /api/integral/plan': (ids) => ({ ...row(ids), ...plan }),
  'DELETE /api/integral/plan': (ids) => ({ ...id(ids), deleteReason: '试' }),
  'POST /api/integral/plan/items': (ids) => ({ ...row(ids), projectIds: [integralOf(ids.orgId)] }),
  'POST /api/integral/plan/scope/preview': (ids) => ({ ...id(ids), mode: 'below', orgIds: [ids.orgId] }),
  'POST /api/integral/plan/scope': (ids) => ({ ...row(ids), mode: 'below', orgIds: [ids.orgId] }),
  'POST /api/integral/plan/step': (ids) => ({ ...row(ids), step: 'publish' }),
  'GET /api/integral/score/listPage': planId,
  'GET /api/integral/score/{id}': id,
  'GET /api/integral/details': (ids) => ({ ...planId(ids), orgId: ids.orgId }),
  'PUT /api/integral/score/report': (ids) => ({ ...row(ids), self: '1', report: '试' }),
  'POST /api/integral/score/review': ({ orgId }) => ({ ids: [integralOf(orgId)], agree: true, points: '1' }),
  'POST /api/integral/score/edit': (ids) => ({ ...row(ids), points: '1', reason: '试' }),
  'POST /api/integral/score/editDecide': (ids) => ({ ...row(ids), agree: true }),
  'POST /api/integral/score/suggest': planId,
  'POST /api/integral/exemption': (ids) => ({
    ...planId(ids),
    orgId: ids.orgId,
    itemId: integralOf(ids.orgId),
    fromOn: '2026-01-01',
    toOn: '2026-02-01',
    reason: '试',
    files: ['0'.repeat(32)],
  }),
  'POST /api/integral/exemption/decide': (ids) => ({ ...row(ids), agree: true }),
  'POST /api/integral/exemption/end': (ids) => ({ ...row(ids), reason: '试' }),
  'GET /api/integral/report': id,
  'GET /api/integral/report/months': id,
  'POST /api/integral/report/export': (ids) => ({ ...id(ids), kind: 'items' }),
  'POST /api/integral/report/print': (ids) => ({ ...id(ids), kind: 'items' }),
  'POST /api/integral/report/cable': (ids) => ({
    ...id(ids),
    level: '平急',
    number: '试〔2026〕1号',
    to: '试',
    title: '试',
    text: '试',
    rows: '5',
  }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  integral: integralOf,
};
