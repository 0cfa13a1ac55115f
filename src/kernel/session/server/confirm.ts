import { CODE } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, Refusal } from '#platform/server/errors.ts';
import { loginIndexOf } from './queries.ts';
import { tryPassword } from './tries.ts';

/** The counter of confirmations: apart from the login's, so that an open session cannot lock its owner out. */
const COUNTER = '@confirm';

/**
 * Makes sure that the caller knows the own password, for acts that ask for it again; five wrong
 * ones close the act for half an hour. Bound as the `before` of a call, so that no transaction
 * waits for the hash and the tries stay counted.
 * @param encrypted the password as at the login; a missing one is refused like a wrong one, without a try
 * @param field the input's name, under which a wrong one is refused (body code 600)
 */
export async function confirmPassword(
  ctx: Ctx,
  encrypted: string | undefined,
  field = 'password',
  label = '密码',
): Promise<void> {
  await openConfirmed(ctx, encrypted, field, label);
}

/** The same, and answers the password in clear, for a comparison with what is to come in its place. */
export async function openConfirmed(
  ctx: Ctx,
  encrypted: string | undefined,
  field: string,
  label: string,
): Promise<string> {
  if (encrypted === undefined) throw badInput({ [field]: `请输入${label}` });
  const index = await loginIndexOf(ctx.services.db, ctx.session.accountId);
  const tried = await tryPassword(ctx, index, COUNTER, encrypted).catch((error: unknown) => {
    // No tries are left: the act is closed, the account itself is not.
    if (error instanceof Refusal && error.code === CODE.business) return null;
    throw error;
  });
  if (tried?.good && tried.password !== null) {
    await tried.clear();
    return tried.password;
  }
  const remaining = tried?.remaining ?? 0;
  const sentence = remaining > 0 ? `${label}不正确，还可以再试${remaining}次` : `${label}错误次数过多，请30分钟后再试`;
  const { code, message } = badInput({ [field]: sentence });
  throw new Refusal(code, message, { fields: { [field]: sentence }, remaining });
}
