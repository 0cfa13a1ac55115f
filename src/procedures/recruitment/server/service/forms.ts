import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { chosenScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import type * as contract from '#procedures/recruitment/contract.forms.ts';
import { FORM_ACTS, FORM_STATES, MOST_FORMS } from '#procedures/recruitment/contract.forms.ts';
import type { FileRecord } from '../queries/file.ts';
import * as queries from '../queries/forms.ts';
import { findBranch } from '../queries/meeting.ts';
import { lockFile, logFile, saveFileState } from './wholeFile.ts';

/** The register of the scope. */
export async function forms(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listForms>,
): Promise<ReplyOf<typeof contract.listForms>> {
  const scope = chosenScope(ctx, input.orgId, '所选党组织不存在');
  const filter = { number: input.number || null, state: input.state ?? null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.pageOfForms(ctx.db, scope, filter, input.pageSize, offset);
  const may = ctx.scope.memberId === null && ctx.may('recruit:number');
  return {
    total,
    rows: rows.map(({ orgId: _, orgCode: __, endedOn, changedAt, ...row }) => ({
      ...row,
      id: row.number,
      changedAt: changedAt.toISOString(),
      can: {
        void: may && row.state === 'stock',
        lose: may && (row.state === 'stock' || (row.state === 'given' && endedOn === null)),
        exchange: may && row.state === 'given' && endedOn === null,
      },
    })),
  };
}

type Range = Pick<ParsedOf<typeof contract.addForms>, 'prefix' | 'width' | 'from' | 'to'>;

/** The numbers of a range as they are printed. */
function numbersOf({ prefix, width, from, to }: Range): string[] {
  if (to < from) throw badInput({ to: '终止号不能小于起始号' });
  if (to - from + 1 > MOST_FORMS) throw badInput({ to: `一次最多${MOST_FORMS}个编号` });
  if (String(to).length > width) throw badInput({ width: `终止号${to}超过${width}位` });
  return Array.from({ length: to - from + 1 }, (_, at) => `${prefix}${String(from + at).padStart(width, '0')}`);
}

const spoken = (numbers: readonly string[]) =>
  numbers.length === 1 ? (numbers[0] ?? '') : `${numbers[0]} 至 ${numbers.at(-1)}`;

/** Enters a range that the own organisation received; a number that was ever entered is refused. */
export async function add(ctx: Ctx, input: ParsedOf<typeof contract.addForms>) {
  const { orgId, orgCode, accountName: by } = ctx.session;
  const org = await findBranch(ctx.db, ctx.scope, orgId);
  if (!org || BRANCH_TYPES.includes(org.type)) throw refuse('编号由党委登记，党支部使用上级下发的编号');
  const numbers = numbersOf(input);
  if ((await queries.insertForms(ctx.db, numbers, { orgId, orgCode, by })) < numbers.length) {
    throw badInput({ from: '这一段里有编号已经登记过，每个编号只登记一次' });
  }
  ctx.audit({ type: 'developmentForm', id: numbers[0] ?? '', name: spoken(numbers), orgCode });
  return { count: numbers.length };
}

/** Hands a range on to an organisation below. */
export async function handOnForms(ctx: Ctx, input: ParsedOf<typeof contract.handForms>) {
  const { orgId, orgCode, accountName: by } = ctx.session;
  const to = await findBranch(ctx.db, ctx.scope, input.orgId);
  if (!to) throw notFound('所选党组织不存在');
  if (to.code.length <= orgCode.length) throw badInput({ orgId: '只能下发给下级党组织' });
  const numbers = numbersOf(input);
  const lacking = await queries.firstLacking(ctx.db, orgId, numbers);
  if (lacking) throw badInput({ from: `${lacking}不在本级库存，不能下发` });
  await queries.moveForms(ctx.db, numbers, { id: to.id, code: to.code, by });
  ctx.audit({
    type: 'developmentForm',
    id: numbers[0] ?? '',
    name: `${spoken(numbers)} → ${to.name}`,
    orgCode: to.code,
  });
  return { count: numbers.length };
}

/**
 * Gives a number to somebody at step 14, in the caller's transaction: one of the stock of the branch or of an organisation
 * above it, or one from outside the register, which enters it by that. Each once for ever.
 */
export async function assignFormNumber(ctx: Ctx, file: FileRecord, number: string, on: string): Promise<void> {
  const by = ctx.session.accountName;
  const place = { fileId: file.id, orgId: file.orgId, orgCode: file.orgCode };
  const before = await queries.numberOf(ctx.db, file.id);
  if (before === number) return;
  if (before !== null) throw badInput({ bookNo: `已发放${before}，更换请在志愿书编号登记簿办理换发` });
  if (await queries.insertGiven(ctx.db, number, { ...place, by, on })) return;
  const form = await queries.lockForm(ctx.db, null, number);
  if (form?.state !== 'stock') {
    throw badInput({ bookNo: `编号${number}已被使用（${FORM_STATES[form?.state ?? 'given']}），每个编号只用一次` });
  }
  if (!file.orgCode.startsWith(form.orgCode)) throw badInput({ bookNo: `编号${number}不是下发给本支部的` });
  await queries.setForm(ctx.db, number, { ...place, state: 'given', note: '', by, on });
}

/** Voids, loses or exchanges a number; of one that was given a new one takes its place in the file. */
export async function change(ctx: Ctx, input: ParsedOf<typeof contract.changeForm>): Promise<null> {
  const form = await queries.lockForm(ctx.db, ctx.scope, input.number);
  if (!form) throw notFound('登记簿里没有这个编号');
  const { number, fileId, orgId, orgCode } = form;
  if (form.state !== 'stock' && form.state !== 'given') throw conflict(`编号${number}已被处理，请刷新查看`);
  const by = ctx.session.accountName;
  const to = { fileId, orgId, orgCode, note: input.note, by, on: null };
  if (form.state === 'stock') {
    if (input.act === 'exchanged') throw badInput({ act: '在库的编号没有发放，不用换发' });
    await queries.setForm(ctx.db, number, { ...to, state: input.act });
  } else {
    if (input.act === 'voided') throw badInput({ act: '已发放的编号请办理换发或遗失' });
    if (fileId === null || form.endedOn !== null) throw refuse('这份发展档案已经结束，编号不能再变更');
    if (input.instead === '') throw badInput({ instead: '请填写新编号' });
    const held = await lockFile(ctx, fileId);
    await queries.setForm(ctx.db, number, { ...to, state: input.act });
    await assignFormNumber(ctx, held.file, input.instead, held.file.today).catch((error: unknown) => {
      const data = (error as { data?: { fields?: Record<string, string> } }).data;
      throw data?.fields?.bookNo ? badInput({ instead: data.fields.bookNo }) : error;
    });
    await queries.writeBookNo(ctx.db, fileId, input.instead);
    logFile(ctx, held.file, { bookNo: [number, input.instead] }, input.note);
    await saveFileState(ctx, fileId);
  }
  const changes = { form: [FORM_STATES[form.state], FORM_ACTS[input.act]] as [string, string] };
  ctx.audit({ type: 'developmentForm', id: number, name: number, orgCode, changes, reason: input.note });
  return null;
}
