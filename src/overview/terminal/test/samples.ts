import { lifeOf } from '#life/orgLife/test/samples.ts';
import { ballotOf } from '#procedures/ballot/test/samples.ts';
import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The 插播 of an organisation. */
export const insertOf = (orgId: string) => String(745_000 + Number(orgId));

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = { boxInsert: insertOf };

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  // A noun of the kit, whose rows have numbers of their own.
  'POST /api/publicize/sort': ({ orgId }) => ({ id: String(700_000 + Number(orgId)), after: null }),
  'POST /api/terminal/box/pair': ({ orgId }) => ({ id: String(700_000 + Number(orgId)), digits: '012345' }),
  'POST /api/terminal/box/revoke': ({ orgId }) => ({ id: String(700_000 + Number(orgId)), reason: '试' }),
  'POST /api/terminal/box/getTicket': () => ({}),
  'POST /api/terminal/box/ticketState': () => ({ ticket: 'x' }),
  'POST /api/terminal/box/getAppMenuList': () => ({}),
  'POST /api/terminal/box/content': () => ({ part: 'honor' }),
  'GET /api/terminal/box/file': () => ({ fileName: 'a'.repeat(32) }),
  'POST /api/terminal/box/wall': () => ({}),
  'POST /api/terminal/box/heartbeat': () => ({}),
  'POST /api/terminal/box/playLog': () => ({ rows: [] }),
  'GET /api/terminal/programme/listPage': ({ orgId }) => ({ groupId: String(700_000 + Number(orgId)) }),
  'GET /api/terminal/programme/choices': ({ orgId }) => ({ groupId: String(700_000 + Number(orgId)), part: 'honor' }),
  'GET /api/terminal/programme/plays': ({ orgId }) => ({ groupId: String(700_000 + Number(orgId)) }),
  'POST /api/terminal/programme/save': ({ orgId }) => ({
    ...{ groupId: String(700_000 + Number(orgId)), id: null, level: 'loop', part: 'honor', rowId: null, seconds: 15 },
    ...{ weekdays: '', fromOn: null, toOn: null, fromTime: '', toTime: '' },
  }),
  'POST /api/terminal/programme/remove': ({ orgId }) => ({ groupId: String(700_000 + Number(orgId)), id: '1' }),
  'POST /api/terminal/programme/move': ({ orgId }) => ({ groupId: String(700_000 + Number(orgId)), id: '1', by: 1 }),
  'POST /api/terminal/insert/write': ({ orgId }) => ({ orgId, words: '试', fromAt: '', toAt: '2099-01-01 10:00' }),
  'POST /api/terminal/insert/decide': ({ orgId }) => ({ id: insertOf(orgId), agree: false, opinion: '试' }),
  'POST /api/terminal/insert/withdraw': ({ orgId }) => ({ id: insertOf(orgId), reason: '试' }),
  'GET /api/terminal/share/of': ({ orgId }) => ({ part: 'study', rowId: String(700_000 + Number(orgId)) }),
  'POST /api/terminal/share/offer': ({ orgId }) => ({ part: 'study', rowId: String(700_000 + Number(orgId)) }),
  'GET /api/terminal/life/{id}': ({ orgId }) => ({ id: lifeOf(orgId) }),
  'POST /api/terminal/life/show': ({ orgId }) => ({ id: lifeOf(orgId), on: false }),
  'POST /api/terminal/vote/show': ({ orgId }) => ({ id: ballotOf(orgId), on: false }),
};
