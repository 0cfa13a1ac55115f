import type { checkRetrieval, questionsOf, resetPassword } from '#kernel/safeCenter/contract.ts';
import { QUESTION_COUNT, QUESTIONS } from '#kernel/safeCenter/contract.ts';
import { proveCode } from '#kernel/session/server/codes.ts';
import { knownDevice, networkOf, rememberDevice } from '#kernel/session/server/device.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { auditAct } from '#platform/server/log/audit.ts';
import { hashToken } from '#platform/server/secrecy/crypto.ts';
import { verifyPassword } from '#platform/server/secrecy/passwords.ts';
import { openPassword } from '#platform/server/secrecy/sm2.ts';
import { answersAreRight, countTry } from './answers.ts';
import { hashNewPassword } from './newPassword.ts';
import { consumeProof, findAccount, findProof, type NamedAccount } from './queries.ts';
import { createProof, withQuestionText } from './questions.ts';
import { replacePassword } from './service.ts';

/** Where tries for names that nobody has are logged: the root (specification, section 9). */
const ROOT_CODE = '0001';
const LONGEST_NAME = 64;
const WRONG = '短信验证码或密保答案不正确';
const OVER = '核验已过期，请重新找回密码';

/** The name that was meant: typed, or encrypted as a password is (body code 600 where it cannot be read). */
async function nameOf(ctx: Ctx, given: string): Promise<string> {
  const name = given.length <= LONGEST_NAME ? given : await openPassword(ctx.services, given);
  if (name === null) throw badInput({ idCardNo: '账号不能识别，请重新输入' });
  return name;
}

/** Questions for a name whose account has none, or that nobody has: always the same ones, by the server's key. */
function decoysFor(ctx: Ctx, index: Buffer): number[] {
  const left = Object.keys(QUESTIONS).map(Number);
  const dice = ctx.vault.index('decoy-questions', index.toString('hex'));
  return Array.from(
    { length: QUESTION_COUNT },
    (_, at) => left.splice(dice.readUInt32BE(at * 4) % left.length, 1)[0] ?? 1,
  );
}

/** What has to be answered to retrieve the password of a name; says nothing about whether it exists. */
export async function questionsFor(ctx: Ctx, { idCardNo }: ParsedOf<typeof questionsOf>) {
  const index = loginIndex(ctx.vault, await nameOf(ctx, idCardNo));
  const decoys = decoysFor(ctx, index);
  const account = await findAccount(ctx.db, index);
  return { questions: withQuestionText(account?.questions ?? decoys) };
}

/**
 * The retrieval's check: a code sent to the registered phone, and the answers where the account has
 * set questions; never the answers alone. Whatever is wrong, and whoever was named, the work and the
 * sentence are the same. Five tries an hour for what `countersOf` names. A good code without answers opens the way where
 * no questions are set, and else tells them; neither that nor wrong answers use it up.
 */
export async function checkIdentity(
  ctx: Ctx,
  input: ParsedOf<typeof checkRetrieval>,
): Promise<ReplyOf<typeof checkRetrieval>> {
  const name = await nameOf(ctx, input.idCardNo);
  const index = loginIndex(ctx.vault, name);
  const account = await findAccount(ctx.db, index);
  const spend = await proveCode(ctx, 'retrieve', index, input.smsCode);
  const giveBack = await countTry(ctx, countersOf(ctx, index, spend !== null));
  const { answers } = input;
  const answered = await answersAreRight(account, answers ?? []);
  if (account?.enabled && account.questions && !answers && spend) {
    await giveBack();
    return { proof: null, questions: withQuestionText(account.questions) };
  }
  if (!account?.enabled || !answered || !(await spend?.())) {
    await record(ctx, account, 'failed', WRONG);
    throw refuse(WRONG);
  }
  await giveBack();
  await record(ctx, account, 'done');
  return { ...(await createProof(ctx, account.id, 'retrieve')), questions: [] };
}

/**
 * What a try counts for, so that no stranger's tries hold the owner up: a right code for itself, since nobody else has it
 * (it has five tries of its own before it is right); a wrong one on a device that the name knows for that device; any
 * other for the address and, of all strangers together, for the name.
 */
function countersOf(ctx: Ctx, index: Buffer, rightCode: boolean): string[] {
  const name = index.toString('hex');
  if (rightCode) return [`code:${name}`];
  const device = knownDevice(ctx, index);
  return device === '' ? [`ip:${networkOf(ctx.ip)}`, `name:${name}`] : [`device:${name}.${device}`];
}

const record = (ctx: Ctx, account: NamedAccount | undefined, outcome: 'done' | 'failed', reason?: string) =>
  auditAct(
    ctx,
    null,
    '找回密码核验',
    {
      type: 'account',
      id: account?.id,
      name: account?.login_mask ?? '未知账号',
      orgCode: account?.org_code ?? ROOT_CODE,
      reason,
    },
    outcome,
  );

type Input = ParsedOf<typeof resetPassword>;
/** Hashes made before the transaction opens. */
const prepared = new WeakMap<Input, string>();

/** Before the write: the proof is good, and so is the new password. */
export async function prepareReset(ctx: Ctx, input: Input): Promise<void> {
  const proof = await findProof(ctx.db, hashToken(input.proof), ['retrieve']);
  if (!proof) throw refuse(OVER);
  // The hash as it was when the proof was good: of parallel resets the late ones hear that the proof is over.
  const isCurrent = (password: string) => verifyPassword(proof.password_hash, password);
  prepared.set(input, await hashNewPassword(ctx, proof.account_id, input.password, isCurrent));
}

/** Writes the new password for a proof that is used up by it; all sessions of the account end. */
export async function reset(ctx: Ctx, input: Input): Promise<null> {
  const hash = prepared.get(input);
  if (hash === undefined) throw new Error('the reset was not prepared');
  const taken = await consumeProof(ctx.db, hashToken(input.proof), ['retrieve']);
  if (!taken) throw refuse(OVER);
  const account = await replacePassword(ctx, taken.account_id, hash);
  // Whoever had the phone's code is the owner: strangers' guesses at the new password do not keep this browser out.
  rememberDevice(ctx, account.login_index, knownDevice(ctx, account.login_index));
  ctx.audit({
    type: 'account',
    id: taken.account_id,
    name: account.login_mask,
    orgCode: account.org_code ?? ROOT_CODE,
  });
  return null;
}
