import { HEX } from '#kernel/files/test/samples.ts';
import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The affair, and the opinion on it, that the own rows give to an organisation. */
export const affairOf = (orgId: string) => String(500_000 + Number(orgId));

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/zzxx/open/shown': () => ({ kind: 'party' }),
  'GET /api/zzxx/open/{id}': () => ({ id: '1' }),
  'POST /api/zzxx/open': ({ orgId }) => ({ orgId, itemId: '4', title: '试', content: '<p>试</p>', publicDays: 10 }),
  'PUT /api/zzxx/open': () => ({ id: '1', version: 1, title: '试试', note: '试' }),
  'DELETE /api/zzxx/open': () => ({ id: '1', deleteReason: '试' }),
  'POST /api/zzxx/open/submit': () => ({ id: '1', version: 1 }),
  'POST /api/zzxx/open/recall': () => ({ id: '1' }),
  'POST /api/zzxx/open/decide': () => ({ id: '1', version: 1, decision: 'agree' }),
  'POST /api/zzxx/open/withdraw': () => ({ id: '1', version: 1, reason: '试' }),
  'POST /api/zzxx/open/restore': () => ({ id: '1' }),
  'GET /api/zzxx/open/versions': () => ({ id: '1' }),
  'GET /api/zzxx/open/version': () => ({ id: '1', number: 1 }),
  'POST /api/zzxx/open/item': () => ({
    kind: 'party',
    name: '试',
    rhythm: 'once',
    dueDays: 10,
    startsOn: '2026-01-01',
  }),
  'PUT /api/zzxx/open/item': () => ({ id: '1', version: 1, dueDays: 12 }),
  'GET /api/zzxx/open/feedback/list': () => ({ id: '1' }),
  'POST /api/zzxx/open/feedback': () => ({ id: '1', content: '试' }),
  'POST /api/zzxx/open/feedback/reply': () => ({ id: '1', version: 1, reply: '试' }),
  'GET /api/zzxx/open/public/{token}': () => ({ token: HEX }),
  'GET /api/zzxx/open/public/board/{token}': () => ({ token: HEX }),
  'POST /api/zzxx/open/public/feedback': () => ({ token: HEX, content: '试' }),
  'POST /api/zzxx/open/feedback/phone': () => ({ id: '1', reason: '试' }),
  'GET /api/zzxx/open/board': ({ orgId }) => ({ orgId }),
  'PUT /api/zzxx/open/board': ({ orgId }) => ({ orgId, version: 0, shows: true, hears: false }),
  'POST /api/zzxx/open/print': () => ({ id: '1' }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  openAffair: affairOf,
  openFeedback: affairOf,
};
