import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The unit and the video, the folder and the document that the own rows give to an organisation. */
export const educationOf = (orgId: string) => String(860_000 + Number(orgId));

interface Ids {
  orgId: string;
  memberId?: string;
}

const one = ({ orgId }: Ids) => ({ id: educationOf(orgId) });

const removed = (ids: Ids) => ({ ...one(ids), deleteReason: '试' });

const video = ({ orgId }: Ids) => ({ unitId: educationOf(orgId), title: '试', fileId: '0'.repeat(32) });

const document = ({ orgId }: Ids) => ({ folderId: educationOf(orgId), title: '试', fileId: '0'.repeat(32) });

const PLAY = '00000000-0000-4000-8000-000000000000';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'POST /api/zhjy/video/unit': () => ({ name: '试' }),
  'PUT /api/zhjy/video/unit': (ids) => ({ ...one(ids), name: '试', version: 1 }),
  'DELETE /api/zhjy/video/unit': removed,
  'GET /api/zhjy/video/details': one,
  'POST /api/zhjy/video': video,
  'PUT /api/zhjy/video': (ids) => ({ ...video(ids), ...one(ids), version: 1 }),
  'DELETE /api/zhjy/video': removed,
  'POST /api/zhjy/video/publish': ({ orgId }) => ({ ids: [educationOf(orgId)] }),
  'POST /api/zhjy/video/withdraw': ({ orgId }) => ({ ids: [educationOf(orgId)], reason: '试' }),
  'GET /api/zhjy/video/view': one,
  'POST /api/zhjy/video/play': one,
  'POST /api/zhjy/video/beat': () => ({ playId: PLAY, number: 0, spans: [], position: 0 }),
  'POST /api/zhjy/video/note': (ids) => ({ ...one(ids), at: 1, content: '试' }),
  'DELETE /api/zhjy/video/note': () => ({ id: '1' }),
  'POST /api/zhjy/knowledge/folder': (ids) => ({ name: '试', parentId: educationOf(ids.orgId) }),
  'PUT /api/zhjy/knowledge/folder': (ids) => ({ ...one(ids), name: '试', version: 1 }),
  'DELETE /api/zhjy/knowledge/folder': removed,
  'GET /api/zhjy/knowledge/details': one,
  'GET /api/zhjy/knowledge/view': one,
  'GET /api/zhjy/knowledge/table': (ids) => ({ ...one(ids), fileId: '0'.repeat(32) }),
  'POST /api/zhjy/knowledge': document,
  'PUT /api/zhjy/knowledge': (ids) => ({ ...document(ids), ...one(ids), version: 1 }),
  'DELETE /api/zhjy/knowledge': removed,
  'POST /api/zhjy/knowledge/publish': ({ orgId }) => ({ ids: [educationOf(orgId)] }),
  'POST /api/zhjy/knowledge/withdraw': ({ orgId }) => ({ ids: [educationOf(orgId)], reason: '试' }),
  'POST /api/zhjy/knowledge/favourite': (ids) => ({ ...one(ids), isFavourite: true }),
  'POST /api/zhjy/knowledge/beat': (ids) => ({ ...one(ids), seconds: 0 }),
  'GET /api/zhjy/tv/{id}': one,
  'GET /api/zhjy/tv/code': one,
  'POST /api/zhjy/tv/start': ({ orgId }) => ({ orgId, title: '试', videoIds: ['1'] }),
  'POST /api/zhjy/tv/tick': ({ orgId, memberId }) => ({
    ...one({ orgId }),
    memberIds: [memberId ?? '1'],
    isPresent: true,
  }),
  'POST /api/zhjy/tv/beat': (ids) => ({ ...one(ids), isPlaying: false }),
  'POST /api/zhjy/tv/end': one,
  'POST /api/zhjy/tv/own/sign': (ids) => ({ ...one(ids), code: '0', isPresent: true }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  video: educationOf,
  videoUnit: educationOf,
  knowledgeFolder: educationOf,
  knowledgeDocument: educationOf,
  tvSession: educationOf,
};
