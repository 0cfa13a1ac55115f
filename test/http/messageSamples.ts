import type { SampleIds } from './samples.ts';

/** Samples of the calls about notices and what organisations were told. */
export const messageSamples: Record<string, (ids: SampleIds) => Record<string, unknown>> = {
  'DELETE /api/message/sysMessage': () => ({ id: '1' }),
  'POST /api/message/sysMessage/restore': () => ({ id: '1' }),
  'POST /api/message/sysMessage/receive': () => ({ id: '1' }),
  'POST /api/message/sysMessage/unreceive': () => ({ id: '1' }),
  'POST /api/sxzy/messageOrg/findOrgMsgByOrgId': () => ({}),
  'POST /api/sxzy/messageOrg/findUserMessageProgress': () => ({ id: '1', orgId: '1' }),
  'GET /api/message/urge': () => ({ code: 'termDue' }),
  'POST /api/message/urge': () => ({ code: 'termDue' }),
};
