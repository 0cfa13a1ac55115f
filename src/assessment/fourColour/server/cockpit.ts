import { Readable } from 'node:stream';
import type * as contract from '#assessment/fourColour/contract.ts';
import type { Cockpit } from '#assessment/fourColour/contract.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { notFound } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { countAllKept, countKept, readSnapshot } from '#platform/server/sums/keptChecks.ts';
import { contextAt, findRulesOfCheck, rulesFor } from '#platform/server/sums/ruleChecks.ts';
import * as queries from './queries.ts';

const NO_ORG = '组织不存在';

async function orgOf(ctx: Ctx, id: string | undefined) {
  const org = await queries.orgWithParents(ctx.db, ctx.scope, id ?? ctx.session.orgId);
  if (!org) throw notFound(NO_ORG);
  return org;
}

/** Organisations of the next level by checks, worst first; a branch shows itself. Every number is that of its list at this moment. */
export async function cockpit(ctx: Ctx, { orgId }: ParsedOf<typeof contract.cockpit>): Promise<Cockpit> {
  const org = await orgOf(ctx, orgId);
  const below = await queries.childrenOf(ctx.db, ctx.scope, org.id);
  const shown = below.length > 0 ? below : [{ ...org, isLeaf: true, contact: '', phone: '' }];
  const checks = rulesFor(ctx).flatMap((rules) => rules.checks);
  const rows: Cockpit['rows'] = [];
  const there = contextAt(ctx, org);
  const found = await countAllKept(there, rulesFor(there), [
    ...(below.length > 0 ? [below.map(({ code }) => code)] : []),
    [org.code],
  ]);
  const valuesOf = (counts: Readonly<Record<string, number>> = {}) => checks.map(({ code }) => counts[code] ?? 0);
  const breached = (counts: readonly number[]) => counts.filter((n) => n > 0).length;
  const sum = (list: readonly number[]) => list.reduce((all, n) => all + n, 0);
  for (const { id, name, isLeaf, contact, phone, code } of shown) {
    const counts = valuesOf(found.get(code));
    rows.push({ orgId: id, name, isLeaf, isOwn: false, contact, phone, counts, open: breached(counts) });
  }
  rows.sort((a, b) => b.open - a.open || sum(b.counts) - sum(a.counts));
  const totals = valuesOf(found.get(org.code));
  const own = totals.map((n, at) => Math.max(0, n - sum(rows.map(({ counts }) => counts[at] ?? 0))));
  if (breached(own) > 0) {
    const name = `${org.name}（本级）`;
    const itself = { orgId: org.id, name, isLeaf: true, isOwn: true, contact: '', phone: '' };
    rows.push({ ...itself, counts: own, open: breached(own) });
  }
  return {
    orgId: org.id,
    name: org.name,
    parents: org.parents,
    asOf: new Date().toISOString(),
    checks: checks.map(({ code, label, clause, unit }, at) => ({ code, label, clause, unit, total: totals[at] ?? 0 })),
    rows,
  };
}

/** The rows behind one number. */
export async function cell(
  ctx: Ctx,
  { orgId, code, pageNum, pageSize }: ParsedOf<typeof contract.cockpitRows>,
): Promise<ReplyOf<typeof contract.cockpitRows>> {
  const org = await orgOf(ctx, orgId);
  const rules = findRulesOfCheck(ctx, code);
  if (!rules) throw notFound('没有这一项检查');
  // One moment for both: while others write, the list has as many rows as its number says.
  return readSnapshot(ctx, async (db) => {
    const there = contextAt(ctx, org, db);
    const [rows, counts] = await Promise.all([
      rules.rows(there, code, { pageNum, pageSize }),
      countKept(there, rules, [org.code]),
    ]);
    return { rows, total: counts.get(org.code)?.[code] ?? 0 };
  });
}

export async function workbook(ctx: Ctx, { orgId }: ParsedOf<typeof contract.exportCockpit>): Promise<FileReply> {
  const found = await cockpit(ctx, { orgId });
  const title = `督查驾驶舱 ${found.name}`;
  const mark = await markOfDownload(ctx, title);
  ctx.audit({ type: 'org', id: found.orgId, name: title });
  return {
    name: `${title}${await todayOf(ctx.db)}.xlsx`,
    mime: XLSX_MIME,
    body: Readable.from(
      xlsx(
        '督查驾驶舱',
        ['组织', '不符合项', ...found.checks.map(({ label }) => label)].map((head, at) => ({
          head,
          width: at === 0 ? 34 : 12,
          ...(at === 0 ? {} : { kind: 'whole' as const }),
        })),
        found.rows.map((row) => [row.name, String(row.open), ...row.counts.map(String)]),
        mark,
      ),
    ),
  };
}
