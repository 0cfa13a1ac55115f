import { requestJson } from '#platform/web/call/request.ts';
import { encryptSecret } from '#platform/web/session/encryptSecret.ts';
import { setLoginName } from '#platform/web/session/loginName.ts';
import { type Opened, openedOf } from '#platform/web/signIn/opened.ts';
import { isLocked, saveLocked } from './memory.ts';
import { LOCKED, triesLeftText } from './rules.ts';

/** What came of a try to sign in. */
export type Outcome =
  | { kind: 'opened'; opened: Opened }
  /** The name or the password is wrong, or the name is locked: told in a dialog. */
  | { kind: 'refused'; message: string; consequence: string | null; smsUnlocks: boolean }
  /** A further field is wrong, or the server asks for it. */
  | { kind: 'field'; field: 'smsCode' | 'code'; message: string }
  /** Any other refusal: told as a notice with the server's sentence. */
  | { kind: 'notice'; message: string };

/**
 * Signs in with a name, a password and what else was asked for (`smsCode`, and the captcha's fields).
 * @throws ApiError when no answer came
 */
export async function signIn(username: string, password: string, further: Record<string, unknown>): Promise<Outcome> {
  // A code by SMS opens a locked name for its owner; without one nothing is sent (specification, section 4).
  const locked = isLocked(username);
  if (locked && !further.smsCode) {
    return { kind: 'refused', message: LOCKED, consequence: null, smsUnlocks: locked.smsUnlocks };
  }
  const envelope = await requestJson('POST', '/api/login', {
    username,
    password: await encryptSecret(password),
    smsCode: '',
    uuid: '',
    isParty: 1,
    workorgId: '',
    ...further,
  });
  const opened = openedOf(envelope);
  if (opened) {
    setLoginName(username);
    return { kind: 'opened', opened };
  }
  const { msg } = envelope;
  const answer = (envelope.data ?? {}) as Refused;
  for (const field of ['smsCode', 'code'] as const) {
    // Above the field stands why it is asked for, else what is wrong in it.
    if (answer.fields?.[field]) return { kind: 'field', field, message: msg };
  }
  const { remaining, lockedUntil = null, smsUnlocks = false } = answer;
  if (answer.locked || remaining === 0) saveLocked(username, lockedUntil, smsUnlocks);
  if (answer.locked) return { kind: 'refused', message: msg || LOCKED, consequence: null, smsUnlocks };
  if (remaining === undefined) return { kind: 'notice', message: msg };
  return { kind: 'refused', message: msg, consequence: triesLeftText(remaining), smsUnlocks };
}

/** What stands beside the sentence of a refused login. */
interface Refused {
  remaining?: number;
  locked?: boolean;
  lockedUntil?: string | null;
  smsUnlocks?: boolean;
  fields?: Record<string, string>;
}

/**
 * Sends an SMS code to the phone that is registered for the name. Answers null, or the server's sentence when it refuses.
 * @throws ApiError when no answer came
 */
export async function sendSmsCode(name: string): Promise<string | null> {
  const { code, msg } = await requestJson('POST', '/api/yzm/send', { idCardNo: name });
  return code === 200 ? null : msg;
}
