import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import type { BallotRow } from '#procedures/ballot/contract.ts';
import { toldOf } from '#procedures/ballot/rules.ts';
import * as queries from '../queries/ballot.ts';
import { digest } from '../slip.ts';

export const NO_BALLOT = '没有找到这次投票，或不在管理范围内';
export const MODULE = '组织生活';
/** 提醒, dictionary 0178. */
const REMINDER = '6';
export const keyPlace = (id: string): string => `ballot.key.${id}`;

/** Sends a notice to accounts; nobody to tell: nothing is sent. @param by empty: the platform itself */
export async function notify(
  db: Db,
  orgId: string,
  by: string,
  title: string,
  remark: string,
  accounts: readonly string[],
): Promise<void> {
  const accountIds = [...new Set(accounts)];
  if (accountIds.length > 0) await sendNotice(db, { type: REMINDER, title, remark, orgId, createdBy: by, accountIds });
}

/** Writes a change of a vote to the log; never what anybody voted. */
export function logBallot(
  ctx: Ctx,
  row: { id: string; name: string; orgCode: string },
  changes: Record<string, [unknown, unknown]>,
  reason?: string,
): void {
  const detail = { type: 'ballot', id: row.id, name: row.name, orgCode: row.orgCode, changes };
  ctx.audit(reason ? { ...detail, reason } : detail);
}

/** Whether an act on a vote is the session's own: those who vote hold it themselves. */
export const isOwn = (ctx: Ctx, row: { orgId: string }): boolean =>
  ctx.scope.memberId === null && ctx.may('event:write') && row.orgId === ctx.session.orgId;
export const NOT_OWN = '投票由举行投票的组织自己办理，上级可以查看';

/**
 * What the session may do with a vote now. It belongs to the organisation that holds it; a superior is no more than the second
 * person who counts paper ballots or confirms, once somebody of the organisation has.
 */
export function canOf(ctx: Ctx, row: queries.BallotRecord): BallotRow['can'] {
  const own = isOwn(ctx, row);
  const helps = ctx.scope.memberId === null && ctx.may('event:write');
  const open = own && row.state === 1;
  return {
    edit: own && row.state === 0,
    remove: own && row.state === 0,
    open: own && row.state === 0,
    urge: open && !row.onPaper && row.slips < row.voters,
    close: open && !row.onPaper && row.cast === row.voters,
    tell: row.state === 1 && row.onPaper && (own || (helps && row.told > 0)),
    seal: row.state === 2 && (own || (helps && row.sealedBy > 0)),
    void: own && (row.state === 1 || row.state === 2),
  };
}

export const rowOf = (ctx: Ctx, row: queries.BallotRecord): BallotRow => ({
  id: row.id,
  orgId: row.orgId,
  orgName: row.orgName,
  title: row.title,
  kind: row.kind,
  onPaper: row.onPaper,
  endsAt: row.endsAt.toISOString(),
  state: row.state,
  voters: row.voters,
  slips: row.slips,
  cast: row.cast,
  version: row.version,
  can: canOf(ctx, row),
});

/** A result as it is told: without what would say how somebody voted. */
export const shownResult = (row: queries.BallotRecord) =>
  row.result === null || row.state === 4 ? null : toldOf(row, row.voters, row.cast, row.result);

/**
 * What is sealed, in one text that anybody can make again from the page. It holds what is told and no more: whoever has the digest
 * of untold figures finds them by trying all.
 */
const canonical = (row: queries.BallotRecord): string => {
  const published = shownResult(row);
  const known = published?.sums?.every((one) => one !== null)
    ? published.sums
    : [published?.withheld, published?.passed, published?.sums];
  return JSON.stringify([row.title, row.kind, row.seats, row.options, row.voters, row.cast, known]);
};
export const sealOf = (row: queries.BallotRecord): string => digest(canonical(row)).toString('hex');

/** The seal of a vote as it is shown: one that was made over figures which are not told is not. */
export const shownSeal = (row: queries.BallotRecord): string => (row.seal === sealOf(row) ? row.seal : '');

/** A vote of the scope. */
export async function loadBallot(ctx: Ctx, id: string, lock = false): Promise<queries.BallotRecord> {
  const row = await queries.findBallot(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound(NO_BALLOT);
  return row;
}

/** The same kept until the transaction ends, as the session has read it. */
export async function lockRow(ctx: Ctx, id: string, version?: number): Promise<queries.BallotRecord> {
  const row = await loadBallot(ctx, id, true);
  if (version !== undefined && row.version !== version)
    throw conflict('投票已有变化，请核对后再操作', {
      current: { version: row.version, updateName: row.updatedBy, updateDate: row.updatedAt.toISOString() },
    });
  return row;
}
