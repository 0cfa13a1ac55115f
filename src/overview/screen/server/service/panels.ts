import { type DutyType, typeName } from '#life/orgLife/rules.ts';
import { matrixAt } from '#life/orgLife/server/service/matrix.ts';
import { list as meetings } from '#life/orgLife/server/service/meeting.ts';
import type { WallCell, WallNews } from '#overview/screen/contract.wall.ts';
import { monthsOf } from '#overview/screen/rules.wall.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { readCounters } from '#platform/server/sums/counters.ts';
import { listBills } from '#procedures/dues/server/service/bills.ts';

/** 三会一课 and 主题党日 in the order in which walls show them. */
export const DUTIES: readonly DutyType[] = [1, 2, 3, 5, 4];

/**
 * Branches of a subtree up to which every duty is shown. The two that depend on a branch's committee and groups are counted branch
 * by branch (`matrixAt`): of a city's 20,000 that takes seconds, and what a wall asks each half minute must not.
 */
const MOST_BRANCHES = 3000;
const BY_BRANCH: readonly DutyType[] = [2, 3];

/** The duties that the walls and lists of an organisation show. @param branches of its subtree */
export const dutiesFor = (branches: number): readonly DutyType[] =>
  branches > MOST_BRANCHES ? DUTIES.filter((type) => !BY_BRANCH.includes(type)) : DUTIES;

/** Branches of an organisation with all below it, by the kept counts. */
export async function branchesOf(there: Ctx): Promise<number> {
  const { orgCode } = there.session;
  const { org = {} } = (await readCounters(there.db, [orgCode], ['org'])).get(orgCode) ?? {};
  return BRANCH_TYPES.reduce((all, type) => all + (org[type] ?? 0), 0);
}

/** The state of a cell by its counts: nobody owes it, all met it, it runs, somebody lacks it, or it is still to come. */
function stateOf(counts: { ok: number; due: number; missing: number }, first: number, months: number, month: number) {
  const owed = counts.ok + counts.due + counts.missing;
  if (first > month) return 'later';
  if (owed === 0) return 'none';
  if (first + months - 1 >= month && counts.ok < owed) return 'due';
  return counts.missing > 0 ? 'missing' : 'held';
}

/** How far an organisation and all below it met each duty of the year, as the matrix of 组织生活 counts. */
export async function dutyLines(there: Ctx, orgId: string, today: string) {
  const types = dutiesFor(await branchesOf(there));
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const found = await Promise.all(
    types.map((type) => matrixAt(there, there.scope, there.scope, orgId, { type, year })),
  );
  const lines = types.flatMap((type, at) => {
    const { periods = [], rows = [] } = found[at] ?? {};
    const cells = periods.map(({ period }, index): WallCell => {
      const sum = { ok: 0, due: 0, missing: 0 };
      for (const row of rows) {
        const one = row.cells[index];
        if (!one) continue;
        sum.ok += one.ok;
        sum.due += one.due;
        sum.missing += one.missing;
      }
      const span = monthsOf(period);
      const state = stateOf(sum, span.first, span.months, month);
      return { period, ...span, state, ok: sum.ok, due: sum.ok + sum.due + sum.missing };
    });
    return cells.some(({ due }) => due > 0) ? [{ type, label: typeName(type), cells }] : [];
  });
  return { year, lines };
}

/** This month's dues of an organisation and all below it, as the list of bills sums them. */
export async function duesOf(there: Ctx) {
  const { month, sums } = await listBills(there, { pageNum: 1, pageSize: 1, view: 'due', searchRange: 'all' });
  return { month, due: sums.due.amount, paid: sums.paid.amount, owing: sums.owed.people };
}

/** The latest meetings that have begun, the newest first. @param titleField by whose organisation or by their own title */
export async function newsOf(
  there: Ctx,
  today: string,
  now: Date,
  most: number,
  titleField: 'orgName' | 'title' = 'orgName',
): Promise<WallNews[]> {
  const { rows } = await meetings(there, { pageNum: 1, pageSize: 40, to: today });
  return rows
    .filter((row) => !row.cancelled && row.state >= 1 && new Date(row.startsAt) <= now)
    .slice(0, most)
    .map((row) => {
      const isNow = new Date(row.endsAt) > now;
      const came = row.present === null || row.due === null ? row.stateName : `${row.present}/${row.due}`;
      return {
        id: row.id,
        at: row.startsAt,
        kind: row.typeName,
        text: row[titleField],
        note: isNow ? '进行中' : came,
        isNow,
      };
    });
}
