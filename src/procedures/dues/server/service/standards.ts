import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import type { Vault } from '#platform/server/secrecy/crypto.ts';
import type * as contract from '#procedures/dues/contract.standard.ts';
import type { Part } from '#procedures/dues/contract.standard.ts';
import { payerName } from '#procedures/dues/contract.ts';
import { basisFault, dueOf, type Payer, standardStartMonth } from '#procedures/dues/rules.ts';
import { monthAndToday } from '../queries/bills.ts';
import { billOpened, recomputeBills } from '../queries/opening.ts';
import * as queries from '../queries/standards.ts';
import { categoryName, NOBODY } from './bills.ts';

/** Where an income is encrypted. */
export const basePlace = (id: string): string => `dues_standard.base.${id}`;

interface Income {
  base: number;
  parts: Partial<Record<Part, number>>;
}

/** The income of a standard, in fen. */
export const openIncome = (vault: Vault, row: Pick<queries.StandardRecord, 'id' | 'encrypted'>): Income =>
  JSON.parse(vault.decrypt(basePlace(row.id), row.encrypted)) as Income;

/** What counts of an income: the sum of its parts where some are named. Throws at its field where it cannot be. */
export function basisOf(input: { payer: Payer; base: number; parts: Partial<Record<Part, number>> }, month: string) {
  const parts = Object.values(input.parts).filter((part) => part !== undefined);
  const isByParts = (input.payer === 1 || input.payer === 2) && parts.length > 0;
  const base = isByParts ? parts.reduce((sum, part) => sum + part, 0) : input.payer === 6 ? 0 : input.base;
  const fault = basisFault({ payer: input.payer, base }, month);
  if (fault) throw badInput({ base: fault });
  return { payer: input.payer, base, parts: isByParts ? input.parts : {} };
}

/** The calculator: anybody signed in, nothing is kept. */
export async function calculate(
  ctx: Ctx,
  input: ParsedOf<typeof contract.calculate>,
): Promise<ReplyOf<typeof contract.calculate>> {
  const month = input.month ?? (await monthAndToday(ctx.db)).current;
  const basis = basisOf(input, month);
  return { base: basis.base, ...dueOf(basis, month) };
}

/** Somebody of the scope who pays dues. */
async function payerOf(ctx: Ctx, id: string, lock = false): Promise<queries.Payer> {
  const person = await queries.findPayer(ctx.db, ctx.scope, id, lock);
  if (!person) throw notFound(NOBODY);
  return person;
}

/** The standards of a person with the income behind them. */
export async function standards(
  ctx: Ctx,
  { memberId }: ParsedOf<typeof contract.listStandards>,
): Promise<ReplyOf<typeof contract.listStandards>> {
  const person = await payerOf(ctx, memberId);
  const [rows, { current }] = await Promise.all([queries.standardsOf(ctx.db, memberId), monthAndToday(ctx.db)]);
  return {
    memberId,
    name: person.name,
    orgId: person.orgId,
    orgName: person.orgName,
    personCategoryName: categoryName(person.category),
    current,
    standards: rows.map((row) => {
      const income = openIncome(ctx.vault, row);
      return {
        id: row.id,
        memberId,
        fromMonth: row.fromMonth,
        payer: row.payer,
        payerName: payerName(row.payer),
        base: income.base,
        parts: income.parts,
        amount: Number(row.amount),
        sentence: dueOf({ payer: row.payer as Payer, base: income.base }, row.fromMonth).sentence,
        keeps: row.keeps,
        reason: row.reason,
        version: row.version,
        updateName: row.updatedBy,
        updateDate: row.updatedAt.toISOString(),
      };
    }),
  };
}

/** Why a standard cannot begin with a month: before the person was a member, or further ahead than a year; null: it can. */
export function monthFault(person: queries.Payer, fromMonth: string, current: string): string | null {
  const since = person.admissionDate?.slice(0, 7);
  if (since && fromMonth < since) return `党费从支部大会通过之月（${since}）起缴纳，不能更早（第八条）`;
  if (Number(fromMonth.slice(0, 4)) > Number(current.slice(0, 4)) + 1) return '起始月份太晚，请核对';
  return null;
}

/** Why nobody sets a standard for a person; null: dues are due of the person. */
export function payerFault({ category, status }: queries.Payer): string | null {
  if (category > 2) return '入党申请人、积极分子和发展对象不缴纳党费';
  return status === 1 ? null : '该党员已不在册，不再设置党费标准';
}

/** Refuses people and months that cannot be. */
function checkMonth(person: queries.Payer, fromMonth: string, current: string): void {
  const nobody = payerFault(person);
  if (nobody) throw refuse(nobody);
  const fault = monthFault(person, fromMonth, current);
  if (fault) throw badInput({ fromMonth: fault });
}

/** What a new standard would change. Writes nothing. */
export async function previewStandard(
  ctx: Ctx,
  input: ParsedOf<typeof contract.previewStandard>,
): Promise<ReplyOf<typeof contract.previewStandard>> {
  const person = await payerOf(ctx, input.memberId);
  const [rows, { current }] = await Promise.all([queries.standardsOf(ctx.db, person.id), monthAndToday(ctx.db)]);
  checkMonth(person, input.fromMonth, current);
  const basis = basisOf(input, input.fromMonth);
  const next = rows.findLast(({ fromMonth }) => fromMonth > input.fromMonth)?.fromMonth ?? null;
  const from = standardStartMonth(rows, input);
  const bills = await queries.billsBetween(ctx.db, person.id, from, next);
  const due = dueOf(basis, input.fromMonth);
  const later = from === input.fromMonth ? '' : `；本年的标准年初已核定、全年不变，从${from}起按这一条`;
  return {
    amount: due.amount,
    sentence: `${due.sentence}${later}`,
    changes: bills
      .filter(({ state, amount }) => state === 1 && Number(amount) !== due.amount)
      .map(({ month, amount }) => ({ month, before: Number(amount), after: due.amount })),
    paid: bills.filter(({ state }) => state === 2 || state === 3).map(({ month }) => month),
  };
}

/** Sets what a person pays from a month on; months that are paid stay, open ones are computed anew. */
export async function setStandard(
  ctx: Ctx,
  input: ParsedOf<typeof contract.setStandard>,
): Promise<ReplyOf<typeof contract.setStandard>> {
  const person = await payerOf(ctx, input.memberId, true);
  const [rows, { current }] = [await queries.standardsOf(ctx.db, person.id), await monthAndToday(ctx.db)];
  checkMonth(person, input.fromMonth, current);
  const basis = basisOf(input, input.fromMonth);
  const same = rows.find(({ fromMonth }) => fromMonth === input.fromMonth);
  if ((same?.version ?? undefined) !== input.version) {
    throw conflict(same ? '该月起的标准已有变化，请核对后再保存' : '该月起的标准已被撤销，请核对后再保存', {
      current: {
        version: same?.version ?? 0,
        updateName: same?.updatedBy ?? '',
        updateDate: same?.updatedAt.toISOString() ?? '',
      },
    });
  }
  return saveStandard(ctx, person, { ...input, ...basis }, same);
}

export interface Setting {
  fromMonth: string;
  payer: Payer;
  base: number;
  parts: Partial<Record<Part, number>>;
  keeps: boolean;
  reason: string;
}

/** Writes a standard that was judged, in place of the one of the same month; bills that are not paid follow, and the audit says so. */
export async function saveStandard(
  ctx: Ctx,
  person: queries.Payer,
  setting: Setting,
  same: queries.StandardRecord | undefined,
): Promise<{ id: string; amount: number }> {
  const id = same?.id ?? (await queries.nextStandardId(ctx.db));
  const due = dueOf(setting, setting.fromMonth);
  await queries.writeStandard(ctx.db, {
    id,
    memberId: person.id,
    fromMonth: setting.fromMonth,
    payer: setting.payer,
    encrypted: ctx.vault.encrypt(basePlace(id), JSON.stringify({ base: setting.base, parts: setting.parts })),
    amount: due.amount,
    rate: due.rate,
    keeps: setting.keeps,
    reason: setting.reason,
    by: ctx.session.accountName,
  });
  await recomputeBills(ctx.db, person.id);
  await billOpened(ctx.db, person.id, setting.fromMonth);
  // The income itself is in no log: what it comes to is.
  const shown = (one?: { payer: number; amount: number; keeps: boolean; reason: string }) =>
    one
      ? { fromMonth: setting.fromMonth, payer: one.payer, amount: one.amount, keeps: one.keeps, reason: one.reason }
      : {};
  ctx.audit({
    type: 'duesStandard',
    id: person.id,
    name: person.name,
    orgCode: person.orgCode,
    changes: diff<Record<string, unknown>>(
      shown(same && { ...same, amount: Number(same.amount) }),
      shown({ payer: setting.payer, amount: due.amount, keeps: setting.keeps, reason: setting.reason }),
    ),
  });
  return { id, amount: due.amount };
}

/** Takes a standard back by which nothing was paid. */
export async function removeStandard(ctx: Ctx, input: ParsedOf<typeof contract.removeStandard>): Promise<null> {
  const person = await payerOf(ctx, input.memberId, true);
  const rows = await queries.standardsOf(ctx.db, person.id);
  const row = rows.find(({ fromMonth }) => fromMonth === input.fromMonth);
  if (!row) throw refuse('没有这条党费标准，可能已被撤销');
  const next = rows.findLast(({ fromMonth }) => fromMonth > row.fromMonth)?.fromMonth ?? null;
  const paid = (await queries.billsBetween(ctx.db, person.id, row.fromMonth, next)).filter(
    ({ state }) => state === 2 || state === 3,
  );
  if (paid.length > 0)
    throw refuse(`${paid.map(({ month }) => month).join('、')}已按它缴纳，不能撤销；可从以后的月份另设标准`);
  await queries.deleteStandard(ctx.db, row.id);
  await recomputeBills(ctx.db, person.id);
  await queries.voidWithoutStandard(ctx.db, person.id);
  ctx.audit({
    type: 'duesStandard',
    id: person.id,
    name: person.name,
    orgCode: person.orgCode,
    reason: input.reason,
    changes: { fromMonth: [row.fromMonth, null], amount: [Number(row.amount), null] },
  });
  return null;
}

const NO_CONFIG: queries.ConfigRecord = {
  quarterly: false,
  consent: '',
  proxyName: '',
  place: '',
  reminded: true,
  version: 0,
};

/** How a person pays. */
export async function config(
  ctx: Ctx,
  { memberId }: ParsedOf<typeof contract.getConfig>,
): Promise<ReplyOf<typeof contract.getConfig>> {
  const person = await payerOf(ctx, memberId);
  const row = (await queries.configOf(ctx.db, memberId)) ?? NO_CONFIG;
  return { memberId, name: person.name, orgName: person.orgName, ...row, can: { edit: ctx.may('dues:collect') } };
}

/** Writes how a person pays; quarterly with the branch's consent alone (article 12). */
export async function saveConfig(
  ctx: Ctx,
  input: ParsedOf<typeof contract.saveConfig>,
): Promise<ReplyOf<typeof contract.saveConfig>> {
  const person = await payerOf(ctx, input.memberId);
  if (input.quarterly && input.consent === '')
    throw badInput({ consent: '按季缴纳须经党支部同意（第十二条），请写明' });
  const before = (await queries.configOf(ctx.db, person.id)) ?? NO_CONFIG;
  const fields = { ...input, consent: input.quarterly ? input.consent : '' };
  const version = await queries.writeConfig(ctx.db, person.id, fields, ctx.session.accountName);
  if (version === undefined) throw conflict('该党员的党费设置已有变化，请核对后再保存');
  const { memberId: _, ...after } = fields;
  const { version: __, ...shown } = before;
  const { version: ___, ...written } = after;
  ctx.audit({
    type: 'duesConfig',
    id: person.id,
    name: person.name,
    orgCode: person.orgCode,
    changes: diff<Record<string, unknown>>(shown, written),
  });
  return { version };
}
