import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The article that the own rows give to an organisation. */
export const archiveOf = (orgId: string) => String(850_000 + Number(orgId));

interface Ids {
  orgId: string;
}

const form = { columnId: '1', kind: 'article', title: '试', content: '<p>试</p>' };

const one = ({ orgId }: Ids) => ({ id: archiveOf(orgId) });

const post = { kind: 'news', content: '试' };

const column = { name: '试栏目', kind: 'article' };

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/zhhd/djArchive/statistics/listPage': ({ orgId }) => ({ orgId, step: 'sent' }),
  'POST /api/zhhd/djArchive/statistics/export': ({ orgId }) => ({ orgId, purpose: '试' }),
  'POST /api/zhhd/programa': () => column,
  'PUT /api/zhhd/programa': () => ({ ...column, id: '1', version: 1 }),
  'DELETE /api/zhhd/programa': () => ({ id: '1', deleteReason: '试' }),
  'POST /api/zhhd/programa/merge': () => ({ id: '1', intoId: '2' }),
  'GET /api/zhhd/djArchive/{id}': one,
  'POST /api/zhhd/djArchive': ({ orgId }) => ({ ...form, orgId }),
  'PUT /api/zhhd/djArchive': (ids) => ({ ...form, ...one(ids), version: 1 }),
  'DELETE /api/zhhd/djArchive': (ids) => ({ ...one(ids), deleteReason: '试' }),
  'POST /api/zhhd/approalflow': (ids) => ({ ...one(ids), version: 1 }),
  'POST /api/zhhd/djArchive/recall': one,
  'PUT /api/zhhd/djArchive/audit': (ids) => ({ ...one(ids), version: 1, agree: true }),
  'POST /api/zhhd/djArchive/withdraw': ({ orgId }) => ({ ids: [archiveOf(orgId)], reason: '试' }),
  'POST /api/zhhd/djArchive/restore': one,
  'GET /api/zhhd/djArchive/move': (ids) => ({ ...one(ids), columnId: '2' }),
  'GET /api/zhhd/djArchive/top': one,
  'GET /api/zhhd/djArchive/moveSort': (ids) => ({ ...one(ids), direction: 'up' }),
  'POST /api/zhhd/djArchive/labels': ({ orgId }) => ({ ids: [archiveOf(orgId)], remove: ['没有这个标签'] }),
  'POST /api/zhhd/djArchive/keep': ({ orgId }) => ({ ids: [archiveOf(orgId)] }),
  'POST /api/zhhd/djArchive/swiper': one,
  'DELETE /api/zhhd/djArchive/swiper': one,
  'POST /api/zhhd/djArchive/label': () => ({ text: '试' }),
  'GET /api/zhhd/approalflow/details': one,
  'GET /api/zhhd/djArchive/versions': one,
  'GET /api/zhhd/djArchive/news': one,
  'POST /api/zhhd/djArchive/news/read': one,
  'POST /api/zhhd/djArchive/news/print': one,
  'GET /api/zhhd/djArchive/comment': one,
  'POST /api/zhhd/djArchive/comment': (ids) => ({ ...one(ids), content: '试' }),
  'DELETE /api/zhhd/djArchive/comment': () => ({ id: '1' }),
  'PUT /api/zhhd/djArchive/comment': () => ({ id: '1' }),
  'GET /api/zhhd/announcement/read': one,
  'POST /api/zhhd/announcement/receive': one,
  'POST /api/zhhd/announcement': ({ orgId }) => ({ title: '试', content: '<p>试</p>', orgId }),
  'PUT /api/zhhd/announcement': (ids) => ({ title: '试', content: '<p>试</p>', ...one(ids), version: 1 }),
  'POST /api/zhhd/announcement/preview': ({ orgId }) => ({ orgId }),
  'GET /api/zhhd/announcement/receipts': one,
  'GET /api/zhhd/announcement/receipts/listPage': one,
  'POST /api/zhhd/announcement/urge': one,
  'POST /api/zhhd/announcement/told': (ids) => ({ ...one(ids), rowIds: ['1'], on: '2026-01-01' }),
  'POST /api/zhhd/announcement/print': one,
  'POST /api/zhhd/announcement/export': one,
  'GET /api/zhhd/djcircle/details': one,
  'POST /api/zhhd/djcircle': ({ orgId }) => ({ ...post, audienceId: orgId }),
  'PUT /api/zhhd/djcircle': (ids) => ({ ...post, ...one(ids), version: 1 }),
  'DELETE /api/zhhd/djcircle': one,
  'POST /api/zhhd/djcircle/like': (ids) => ({ ...one(ids), like: true }),
  'POST /api/zhhd/djcircle/reply': (ids) => ({ ...one(ids), content: '试' }),
  'POST /api/zhhd/djcircle/help': (ids) => ({ ...one(ids), step: 'close' }),
  'POST /api/zhhd/djcircle/report': (ids) => ({ ...one(ids), reason: '试' }),
  'DELETE /api/zhhd/djcircle/reply': () => ({ id: '1' }),
  'POST /api/zhhd/djcircle/object': (ids) => ({ ...one(ids), reason: '试' }),
  'PUT /api/zhhd/djcircle/rule': () => ({ rule: 'first' }),
  'POST /api/zhhd/djcircle/decide': (ids) => ({ ...one(ids), hide: true, reason: '试' }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  circlePost: archiveOf,
  archiveArticle: archiveOf,
};

/** What workers alone see, wherever they stand. */
export const ofWorkers = ['archiveArticle'] as const;
