import type { checkAnswers, confirmOwnPassword, setQuestions } from '#kernel/safeCenter/contract.ts';
import { QUESTIONS } from '#kernel/safeCenter/contract.ts';
// By another name: lint takes `use…` for React.
import { redeemCodeOf as spendCodeOf } from '#kernel/session/server/codes.ts';
import { confirmPassword } from '#kernel/session/server/confirm.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import { hashPassword } from '#platform/server/secrecy/passwords.ts';
import { answersAreRight, answersText, countTry } from './answers.ts';
import {
  consumeProof,
  dropProofs,
  findProof,
  insertProof,
  type Purpose,
  readAccount,
  readQuestions,
  writeQuestions,
} from './queries.ts';

/** Questions with their words, in their order. */
export const withQuestionText = (questions: readonly number[]) =>
  questions.map((questionId) => ({ questionId, question: QUESTIONS[questionId] ?? '' }));

/** The own questions; none where none are set. */
export async function ownQuestions(ctx: Ctx) {
  const stored = await readQuestions(ctx.db, ctx.session.accountId);
  return { questions: withQuestionText(stored?.questions ?? []), updatedAt: stored?.updated_at.toISOString() ?? null };
}

/** A fresh one-use proof of ten minutes. */
export async function createProof(ctx: Ctx, accountId: string, purpose: Purpose): Promise<{ proof: string }> {
  const proof = makeToken();
  await insertProof(ctx.db, hashToken(proof), accountId, purpose);
  return { proof };
}

/** Before the write: the own password is right (counted, body code 600 at its field). */
export const preparePassword = (ctx: Ctx, { password }: ParsedOf<typeof confirmOwnPassword>) =>
  confirmPassword(ctx, password);

/** A proof that sets the first questions. */
export const givePasswordProof = (ctx: Ctx) => createProof(ctx, ctx.session.accountId, 'password');

/** Before the write: the own password is right, and so are the answers or the code sent to the own phone. */
export async function prepareAnswers(ctx: Ctx, input: ParsedOf<typeof checkAnswers>): Promise<void> {
  const { accountId } = ctx.session;
  const stored = await readQuestions(ctx.db, accountId);
  if (!stored) throw refuse('还没有设置密保问题');
  if (!input.answers && !input.smsCode) throw badInput({ answers: '请回答密保问题，或填写短信验证码' });
  await confirmPassword(ctx, input.password);
  const giveBack = await countTry(ctx, [`account:${accountId}`]);
  if (input.answers) {
    if (!(await answersAreRight(stored, input.answers))) throw refuse('密保答案不正确，请重新输入');
  } else {
    const { login_index } = await readAccount(ctx.db, accountId);
    const right = await spendCodeOf(ctx, 'questions', login_index, input.smsCode ?? '');
    if (!right) throw badInput({ smsCode: '短信验证码不正确或已过期' });
  }
  await giveBack();
}

/** A proof that replaces questions that are already set. */
export const giveAnswersProof = (ctx: Ctx) => createProof(ctx, ctx.session.accountId, 'questions');

const OVER = '身份核验已过期，请重新核验';
type Input = ParsedOf<typeof setQuestions>;
/** Hashes made before the transaction opens. */
const prepared = new WeakMap<Input, string>();

/** Which proofs let the account set questions: once it has some, only one that answered them. */
const purposesFor = async (ctx: Ctx): Promise<readonly Purpose[]> =>
  (await readQuestions(ctx.db, ctx.session.accountId)) ? ['questions'] : ['password', 'questions'];

/** Before the write: there is a good proof; only then the answers are hashed. */
export async function prepareQuestions(ctx: Ctx, input: Input): Promise<void> {
  const proof = await findProof(ctx.db, hashToken(input.proof), await purposesFor(ctx));
  if (proof?.account_id !== ctx.session.accountId) throw refuse(OVER);
  const ids = input.questions.map(({ questionId }) => questionId);
  prepared.set(input, await hashPassword(answersText(ids, input.questions)));
}

/** Sets or replaces the own questions; the proof is used up. */
export async function writeOwnQuestions(ctx: Ctx, input: Input): Promise<null> {
  const hash = prepared.get(input);
  if (hash === undefined) throw new Error('the questions were not prepared');
  const { accountId } = ctx.session;
  const taken = await consumeProof(ctx.db, hashToken(input.proof), await purposesFor(ctx));
  if (taken?.account_id !== accountId) throw refuse(OVER);
  const before = await readQuestions(ctx.db, accountId);
  const ids = input.questions.map(({ questionId }) => questionId);
  await writeQuestions(ctx.db, accountId, ids, hash);
  await dropProofs(ctx.db, accountId);
  const words = (list: readonly number[] | undefined) => list?.map((id) => QUESTIONS[id]).join(' ') ?? null;
  ctx.audit({
    type: 'secretQuestion',
    id: accountId,
    name: ctx.session.accountName,
    changes: { questions: [words(before?.questions), words(ids)] },
  });
  return null;
}
