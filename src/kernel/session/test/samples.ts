import type { Samples } from '../../../../test/http/sampleIds.ts';
import { testIdCard } from '../../../../test/support/fixture.ts';

const UUID = '00000000-0000-4000-8000-000000000000';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'POST /api/login': () => ({ username: 'admin', password: 'ab' }),
  'POST /api/switchRole': ({ orgId, roleId }) => ({ workOrgId: orgId, roleId: roleId ?? 3 }),
  'POST /api/yzm/send': () => ({ idCardNo: testIdCard(900) }),
  'GET /api/yzm/check': () => ({ code: '000000' }),
  'POST /api/login/secondFactor': () => ({ challenge: 'x'.repeat(43), code: '000000' }),
  'POST /api/test/login': () => ({ username: 'nobody' }),
  'POST /api/session/totp/start': ({ password }) => ({ password: password ?? 'ab' }),
  'POST /api/session/totp/confirm': () => ({ code: '000000' }),
  'POST /api/session/totp/disable': ({ password }) => ({ password: password ?? 'ab' }),
  'POST /api/session/totp/recoveryCodes': ({ password }) => ({ password: password ?? 'ab' }),
  'POST /api/session/redeem': () => ({ ticket: 'x'.repeat(43) }),
  'POST /api/connect/qrConnect/getQrCodeStatus': () => ({ uuid: UUID }),
  'GET /api/connect/qrConnect/scan': () => ({ uuid: UUID }),
  'POST /api/connect/qrConnect/confirm': () => ({ uuid: UUID, number: 10 }),
  'POST /api/connect/qrConnect/refuse': () => ({ uuid: UUID }),
  'GET /api/mobileLoginByCode': () => ({ code: 'x' }),
  'POST /api/login/appCode': () => ({ appCode: 'x' }),
  'POST /api/login/thirdToken': () => ({ thirdToken: 'x' }),
  'POST /api/login/wechat': () => ({ type: 2, code: 'x', state: `wechat-${'x'.repeat(43)}` }),
  'POST /api/session/outsideTicket': () => ({ key: 'dataVisualisation' }),
  'POST /api/session/ticket/exchange': () => ({ key: 'dataVisualisation', ticket: 'x', sign: '0'.repeat(64) }),
  'GET /api/sys/config/getByType': () => ({ type: 'CaptchaAppId' }),
  'GET /api/ehb/login/checkCode': () => ({ code: 'x', state: `ehb-${'x'.repeat(43)}` }),
  'GET /api/basePlatform/checkTicket': () => ({ ticket: 'x', state: `base-${'x'.repeat(43)}` }),
};
