import { type Samples, TINY_PNG } from '../../../../test/http/sampleIds.ts';

export const HEX = '0'.repeat(32);

const CHUNK_CALL = { author: '1', size: 1, fileMd5: HEX, chunkSize: 1_048_576, appId: HEX, timestamp: '1700000000' };

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'POST /api/sys/oss/upload/base64': () => ({ base64: TINY_PNG }),
  'GET /api/common/download': () => ({ fileName: HEX }),
  'GET /api/common/media/address': () => ({ fileName: HEX }),
  'GET /api/common/media/{ticket}': () => ({ ticket: 'x' }),
  'GET /api/common/upload/known': () => ({ ids: HEX }),
  'POST /api/common/upload/start': () => ({ fileName: '试.pdf', size: 1, fileMd5: HEX }),
  'POST /api/common/upload/cancel': () => ({ appId: HEX }),
  'GET /interaction/video/checkChunk.action': () => ({ ...CHUNK_CALL, action: 'checkChunk' }),
  'POST /interaction/video/mergeChunks.action': () => ({ ...CHUNK_CALL, action: 'mergeChunks', fileName: '试.pdf' }),
};
