import type { Placed, SampleIds, Samples } from '../../../../test/http/sampleIds.ts';

/** The vote that the own rows give to an organisation. */
export const ballotOf = (orgId: string) => String(880_000 + Number(orgId));

const form = { title: '试', options: ['甲'], endsAt: '2099-01-02 09:00' };

const one = ({ orgId }: SampleIds) => ({ id: ballotOf(orgId) });

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/zzsh/ballot/{id}': one,
  'POST /api/zzsh/ballot': ({ orgId }) => ({ orgId, ...form }),
  'PUT /api/zzsh/ballot': (ids) => ({ ...form, ...one(ids), version: 1 }),
  'DELETE /api/zzsh/ballot': (ids) => ({ ...one(ids), deleteReason: '试' }),
  'POST /api/zzsh/ballot/open': (ids) => ({ ...one(ids), version: 1 }),
  'POST /api/zzsh/ballot/urge': one,
  'POST /api/zzsh/ballot/close': one,
  'POST /api/zzsh/ballot/teller': (ids) => ({ ...one(ids), cast: 0, sums: [] }),
  'POST /api/zzsh/ballot/seal': (ids) => ({ ...one(ids), password: ids.password ?? 'ab' }),
  'POST /api/zzsh/ballot/print': one,
  'POST /api/zzsh/ballot/void': (ids) => ({ ...one(ids), reason: '试' }),
  'GET /api/zzsh/ballot/own/view': one,
  'POST /api/zzsh/ballot/own/slip': (ids) => ({ ...one(ids), blinded: '' }),
  'POST /api/zzsh/ballot/cast': (ids) => ({
    ...one(ids),
    slip: 'A'.repeat(43),
    proof: 'A'.repeat(43),
    choice: [],
  }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  ballot: ballotOf,
};
