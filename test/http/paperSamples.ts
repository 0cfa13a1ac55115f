import { checkSign } from '#platform/text/verifyCode.ts';

/** Good inputs of what is put up and printed, and of what a stranger asks. */
export const paperSamples: Record<string, () => Record<string, unknown>> = {
  'POST /api/zzxx/open/print': () => ({ id: '1' }),
  'GET /api/verify/paper': () => ({ code: `0123456789A${checkSign('0123456789A')}` }),
  'GET /api/party/personal/breaches': () => ({ code: 'noSecretary' }),
};
