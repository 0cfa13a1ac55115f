import { addDays, beijingDay } from '#platform/time/days.ts';
import type { Samples } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'DELETE /api/message/sysMessage': () => ({ id: '1' }),
  'POST /api/message/sysMessage/restore': () => ({ id: '1' }),
  'POST /api/message/sysMessage/receive': () => ({ id: '1' }),
  'POST /api/message/sysMessage/unreceive': () => ({ id: '1' }),
  'POST /api/message/todo/later': () => ({ id: '1', until: addDays(beijingDay(), 1) }),
  'POST /api/message/todo/urge': () => ({ id: '1' }),
  'POST /api/message/todo/together': () => ({ id: '1', act: 'agree' }),
  'POST /api/message/todo/now': () => ({ id: '1' }),
  'POST /api/sxzy/messageOrg/findOrgMsgByOrgId': () => ({}),
  'POST /api/sxzy/messageOrg/findUserMessageProgress': () => ({ id: '1', orgId: '1' }),
  'GET /api/message/urge': () => ({ code: 'termDue' }),
  'POST /api/message/urge': () => ({ code: 'termDue' }),
};
