import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The certificate that the own rows give to an organisation. */
export const certificateOf = (orgId: string) => String(890_000 + Number(orgId));

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/zhjy/hours/person': ({ memberId }) => ({ memberId, year: 2026 }),
  'GET /api/zhjy/hours/lines': ({ memberId }) => ({ memberId, year: 2026 }),
  'POST /api/zhjy/hours/export': () => ({ purpose: '试' }),
  'PUT /api/zhjy/certificate/setting': () => ({ version: 0 }),
  'POST /api/zhjy/certificate': ({ memberId }) => ({
    title: '试',
    startsOn: '2026-01-05',
    endsOn: '2026-01-06',
    basis: 'same',
    hours: 8,
    memberIds: [memberId],
  }),
  'POST /api/zhjy/certificate/earned': ({ memberId }) => ({
    memberIds: [memberId],
    startsOn: '2026-01-05',
    endsOn: '2026-01-06',
  }),
  'POST /api/zhjy/certificate/void': ({ orgId }) => ({ ids: [certificateOf(orgId)], reason: '试' }),
  'POST /api/zhjy/certificate/print': ({ orgId }) => ({ ids: [certificateOf(orgId)], preview: true }),
  'POST /api/zhjy/certificate/own/print': ({ orgId }) => ({ id: certificateOf(orgId) }),
  'POST /api/zhjy/certificate/printAll': () => ({ purpose: '试' }),
  'POST /api/zhjy/certificate/export': () => ({ purpose: '试' }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  certificate: certificateOf,
};
