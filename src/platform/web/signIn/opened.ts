import { type Envelope, requestJson } from '../call/request.ts';

/** How a good sign-in ends, by whichever way: in, or with the question for the second factor. */
export type Opened = { kind: 'in'; token: string; intranetUrl: string | null } | { kind: 'second'; challenge: string };

/** The session that an answer opened; null where it opened none, for the reason in its `msg`. */
export function openedOf({ code, data }: Envelope): Opened | null {
  if (code !== 200) return null;
  const answer = (data ?? {}) as { token?: string; intranetUrl?: string; secondFactor?: { challenge: string } };
  if (answer.token) return { kind: 'in', token: answer.token, intranetUrl: answer.intranetUrl ?? null };
  return answer.secondFactor ? { kind: 'second', challenge: answer.secondFactor.challenge } : null;
}

/**
 * Answers the question for the second factor with the six digits of the authenticator or a recovery code.
 * @throws ApiError when no answer came
 */
export async function answerSecondFactor(
  challenge: string,
  code: string,
): Promise<{ opened: Opened } | { refused: string; over: boolean }> {
  const envelope = await requestJson('POST', '/api/login/secondFactor', { challenge, code });
  const opened = openedOf(envelope);
  if (opened) return { opened };
  // The sign-in that the question belongs to is over: it begins again with the password.
  return { refused: envelope.msg, over: (envelope.data as { expired?: boolean } | null)?.expired === true };
}
