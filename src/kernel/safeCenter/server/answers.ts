import { CODE } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { verifyPassword } from '#platform/server/secrecy/passwords.ts';
import { normaliseAnswer } from '../rules.ts';
import { consumeTry, refundTry } from './queries.ts';

export interface Answer {
  questionId: number;
  answer: string;
}

/** The three answers as the one text that is hashed, in the order of the questions. */
export const answersText = (questions: readonly number[], answers: readonly Answer[]) =>
  questions.map((id) => normaliseAnswer(answers.find(({ questionId }) => questionId === id)?.answer ?? '')).join('\n');

/**
 * Whether the answers are right. Without questions it costs a hash all the same and says yes: what
 * else is asked decides then.
 */
export async function answersAreRight(
  stored: { questions: number[] | null; answers_hash: string | null } | undefined,
  answers: readonly Answer[],
): Promise<boolean> {
  const questions = stored?.questions ?? [];
  const hash = stored?.answers_hash ?? null;
  const right = await verifyPassword(hash, answersText(questions, answers));
  return hash === null || right;
}

/**
 * Counts a try for each name given, five an hour, and answers how to give them back. Refuses with
 * body code 400 where one has none left, in the same words whoever was asked for.
 * @param names what is counted, e.g. `account:…`
 */
export async function countTry(ctx: Ctx, names: readonly string[]): Promise<() => Promise<void>> {
  const counters = names.map((name) => ctx.vault.index('safe-try', name));
  for (const counter of counters) {
    // On the pool: what is counted stays counted.
    if (!(await consumeTry(ctx.services.db, counter))) {
      throw new Refusal(CODE.business, '核验次数过多，请一小时后再试，或联系上级党组织重置密码', { locked: true });
    }
  }
  return async () => {
    for (const counter of counters) await refundTry(ctx.services.db, counter);
  };
}
