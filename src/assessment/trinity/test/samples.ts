import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The unit and the score that the own rows give to an organisation. */
export const trinityOf = (orgId: string) => String(790_000 + Number(orgId));

/** The draft of it: a noun of the kit, whose rows have numbers of their own. */
const draftOf = (orgId: string) => String(700_000 + Number(orgId));

interface Ids {
  orgId: string;
}

const draft = ({ orgId }: Ids) => ({ id: draftOf(orgId), version: 1 });

const score = ({ orgId }: Ids) => ({ id: trinityOf(orgId), version: 1 });

const own = ({ orgId }: Ids) => ({ id: trinityOf(orgId) });

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'PUT /api/trinity/evaluation/items': (ids) => ({ ...draft(ids), parts: [] }),
  'PUT /api/trinity/evaluation/grades': (ids) => ({
    ...draft(ids),
    grades: [
      { label: '好', from: '60' },
      { label: '差', from: '0' },
    ],
  }),
  'PUT /api/trinity/evaluation/reviewer': (ids) => ({ ...draft(ids), partId: '1' }),
  'PUT /api/trinity/evaluation/units': (ids) => ({ ...draft(ids), orgIds: [ids.orgId], group: '试' }),
  'POST /api/trinity/evaluation/units/remove': (ids) => ({ ...draft(ids), unitId: trinityOf(ids.orgId), reason: '试' }),
  'POST /api/trinity/evaluation/copy': ({ orgId }) => ({ id: draftOf(orgId), name: '试二', year: 2027 }),
  'POST /api/trinity/evaluation/open': draft,
  'POST /api/trinity/evaluation/extend': (ids) => ({ ...draft(ids), endsOn: '2099-12-31', reason: '试' }),
  'POST /api/trinity/evaluation/urge': ({ orgId }) => ({ id: draftOf(orgId) }),
  'POST /api/trinity/evaluation/close': draft,
  'POST /api/trinity/evaluation/count': ({ orgId }) => ({ id: draftOf(orgId) }),
  'GET /api/trinity/unit/listPage': () => ({}),
  'GET /api/trinity/unit/{id}': own,
  'GET /api/trinity/organization/listPage': () => ({}),
  'GET /api/trinity/score/listPage': () => ({}),
  'GET /api/trinity/score/{id}': own,
  'GET /api/trinity/score/{id}/meetings': own,
  'PUT /api/trinity/score/handIn': (ids) => ({ ...score(ids), self: '1', content: '试' }),
  'POST /api/trinity/score/recall': own,
  'POST /api/trinity/score/decide': (ids) => ({ ...score(ids), agree: true }),
  'GET /api/trinity/report/org': (ids) => ({ evaluationId: trinityOf(ids.orgId) }),
  'GET /api/trinity/report/score': (ids) => ({ evaluationId: trinityOf(ids.orgId) }),
  'GET /api/trinity/report/material': (ids) => ({ evaluationId: trinityOf(ids.orgId) }),
  'GET /api/trinity/report/material/listPage': (ids) => ({ evaluationId: trinityOf(ids.orgId) }),
  'POST /api/trinity/report/material/export': (ids) => ({ evaluationId: trinityOf(ids.orgId), purpose: '试' }),
  'POST /api/trinity/report/export': (ids) => ({ evaluationId: trinityOf(ids.orgId), kind: 'org' }),
  'POST /api/trinity/report/print': (ids) => ({ evaluationId: trinityOf(ids.orgId), kind: 'org' }),
  'GET /api/trinity/case/listPage': () => ({}),
  'GET /api/trinity/case/{id}': own,
  'POST /api/trinity/case/propose': (ids) => ({ scoreId: trinityOf(ids.orgId), title: '试', summary: '试' }),
  'POST /api/trinity/case/take': (ids) => ({ scoreId: trinityOf(ids.orgId), title: '试', summary: '试' }),
  'POST /api/trinity/case/decide': (ids) => ({ ...score(ids), agree: true }),
  'POST /api/trinity/case/recall': own,
  'POST /api/trinity/case/withdraw': (ids) => ({ ...score(ids), reason: '试' }),
  'POST /api/trinity/score/give': (ids) => ({ ...score(ids), points: '1', reason: '试' }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  trinityUnit: trinityOf,
  trinityScore: trinityOf,
  trinityCase: trinityOf,
};
