import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The published activity, the part, the material and the certificate that the own rows give to an organisation. */
export const specialOf = (orgId: string) => String(780_000 + Number(orgId));

/** A draft of it: a noun of the kit, whose rows have numbers of their own. */
export const draftOf = (orgId: string) => String(700_000 + Number(orgId));

interface Ids {
  orgId: string;
}

export const draft = ({ orgId }: Ids) => ({ id: draftOf(orgId), version: 1 });

const own = ({ orgId }: Ids) => ({ id: specialOf(orgId) });

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'PUT /api/zxhd/activity/orgs': (ids) => ({ ...draft(ids), orgIds: [ids.orgId] }),
  'PUT /api/zxhd/activity/items': (ids) => ({ ...draft(ids), items: [{ name: '试', dueOn: '2099-12-31' }] }),
  'PUT /api/zxhd/activity/files': draft,
  'POST /api/zxhd/activity/publish': draft,
  'POST /api/zxhd/activity/end': (ids) => ({ ...draft(ids), reason: '试' }),
  'POST /api/zxhd/activity/reopen': (ids) => ({ ...draft(ids), reason: '试' }),
  'POST /api/zxhd/activity/withdraw': (ids) => ({ ...draft(ids), reason: '试' }),
  'POST /api/zxhd/activity/extend': (ids) => ({ ...draft(ids), itemId: '1', dueOn: '2099-12-31', reason: '试' }),
  'POST /api/zxhd/activity/urge': ({ orgId }) => ({ id: draftOf(orgId) }),
  'GET /api/zxhd/open/listPage': () => ({}),
  'GET /api/zxhd/open/{id}': own,
  'PUT /api/zxhd/part/people': (ids) => ({ ...own(ids), version: 1, memberIds: [] }),
  'GET /api/zxhd/material/listPage': () => ({}),
  'GET /api/zxhd/material/{id}': own,
  'POST /api/zxhd/material/handIn': (ids) => ({ ...own(ids), version: 1, files: ['0'.repeat(32)] }),
  'POST /api/zxhd/material/recall': own,
  'POST /api/zxhd/material/decide': (ids) => ({ ...own(ids), version: 1, decision: 'agree' }),
  'GET /api/zxhd/condition/listPage': () => ({}),
  'POST /api/zxhd/condition/export': () => ({}),
  'GET /api/zxhd/certificate/listPage': () => ({}),
  'POST /api/zxhd/certificate/issue': draft,
  'POST /api/zxhd/certificate/revoke': (ids) => ({ ...own(ids), reason: '试' }),
  'POST /api/zxhd/certificate/print': own,
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  specialOpen: specialOf,
  specialPart: specialOf,
  specialMaterial: specialOf,
  specialCertificate: specialOf,
};

/** What workers alone see, wherever they stand. */
export const ofWorkers = ['specialOpen', 'specialCertificate'] as const;
