import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import type * as contract from '#procedures/dues/contract.grid.ts';
import { MOST_AT_ONCE } from '#procedures/dues/contract.grid.ts';
import { basisFault, dueOf, type Payer, standardStartMonth } from '#procedures/dues/rules.ts';
import { findPlace, monthAndToday } from '../queries/bills.ts';
import * as queries from '../queries/standards.ts';
import { categoryName, NOBODY } from './bills.ts';
import { basisOf, monthFault, openIncome, payerFault, saveStandard } from './standards.ts';

/** The people of a branch with the standards that count now and the income behind them. */
export async function grid(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.gridStandards>,
): Promise<ReplyOf<typeof contract.gridStandards>> {
  const place = await findPlace(ctx.db, ctx.scope, orgId);
  if (!place) throw notFound('组织不存在');
  const { current } = await monthAndToday(ctx.db);
  const rows = await queries.gridOf(ctx.db, ctx.scope, place.id, current, MOST_AT_ONCE + 1);
  return {
    orgName: place.name,
    current,
    rows: rows.slice(0, MOST_AT_ONCE).map((row) => {
      const income =
        row.standardId !== null && row.encrypted !== null
          ? openIncome(ctx.vault, { id: row.standardId, encrypted: row.encrypted })
          : null;
      return {
        memberId: row.id,
        name: row.name,
        personCategoryName: categoryName(row.category),
        payer: row.payer,
        base: income?.base ?? null,
        amount: row.amount === null ? null : Number(row.amount),
        fromMonth: row.fromMonth,
        byParts: income !== null && Object.keys(income.parts).length > 0,
      };
    }),
    more: rows.length > MOST_AT_ONCE,
  };
}

type Input = ParsedOf<typeof contract.previewStandards>;

/** Each line as it would come out; whoever is out of scope reads as nobody, whoever stands elsewhere in it is told as such. */
async function judged(ctx: Ctx, input: Input, lock: boolean) {
  const place = await findPlace(ctx.db, ctx.scope, input.orgId);
  if (!place) throw notFound('组织不存在');
  const ids = input.rows.map(({ memberId }) => memberId);
  if (new Set(ids).size < ids.length) throw refuse('同一名党员只能出现一次');
  const people = await queries.findPayers(ctx.db, ctx.scope, ids, lock);
  const known = new Map(people.filter(({ orgId }) => orgId === place.id).map((one) => [one.id, one]));
  if (people.length < ids.length) throw notFound(NOBODY);
  if (known.size < ids.length) throw refuse('有人已不在该组织，请刷新名单后再填');
  const { current } = await monthAndToday(ctx.db);
  const lines = [];
  for (const row of input.rows) {
    const person = known.get(row.memberId) as queries.Payer;
    const standards = await queries.standardsOf(ctx.db, person.id);
    const basis = { payer: row.payer as Payer, base: row.payer === 6 ? 0 : row.base };
    const fault =
      payerFault(person) ?? monthFault(person, input.fromMonth, current) ?? basisFault(basis, input.fromMonth);
    const next = standards.findLast(({ fromMonth }) => fromMonth > input.fromMonth)?.fromMonth ?? null;
    const from = standardStartMonth(standards, { fromMonth: input.fromMonth, payer: basis.payer });
    const bills = fault ? [] : await queries.billsBetween(ctx.db, person.id, from, next);
    const due = fault ? { amount: 0, sentence: '' } : dueOf(basis, input.fromMonth);
    lines.push({
      person,
      basis,
      due,
      fault: fault ?? '',
      same: standards.find(({ fromMonth }) => fromMonth === input.fromMonth),
      before: standards.find(({ fromMonth }) => fromMonth <= input.fromMonth),
      months: bills.filter(({ state, amount }) => state === 1 && Number(amount) !== due.amount).length,
    });
  }
  return { place, lines };
}

/** 试算: what everybody would pay, and the sums of before and after. Writes nothing. */
export async function preview(ctx: Ctx, input: Input): Promise<ReplyOf<typeof contract.previewStandards>> {
  const { lines } = await judged(ctx, input, false);
  return {
    rows: lines.map(({ person, due, fault, before, months }) => ({
      memberId: person.id,
      name: person.name,
      before: before ? Number(before.amount) : null,
      after: due.amount,
      sentence: due.sentence,
      months,
      fault,
    })),
    before: lines.reduce((sum, { before }) => sum + Number(before?.amount ?? 0), 0),
    after: lines.reduce((sum, { due }) => sum + due.amount, 0),
  };
}

/** Sets the standards of many people from one month on: all of them or none. */
export async function setAll(
  ctx: Ctx,
  input: ParsedOf<typeof contract.setStandards>,
): Promise<ReplyOf<typeof contract.setStandards>> {
  const { place, lines } = await judged(ctx, input, true);
  const faulty = lines.filter(({ fault }) => fault !== '');
  const [first] = faulty;
  if (first) {
    const rest = faulty.length > 1 ? `；另有${faulty.length - 1}人不符合` : '';
    throw refuse(`${first.person.name}：${first.fault}${rest}，都没有保存`);
  }
  let after = 0;
  for (const { person, basis, same } of lines) {
    const { fromMonth, keeps, reason } = input;
    const setting = { fromMonth, keeps, reason, ...basisOf({ ...basis, parts: {} }, fromMonth) };
    after += (await saveStandard(ctx, person, setting, same)).amount;
  }
  ctx.audit({
    type: 'org',
    id: place.id,
    name: place.name,
    orgCode: place.code,
    reason: `${input.fromMonth}起，${lines.length}人${input.reason ? `，${input.reason}` : ''}`,
  });
  return { count: lines.length, after };
}
