import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const sessionTables = {
  account: { people: { member_id: { moves: '登录账号', key: 'id', same: [] } } },
  account_openid: {},
  account_totp: {},
  captcha: {},
  login_challenge: {},
  login_failure: {},
  login_ticket: {},
  openid_waiting: {},
  outside_ticket: {},
  qr_login: {},
  recovery_code: {},
  session: {},
  site_config: {},
  sms_code: {},
  sms_message: {},
  used_login_code: {},
} satisfies Tables;
