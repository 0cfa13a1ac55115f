import { z } from 'zod';
import { data, endpoint, id } from '#platform/contract.ts';

/** Days within which nobody is reminded twice. */
export const REMIND_DAYS = 3;
/** People reminded by one press; the next press goes on with the others. */
export const MAX_REMINDED = 300;

export const remindOwing = endpoint({
  method: 'POST',
  path: '/api/dfgl/remind',
  summary: '提醒欠缴党费的党员：只提醒现在欠着的，三天内不重复',
  access: 'dues:collect',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '提醒欠缴党费',
  asks: {},
  idempotent: true,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object({ orgId: id }),
  reply: data(
    z.object({
      /** Told by a notice. */
      reminded: z.number(),
      /** Told within the last three days, or not to be told by their settings. */
      skipped: z.number(),
      /** Without an account: the branch speaks to them. */
      unreached: z.number(),
      /** Left for another press. */
      more: z.boolean(),
    }),
  ),
});
