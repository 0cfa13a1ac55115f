import type * as contract from '#life/orgLife/contract.leader.ts';
import { dualState, lectureState } from '#life/orgLife/rules.leader.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { chosenPlace } from '#platform/server/database/scope.ts';
import * as duty from '../queries/duty.ts';
import { leadersOf } from '../queries/leader.ts';
import { rulesOf, yearOf } from './duty.ts';

/** The duties of secretaries and of leaders. */
const LECTURE = 11;
const DUAL = 13;

/** 党课 of secretaries and 双重组织生活 of leaders in a year, of all committees of the scope: the people behind those cells. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listLeaders>,
): Promise<ReplyOf<typeof contract.listLeaders>> {
  const { scope, orgId } = chosenPlace(ctx, input.orgId);
  const [today, rules] = await Promise.all([todayOf(ctx.db), duty.rules(ctx.db)]);
  const year = input.year ?? Number(today.slice(0, 4));
  const only = input.own ? orgId : null;
  const wanted = [...rulesOf(rules, LECTURE, year), ...rulesOf(rules, DUAL, year)];
  const types = [...new Set(wanted.flatMap((rule) => rule.orgTypes))];
  const [leaders, cells] = await Promise.all([
    leadersOf(ctx.db, scope, { types, year }, only === null ? null : [only]),
    yearOf(ctx, scope, year, today, wanted, { only }),
  ]);
  const owed = new Map(cells.map((cell) => [`${cell.place.id} ${cell.type}`, cell]));
  const all = leaders.map((row) => {
    const [lecture, dual] = [owed.get(`${row.orgId} ${LECTURE}`), owed.get(`${row.orgId} ${DUAL}`)];
    const at = (cell: typeof lecture) => ({ year, today, isOwed: cell !== undefined, exempt: cell?.waived === true });
    return { ...row, lectureState: lectureState(row, at(lecture)), dualState: dualState(row, at(dual)) };
  });
  const lacking = (state: string) => state === 'due' || state === 'missing';
  const shown = all.filter(
    (row) => input.lacks === undefined || lacking(input.lacks === 'lecture' ? row.lectureState : row.dualState),
  );
  const offset = (input.pageNum - 1) * input.pageSize;
  return {
    rows: shown.slice(offset, offset + input.pageSize).map((row) => ({
      id: `${row.orgId}-${row.id}`,
      orgId: row.orgId,
      orgName: row.orgName,
      name: row.name,
      posts: row.posts,
      branchId: row.branchId,
      branchName: row.branchName,
      lectures: row.lectures,
      lectureState: row.lectureState,
      due: row.due,
      present: row.present,
      dualState: row.dualState,
    })),
    total: shown.length,
    year,
    clauses: wanted.map(({ clause }) => clause),
  };
}
