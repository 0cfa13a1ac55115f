import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import type * as contract from '#procedures/ballot/contract.ts';
import { choiceFault } from '#procedures/ballot/rules.ts';
import * as queries from '../queries/ballot.ts';
import { createSlip, digest, isGenuine, signBlinded } from '../slip.ts';
import { keyPlace, logBallot, shownResult } from './common.ts';

const NOBODY = '您的账号没有对应的党员信息';
const MISSING = '没有找到这次投票，或您不在投票人名单里';

function me(ctx: Ctx): string {
  const { memberId } = ctx.session;
  if (memberId === null) throw notFound(NOBODY);
  return memberId;
}

const rowOf = (row: queries.OwnRecord) => ({
  id: row.id,
  title: row.title,
  orgName: row.orgName,
  onPaper: row.onPaper,
  endsAt: row.endsAt.toISOString(),
  state: row.state,
  hasSlip: row.hasSlip,
});

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.ownBallots>,
): Promise<ReplyOf<typeof contract.ownBallots>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfOwn(ctx.db, me(ctx), input.pageSize, offset);
  return { rows: found.rows.map(rowOf), total: found.total };
}

export async function view(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.viewOwnBallot>> {
  const row = await queries.findOwn(ctx.db, me(ctx), id);
  if (!row) throw notFound(MISSING);
  return {
    ...rowOf(row),
    intro: row.intro,
    kind: row.kind,
    options: row.options,
    seats: row.seats,
    voters: row.voters,
    cast: row.cast,
    publicKey: row.state === 1 ? row.publicKey : null,
    result: shownResult(row),
  };
}

const keyOf = (services: Services, row: queries.BallotRecord): string => {
  if (row.keySealed === null) throw refuse('投票不在进行');
  return services.vault.decrypt(keyPlace(row.id), row.keySealed);
};

/**
 * Gives the session's person a slip: the signature of what the browser has blinded. The same blinded slip is signed again, since
 * an answer may be lost; another one is refused.
 */
export async function takeSlip(
  ctx: Ctx,
  { id, blinded }: ParsedOf<typeof contract.takeSlip>,
): Promise<ReplyOf<typeof contract.takeSlip>> {
  const memberId = me(ctx);
  const row = await queries.findOwn(ctx.db, memberId, id, true);
  if (!row) throw notFound(MISSING);
  if (row.onPaper) throw refuse('这次用纸质选票投票');
  if (row.state !== 1 || row.isOver) throw refuse('投票已经截止');
  const blindedDigest = blinded === '' ? null : digest(blinded);
  if (row.hasSlip && (blindedDigest === null || row.asked === null || !row.asked.equals(blindedDigest)))
    throw refuse('您已经领过票，每人只有一张；请用领票时的设备和浏览器投票');
  const privateKey = keyOf(ctx.services, row);
  const signed = blinded === '' ? '' : signed64(privateKey, blinded);
  if (!row.hasSlip) {
    await queries.noteSlip(ctx.db, id, memberId, blindedDigest);
    await queries.closeTodos(ctx.db, id, memberId);
  }
  logBallot(ctx, row, { slip: [row.hasSlip, true] });
  return { signed, plain: blinded === '' ? createSlip(privateKey) : null };
}

function signed64(privateKey: string, blinded: string): string {
  try {
    return signBlinded(privateKey, Buffer.from(blinded, 'base64url')).toString('base64url');
  } catch {
    throw badInput({ blinded: '选票编码不正确' });
  }
}

/** Takes a ballot for its slip, whoever brings it: no session, no audit row, no address, no line in the log. */
export async function cast(ctx: Ctx, { id, slip, proof, choice }: ParsedOf<typeof contract.castBallot>): Promise<null> {
  return transact(ctx.services.db, async (tx) => {
    const row = await queries.findForCast(tx, id);
    if (!row || row.isOver || row.publicKey === null) throw refuse('投票不在进行，或已经截止');
    const [slipBytes, proofBytes] = [Buffer.from(slip, 'base64url'), Buffer.from(proof, 'base64url')];
    if (!isGenuine(row.publicKey, keyOf(ctx.services, row), slipBytes, proofBytes)) throw refuse('选票不是这次投票的');
    const sorted = row.kind === 'choose' ? [...choice].sort((a, b) => a - b) : choice;
    const fault = choiceFault(row, sorted);
    if (fault !== '') throw badInput({ choice: fault });
    // A slip is kept by its digest: what lies in the table cannot be handed in by whoever reads it.
    if (!(await queries.putBallot(tx, id, digest(slipBytes), sorted))) throw refuse('这张票已经投过');
    return null;
  });
}
