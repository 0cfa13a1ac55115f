import type * as contract from '#modules/event/contract.leader.ts';
import { dualState, LEADER_CLAUSE, LEADER_TYPES, lectureState } from '#modules/event/rules.leader.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { today as todayOf } from '../queries/duty.ts';
import { pageOfLeaders } from '../queries/leader.ts';
import { placeOf } from './duty.ts';

/** 党课 of secretaries and 双重组织生活 of leaders in a year, of all committees of the scope. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listLeaders>,
): Promise<ReplyOf<typeof contract.listLeaders>> {
  const { scope } = placeOf(ctx, input.orgId);
  const now = Number((await todayOf(ctx.db)).slice(0, 4));
  const year = input.year ?? now;
  const isOver = year < now;
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await pageOfLeaders(
    ctx.db,
    scope,
    { types: LEADER_TYPES, year, lacks: input.lacks ?? null },
    input.pageSize,
    offset,
  );
  return {
    rows: found.rows.map((row) => ({
      id: `${row.orgId}-${row.memberId}`,
      orgId: row.orgId,
      orgName: row.orgName,
      name: row.name,
      posts: row.posts,
      branchId: row.branchId,
      branchName: row.branchName,
      lectures: row.lectures,
      lectureState: lectureState(row, isOver),
      due: row.due,
      present: row.present,
      dualState: dualState(row, isOver),
    })),
    total: found.total,
    year,
    clauses: Object.values(LEADER_CLAUSE),
  };
}
