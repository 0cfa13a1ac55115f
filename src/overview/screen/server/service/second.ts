import { findOrg } from '#house/server/findOrg.ts';
import { typeName } from '#life/orgLife/rules.ts';
import { matrixAt } from '#life/orgLife/server/service/matrix.ts';
import type { activitySecond, convertSecond, duesSecond } from '#overview/screen/contract.second.ts';
import { monthsOf } from '#overview/screen/rules.wall.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { forbidden } from '#platform/server/errors.ts';
import { contextAt } from '#platform/server/sums/ruleChecks.ts';
import { totalDetail } from '#procedures/dues/server/service/bills.ts';
import { balance } from '#procedures/transfer/server/service/balance.ts';
import { orgsBelow } from '../queries/place.ts';
import { branchesOf, dutiesFor } from './panels.ts';
import { contextAtOrg } from './place.ts';

/** Organisations right below one are never more than its codes: four digits, of which a city uses some dozens. */
const MOST = 1000;

/** The chosen organisation with those right below it; of one without any, itself. */
async function partsOf(ctx: Ctx, orgId: string | undefined) {
  const { org, there } = await contextAtOrg(ctx, { orgId });
  const below = await orgsBelow(there.db, there.scope, org.id, MOST);
  const found = await findOrg(ctx.db, ctx.scope, org.id);
  const parentId = org.id === ctx.session.orgId ? null : (found?.parentId ?? null);
  // The three lists stand beside each other and beside those that they lead to: one name for an organisation.
  const parts =
    below.length > 0
      ? below.map(({ id, code, fullName, isLeaf }) => ({ id, code, name: fullName, isLeaf }))
      : [{ id: org.id, code: org.code, name: org.name, isLeaf: true }];
  return { org: { id: org.id, name: org.name, parentId }, there, parts, today: await todayOf(there.db) };
}

const pageOf = <T>(rows: readonly T[], { pageNum, pageSize }: { pageNum: number; pageSize: number }): T[] =>
  rows.slice((pageNum - 1) * pageSize, pageNum * pageSize);

/** 党员增减 of this year by organisation: the lines of the change table that the wall's growth is drawn from. */
export async function convert(ctx: Ctx, input: ParsedOf<typeof convertSecond>): Promise<ReplyOf<typeof convertSecond>> {
  if (!ctx.may('relation:read')) throw forbidden();
  const { org, there, parts, today } = await partsOf(ctx, input.orgId);
  const rows = await Promise.all(
    pageOf(parts, input).map(async ({ id, code, name, isLeaf }) => {
      const { lines } = await balance(contextAt(there, { id, code, name }), { from: null, to: null });
      const of = (no: number) => lines.find((line) => line.no === no)?.n ?? 0;
      const place = { id, name, isLeaf };
      return {
        ...place,
        before: of(1),
        recruited: of(3),
        restored: of(4),
        arrived: of(5),
        gone: of(11),
        left: of(7) - of(11),
        now: of(14),
      };
    }),
  );
  return { rows, total: parts.length, org, span: `${today.slice(0, 4)}年1月1日至今` };
}

/** This month's dues by organisation, as 党费汇总明细 sums them. */
export async function dues(ctx: Ctx, input: ParsedOf<typeof duesSecond>): Promise<ReplyOf<typeof duesSecond>> {
  const { org, there, parts, today } = await partsOf(ctx, input.orgId);
  const month = today.slice(0, 7);
  const { rows } = await totalDetail(there, { orgId: org.id, from: month, until: month });
  const leaves = new Map(parts.map(({ id, isLeaf }) => [id, isLeaf]));
  const all = rows.map(({ orgId, name, due, paid, owed, people, owing }) => ({
    id: orgId,
    name,
    isLeaf: leaves.get(orgId) ?? true,
    due,
    paid,
    owed,
    people,
    owing,
  }));
  return { rows: pageOf(all, input), total: all.length, org, span: `${Number(month.slice(5))}月` };
}

/** 组织生活 of the closed periods of this year by organisation, as the matrix counts. */
export async function activity(
  ctx: Ctx,
  input: ParsedOf<typeof activitySecond>,
): Promise<ReplyOf<typeof activitySecond>> {
  const { org, there, parts, today } = await partsOf(ctx, input.orgId);
  const types = dutiesFor(await branchesOf(there));
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const found = await Promise.all(
    types.map((type) => matrixAt(there, there.scope, there.scope, org.id, { type, year })),
  );
  const leaves = new Map(parts.map(({ id, isLeaf }) => [id, isLeaf]));
  const ids = [...new Set(found.flatMap(({ rows }) => rows.map(({ orgId }) => orgId)))];
  const all = ids.map((id) => {
    const cells = types.map((type, at) => {
      const { periods = [], rows = [] } = found[at] ?? {};
      const sum = { type, label: typeName(type), ok: 0, due: 0 };
      rows
        .find(({ orgId }) => orgId === id)
        ?.cells.forEach((cell, index) => {
          const { first, months } = monthsOf(periods[index]?.period ?? String(year));
          if (first + months - 1 >= month) return;
          sum.ok += cell.ok;
          sum.due += cell.ok + cell.due + cell.missing;
        });
      return sum;
    });
    const name = found.flatMap(({ rows }) => rows).find(({ orgId }) => orgId === id)?.name ?? '';
    const total = (of: 'ok' | 'due') => cells.reduce((sum, cell) => sum + cell[of], 0);
    return { id, name, isLeaf: leaves.get(id) ?? true, cells, ok: total('ok'), due: total('due') };
  });
  return {
    rows: pageOf(all, input),
    total: all.length,
    org,
    span: month > 1 ? `1–${month - 1}月` : '今年还没有结束的月份',
  };
}
