import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { checkSign, VERIFY_RANDOM, VERIFY_SIGNS } from '../../text/verifyCode.ts';
import type { Ctx } from '../context.ts';
import type { Db } from '../database/db.ts';

const freshCode = (): string => {
  const random = Array.from({ length: VERIFY_RANDOM }, () => VERIFY_SIGNS[randomInt(VERIFY_SIGNS.length)]).join('');
  return random + checkSign(random);
};

/**
 * The verification code of a paper: made at its first printing and never changed. Call it in the transaction that makes the paper.
 * @param kind as the module declares it under `verify`; throws where no module does
 * @param subjectId the row that is looked up when somebody enters the code
 */
export async function verifyCode(ctx: Pick<Ctx, 'db' | 'services'>, kind: string, subjectId: string): Promise<string> {
  if (!ctx.services.modules.some(({ verify = {} }) => kind in verify)) throw new Error(`no module verifies ${kind}`);
  for (let tries = 0; tries < 5; tries++) {
    await sql`insert into verify_code (code, kind, subject_id) values (${freshCode()}, ${kind}, ${subjectId})
              on conflict do nothing`.execute(ctx.db);
    const { rows } = await sql<{ code: string }>`
      select code from verify_code where kind = ${kind} and subject_id = ${subjectId}`.execute(ctx.db);
    if (rows[0]) return rows[0].code;
  }
  throw new Error('a paper found no code');
}

/** The row of a cleaned code; undefined where the code is unknown. */
export async function subjectOfCode(db: Db, code: string): Promise<{ kind: string; subjectId: string } | undefined> {
  const { rows } = await sql<{ kind: string; subjectId: string }>`
    select kind, subject_id as "subjectId" from verify_code where code = ${code}`.execute(db);
  return rows[0];
}
