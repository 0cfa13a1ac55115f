import type * as contract from '#learning/exam/contract.paper.ts';
import { drawFault } from '#learning/exam/rules.draw.ts';
import { type Kind, PAPER_TYPES, pointsText } from '#learning/exam/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { findPlace } from '#publishing/news/server/index.ts';
import { levelsOf, moveToBin } from '../queries/bank.ts';
import * as queries from '../queries/paper.ts';
import { logChange, requireCurrent } from './common.ts';

export const NO_PAPER = '没有找到这份试卷，或不在管理范围内';
const TAKEN = { name: '本组织已有同名的试卷' };

const rowOf = (ctx: Ctx, row: queries.PaperRecord) => {
  const writes = ctx.may('exam:write') && ctx.scope.memberId === null;
  return {
    id: row.id,
    orgId: row.orgId,
    orgName: row.orgName,
    name: row.name,
    type: row.type,
    eachOwn: row.eachOwn,
    total: row.total,
    questions: row.questions,
    exams: row.exams,
    updateName: row.updatedBy,
    updateDate: row.updatedAt.toISOString(),
    version: row.version,
    can: { edit: writes, remove: writes && row.exams === 0 },
  };
};

export async function papers(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listPapers>,
): Promise<ReplyOf<typeof contract.listPapers>> {
  const filter = { type: input.type ?? null, words: input.keyWords || null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfPapers(ctx.db, ctx.scope, filter, input.pageSize, offset);
  return { rows: found.rows.map((row) => rowOf(ctx, row)), total: found.total };
}

export async function paper(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getPaper>> {
  const row = await queries.findPaper(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_PAPER);
  const [items, rules] = await Promise.all([queries.itemsOf(ctx.db, id), queries.rulesOf(ctx.db, id)]);
  return { ...rowOf(ctx, row), halfRight: row.halfRight, items, rules };
}

type Form = Omit<ParsedOf<typeof contract.createPaper>, 'orgId'>;

/** What a form says as it is stored: ids of the scope, no question twice, and a draw that can be made. */
async function fieldsOf(ctx: Ctx, form: Form): Promise<queries.PaperFields> {
  const ids = form.items.map(({ questionId }) => questionId);
  const libs = [...new Set(form.rules.map(({ libId }) => libId))];
  if ((await queries.knownQuestions(ctx.db, ctx.scope, ids)).size < new Set(ids).size)
    throw notFound('有试题已从题库删除，或不在管理范围内');
  if ((await queries.knownLibs(ctx.db, ctx.scope, libs)).size < libs.length)
    throw notFound('题库不存在或不在管理范围内');
  const rules = form.rules.map((rule) => ({ ...rule, kind: rule.kind as Kind }));
  if (form.type === 0) {
    if (ids.length === 0) throw badInput({ items: '请加入试题' });
    if (new Set(ids).size < ids.length) throw badInput({ items: '同一道试题不能出现两次' });
  } else {
    if (rules.length === 0) throw badInput({ rules: '请添加抽题规则' });
    const fault = drawFault(rules, await levelsOf(ctx.db, libs));
    if (fault !== '') throw badInput({ rules: fault });
  }
  return { ...form, eachOwn: form.type === 1 && form.eachOwn, rules, items: form.items };
}

const shown = (of: queries.PaperFields) => ({
  name: of.name,
  type: PAPER_TYPES[of.type as keyof typeof PAPER_TYPES],
  eachOwn: of.eachOwn,
  items: of.items.length,
  rules: of.rules.map(({ amount, score }) => `${amount}道×${pointsText(score)}分`).join('、'),
});

export async function create(
  ctx: Ctx,
  { orgId, ...form }: ParsedOf<typeof contract.createPaper>,
): Promise<ReplyOf<typeof contract.createPaper>> {
  const org = await findPlace(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound('组织不存在');
  const fields = await fieldsOf(ctx, form);
  const id = await writeUnique(
    () => queries.insertPaper(ctx.db, org, fields, ctx.session.accountName),
    () => badInput(TAKEN),
  );
  logChange(
    ctx,
    'examPaper',
    { id, name: fields.name, orgCode: org.code },
    diff<Record<string, unknown>>({}, shown(fields)),
  );
  return { id };
}

export async function update(
  ctx: Ctx,
  { id, version, ...form }: ParsedOf<typeof contract.updatePaper>,
): Promise<ReplyOf<typeof contract.updatePaper>> {
  if (!(await queries.findPaper(ctx.db, ctx.scope, id))) throw notFound(NO_PAPER);
  const fields = await fieldsOf(ctx, form);
  const row = requireCurrent(await queries.findPaper(ctx.db, ctx.scope, id, true), NO_PAPER, version);
  const next = await writeUnique(
    () => queries.writePaper(ctx.db, id, fields, ctx.session.accountName),
    () => badInput(TAKEN),
  );
  logChange(ctx, 'examPaper', row, diff<Record<string, unknown>>({ name: row.name }, shown(fields)));
  return { version: next };
}

export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removePaper>): Promise<null> {
  const row = requireCurrent(await queries.findPaper(ctx.db, ctx.scope, input.id, true), NO_PAPER);
  if (row.exams > 0) throw refuse(`有${row.exams}场考试使用这份试卷，不能删除`);
  await moveToBin(ctx.db, 'exam_paper', row.id, ctx.session.accountName, input.deleteReason);
  logChange(ctx, 'examPaper', row, {}, input.deleteReason);
  return null;
}
