import { type Samples, TINY_PNG } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/sys/swiper/picture': () => ({ id: '1' }),
  'POST /api/sys/swiper': ({ orgId }) => ({ orgId, title: '试', alt: '试', picture: TINY_PNG }),
  'PUT /api/sys/swiper': () => ({ id: '1', version: 1, title: '试试' }),
  'PUT /api/sys/swiper/updateSort': () => ({ id: '1' }),
  'DELETE /api/sys/swiper': () => ({ id: '1' }),
  'PUT /api/sys/site': () => ({ host: 'try.example.cn', version: 0, settings: {} }),
  'DELETE /api/sys/site': () => ({ host: 'try.example.cn', version: 0 }),
  'POST /api/sys/site/testSms': () => ({ host: '*', phone: '13900000001' }),
  'POST /api/sys/site/probe': () => ({ host: '*', key: 'sms' }),
  'POST /api/sys/condition/backup': () => ({}),
  'POST /api/back/log/export': () => ({ kind: 'acts', purpose: '试' }),
  'POST /api/back/log/incident': () => ({
    accountId: '1',
    from: '2026-01-01T00:00',
    to: '2026-12-31T23:59',
    purpose: '试',
  }),
  'GET /api/sys/recycle/list': () => ({ kind: 'member' }),
  'POST /api/sys/recycle/restore': () => ({ kind: 'member', id: '1', reason: '试' }),
  'POST /api/sys/recycle/restoreMany': ({ password }) => ({
    kind: 'member',
    ids: ['1'],
    reason: '试',
    password: password ?? 'ab',
  }),
  'POST /api/sys/recycle/erase': ({ password }) => ({
    kind: 'member',
    id: '1',
    deleteReason: '试',
    password: password ?? 'ab',
  }),
};
