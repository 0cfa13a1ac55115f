import { serviceOf } from '#service/volunteer/test/samples.ts';
import type { Placed, SampleIds, Samples } from '../../../../test/http/sampleIds.ts';

const ofPlaces = ({ orgId }: SampleIds) => ({ ids: [serviceOf(orgId)] });

/** A day that may be given to a branch. */
const soon = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'POST /api/sjgl/check/start': ({ orgId }) => ({ orgId }),
  'POST /api/sjgl/check/give': (ids) => ({ ...ofPlaces(ids), dueOn: soon() }),
  'POST /api/sjgl/check/explain': (ids) => ({ ...ofPlaces(ids), reason: '试' }),
  'POST /api/sjgl/check/mend': ofPlaces,
  'POST /api/sjgl/check/export': ({ orgId }) => ({ orgId, purpose: '试' }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  checkRow: serviceOf,
};
