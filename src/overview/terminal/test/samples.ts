import { lifeOf } from '#life/orgLife/test/samples.ts';
import { ballotOf } from '#procedures/ballot/test/samples.ts';
import type { Samples } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  // A noun of the kit, whose rows have numbers of their own.
  'POST /api/publicize/sort': ({ orgId }) => ({ id: String(700_000 + Number(orgId)), after: null }),
  'POST /api/terminal/box/bindCode': ({ orgId }) => ({ id: String(700_000 + Number(orgId)) }),
  'POST /api/terminal/box/revoke': ({ orgId }) => ({ id: String(700_000 + Number(orgId)), reason: '试' }),
  'POST /api/terminal/box/bind': () => ({ code: '0123456789' }),
  'POST /api/terminal/box/getTicket': () => ({ token: 'x' }),
  'POST /api/terminal/box/getAppMenuList': () => ({ ticket: 'x' }),
  'POST /api/terminal/box/content': () => ({ ticket: 'x', part: 'honor' }),
  'GET /api/terminal/box/file/{ticket}': () => ({ ticket: 'x', fileName: 'a'.repeat(32) }),
  'GET /api/terminal/share/of': ({ orgId }) => ({ part: 'study', rowId: String(700_000 + Number(orgId)) }),
  'POST /api/terminal/share/offer': ({ orgId }) => ({ part: 'study', rowId: String(700_000 + Number(orgId)) }),
  'GET /api/terminal/life/{id}': ({ orgId }) => ({ id: lifeOf(orgId) }),
  'POST /api/terminal/life/show': ({ orgId }) => ({ id: lifeOf(orgId), on: false }),
  'POST /api/terminal/vote/show': ({ orgId }) => ({ id: ballotOf(orgId), on: false }),
};
