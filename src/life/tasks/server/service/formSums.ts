import { findOrg } from '#house/server/findOrg.ts';
import type * as contract from '#life/tasks/contract.form.ts';
import { type Design, EMPTY_DESIGN, fromScaledInteger, isFarOff, slotsOf } from '#life/tasks/rules.form.ts';
import { cellName } from '#life/tasks/rules.formCheck.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, type Scope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import * as queries from '../queries/formSums.ts';
import { findForm } from '../queries/forms.ts';
import { loadVisibleTask } from './forms.ts';

const place = (row: string, col: string) => `${row}:${col}`;

/** Where the slots of a grid stand in another one of the same cells; undefined where that has none. */
function placesIn(design: Design): Map<string, { at: number; decimals: number }> {
  return new Map(slotsOf(design).map(({ row, col, decimals }, at) => [place(row, col), { at, decimals }]));
}

/** A value of other decimals as one of these; undefined where that loses something. */
function toDecimals(value: bigint, from: number, to: number): bigint | undefined {
  if (from <= to) return value * 10n ** BigInt(to - from);
  const size = 10n ** BigInt(from - to);
  return value % size === 0n ? value / size : undefined;
}

/** What a sum is looked at: the task, the cycle and the organisation, each within the scope. */
export async function loadSumTarget(
  ctx: Ctx,
  input: { id: string; circleId?: string | undefined; orgId?: string | undefined },
) {
  const task = await loadVisibleTask(ctx, input.id);
  const org = await findOrg(ctx.db, ctx.scope, input.orgId ?? ctx.session.orgId);
  const scope = org && narrowScope(ctx.scope, org.code);
  if (!org || !scope) throw notFound('组织不存在');
  const circles = await queries.circlesOf(ctx.db, task.id);
  const circle = input.circleId
    ? circles.find(({ id }) => id === input.circleId)
    : (circles.findLast(({ hasBegun }) => hasBegun) ?? circles.at(0));
  if (input.circleId && !circle) throw notFound('没有这一期');
  const design = (await findForm(ctx.db, task.id))?.design ?? EMPTY_DESIGN;
  const before = circle ? await queries.circleBefore(ctx.db, circle.id) : undefined;
  return { task, org, scope, circles, circle, design, before };
}

/** Both sums of a subtree by place: now, and last time in the decimals of now. */
export async function sumsNowAndBefore(
  ctx: Pick<Ctx, 'db'>,
  scope: Scope,
  circleId: string | undefined,
  design: Design,
  before: { id: string; design: Design } | undefined,
) {
  const now = circleId
    ? await queries.sumsWithin(ctx.db, scope, circleId, slotsOf(design).length)
    : new Map<number, bigint>();
  const old = before
    ? await queries.sumsWithin(ctx.db, scope, before.id, slotsOf(before.design).length)
    : new Map<number, bigint>();
  const places = before ? placesIn(before.design) : new Map<string, { at: number; decimals: number }>();
  return slotsOf(design).map(({ row, col, decimals }, at) => {
    const there = places.get(place(row, col));
    const last = there && old.get(there.at);
    return {
      row,
      col,
      decimals,
      now: now.get(at) ?? null,
      before: last === undefined || !there ? null : (toDecimals(last, there.decimals, decimals) ?? null),
    };
  });
}

const shown = (value: bigint | null, decimals: number) => (value === null ? '' : fromScaledInteger(value, decimals));

/** The sums of what an organisation and those below it have handed in, beside those of last time. */
export async function sum(
  ctx: Ctx,
  input: ParsedOf<typeof contract.formSum>,
): Promise<ReplyOf<typeof contract.formSum>> {
  const { task, org, scope, circles, circle, design, before } = await loadSumTarget(ctx, input);
  const [path, counted, figures] = await Promise.all([
    queries.pathTo(ctx.db, ctx.scope, org.code),
    circle ? queries.countFiled(ctx.db, scope, circle.id) : { live: 0, filed: 0 },
    sumsNowAndBefore(ctx, scope, circle?.id, design, before),
  ]);
  return {
    title: task.title,
    design,
    circles: circles.map(({ id, label }) => ({ id, label })),
    circleId: circle?.id ?? '',
    path,
    ...counted,
    figures: figures.map(({ row, col, decimals, now, before }) => ({
      row,
      col,
      value: shown(now, decimals),
      before: shown(before, decimals),
      isFarOff: isFarOff(now, before),
    })),
    previousLabel: before?.label ?? '',
  };
}

/** Of what a sum consists: the cell of the organisation itself, and a sum or a cell for each of those right below it. */
export async function below(
  ctx: Ctx,
  input: ParsedOf<typeof contract.formBelow>,
): Promise<ReplyOf<typeof contract.formBelow>> {
  const { org, circle, design, before } = await loadSumTarget(ctx, input);
  const own = placesIn(design).get(place(input.row, input.col));
  const there = before && placesIn(before.design).get(place(input.row, input.col));
  if (!own || !circle) return { name: '', total: '', rows: [] };
  const [now, old] = await Promise.all([
    queries.cellsBelow(ctx.db, ctx.scope, circle.id, org.id, own.at),
    before && there ? queries.cellsBelow(ctx.db, ctx.scope, before.id, org.id, there.at) : [],
  ]);
  const values = now.map(({ value }) => (value === null ? null : BigInt(value)));
  const total = values.reduce<bigint | null>((sum, value) => (value === null ? sum : (sum ?? 0n) + value), null);
  return {
    name: cellName(design, input),
    total: shown(total, own.decimals),
    rows: now.map(({ value: _value, ...row }, index) => {
      const last = old.find(({ orgId }) => orgId === row.orgId)?.value;
      const value = values[index] ?? null;
      const beforeValue =
        last === null || last === undefined || !there
          ? null
          : (toDecimals(BigInt(last), there.decimals, own.decimals) ?? null);
      return {
        ...row,
        value: shown(value, own.decimals),
        before: shown(beforeValue, own.decimals),
        isFarOff: isFarOff(value, beforeValue),
      };
    }),
  };
}
