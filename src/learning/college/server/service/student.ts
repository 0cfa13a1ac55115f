import type * as contract from '#learning/college/contract.student.ts';
import type { Student } from '#learning/college/contract.student.ts';
import { nextGrade, PAST, placeWords, STUDENT, schoolYearOf } from '#learning/college/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import * as promotions from '../queries/promotion.ts';
import * as queries from '../queries/student.ts';
import { filterOf } from './studentExport.ts';

const NOBODY = '没有找到这个人，或不在名册里';
const NO_PROMOTION = '没有找到这次升级';

function rowOf(row: queries.StudentRecord): Student {
  const { personId: _person, orgCode: _code, updatedBy: _by, updatedAt: _at, ...shown } = row;
  return shown;
}

/** Writes a change of somebody's place to the log. */
function log(ctx: Ctx, row: { id: string; name: string; orgCode: string }, changes: object, reason?: string): void {
  const detail = { type: 'collegePerson', id: row.id, name: row.name, orgCode: row.orgCode, changes: changes as never };
  ctx.audit(reason ? { ...detail, reason } : detail);
}

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listStudents>,
): Promise<ReplyOf<typeof contract.listStudents>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfStudents(ctx.db, ctx.scope, filterOf(input), input.pageSize, offset);
  return { rows: found.rows.map(rowOf), total: found.total };
}

export const classes = (ctx: Ctx): Promise<ReplyOf<typeof contract.listClasses>> =>
  queries.classesOf(ctx.db, ctx.scope);

async function see(ctx: Ctx, id: string, lock = false): Promise<queries.StudentRecord> {
  const row = await queries.findStudent(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound(NOBODY);
  return row;
}

export async function get(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getStudent>> {
  const row = await see(ctx, id);
  const [learnt, steps] = await Promise.all([
    queries.learntBy(ctx.db, id),
    promotions.promotionsOf(ctx.db, row.personId),
  ]);
  return {
    ...rowOf(row),
    ...learnt,
    promotions: steps.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
    updateName: row.updatedBy,
    updateDate: row.updatedAt.toISOString(),
  };
}

/** What a form says as it is stored: a student has a grade and a class, one of the staff a post. */
export function fieldsOf(of: queries.PlaceFields): queries.PlaceFields {
  if (of.jobType === STUDENT) {
    if (of.grade === null) throw badInput({ grade: '请选择年级' });
    if (of.className === '' && of.grade !== PAST) throw badInput({ className: '请填写班级' });
    return { ...of, jobClass: null, titleLevel: null };
  }
  if (of.jobClass === null) throw badInput({ jobClass: '请选择在岗或外聘' });
  return { ...of, grade: null, className: '' };
}

const shown = (of: queries.PlaceFields) => ({
  jobType: of.jobType,
  number: of.number,
  place: placeWords(of),
  suspended: of.suspended,
});

export async function add(
  ctx: Ctx,
  { memberId, ...form }: ParsedOf<typeof contract.addStudent>,
): Promise<ReplyOf<typeof contract.addStudent>> {
  const person = await queries.findPerson(ctx.db, ctx.scope, memberId);
  if (!person) throw notFound('人员不存在');
  const fields = fieldsOf(form);
  if (person.isListed) throw badInput({ memberId: `${person.name}已经在名册里` });
  await queries.insertPlaces(ctx.db, [{ ...fields, memberId }], ctx.session.accountName);
  log(ctx, person, diff<Record<string, unknown>>({}, shown(fields)));
  return { id: memberId };
}

export async function edit(
  ctx: Ctx,
  { id, version, ...form }: ParsedOf<typeof contract.editStudent>,
): Promise<ReplyOf<typeof contract.editStudent>> {
  const row = await see(ctx, id, true);
  if (row.version !== version)
    throw conflict('名册已有变化，请核对后再保存', {
      current: { version: row.version, updateName: row.updatedBy, updateDate: row.updatedAt.toISOString() },
    });
  const fields = fieldsOf(form);
  const next = await queries.writePlace(ctx.db, row.personId, fields, ctx.session.accountName);
  log(ctx, row, diff<Record<string, unknown>>(shown(row), shown(fields)));
  return { version: next };
}

export async function drop(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.dropStudent>): Promise<null> {
  const row = await see(ctx, id, true);
  await queries.dropPlace(ctx.db, row.personId);
  log(ctx, row, { place: [placeWords(row), null] }, reason);
  return null;
}

export async function preview(ctx: Ctx): Promise<ReplyOf<typeof contract.previewPromotion>> {
  const today = await todayOf(ctx.db);
  const year = schoolYearOf(today);
  const rows = await promotions.stepsOf(ctx.db, ctx.scope, year);
  const steps = rows.flatMap(({ grade, className, people }) =>
    people === 0 ? [] : [{ grade, className, after: nextGrade(grade), people }],
  );
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  return {
    year,
    steps,
    promoted: sum(steps.map(({ people }) => people)),
    graduated: sum(steps.flatMap(({ after, people }) => (after === PAST ? [people] : []))),
    suspended: sum(rows.map(({ suspended }) => suspended)),
    already: sum(rows.map(({ already }) => already)),
    hasBegun: today > `${year}-09-30`,
  };
}

export async function promote(
  ctx: Ctx,
  input: ParsedOf<typeof contract.promote>,
): Promise<ReplyOf<typeof contract.promote>> {
  if (ctx.scope.memberId !== null) throw refuse('没有可以升级的学生');
  await promotions.lockPromotions(ctx.db);
  const now = await preview(ctx);
  if (now.promoted === 0) throw refuse('没有可以升级的学生');
  if (now.promoted !== input.promoted || now.graduated !== input.graduated)
    throw refuse('名册在预览之后有变化，请重新预览');
  const { orgId, orgCode, orgName, accountName } = ctx.session;
  const of = { orgId, orgCode, year: now.year, promoted: now.promoted, graduated: now.graduated, by: accountName };
  const id = await promotions.promote(ctx.db, ctx.scope, of);
  ctx.audit({
    type: 'collegePromotion',
    id,
    name: `${now.year}学年升级`,
    orgCode,
    reason: `${orgName}：${now.promoted}人升级，其中${now.graduated}人成为往届`,
  });
  return { id, promoted: now.promoted, graduated: now.graduated };
}

export async function listPromotions(
  ctx: Ctx,
  { pageNum, pageSize }: ParsedOf<typeof contract.listPromotions>,
): Promise<ReplyOf<typeof contract.listPromotions>> {
  const found = await promotions.pageOfPromotions(ctx.db, ctx.scope, pageSize, (pageNum - 1) * pageSize);
  return {
    rows: found.rows.map(({ orgId: _id, orgCode: _code, name: _name, createdAt, undoneAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      undoneAt: undoneAt?.toISOString() ?? null,
      can: { undo: undoneAt === null },
    })),
    total: found.total,
  };
}

export async function undoPromotion(
  ctx: Ctx,
  { id, reason }: ParsedOf<typeof contract.undoPromotion>,
): Promise<ReplyOf<typeof contract.undoPromotion>> {
  const row = await promotions.findPromotion(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_PROMOTION);
  if (row.undoneAt !== null) throw refuse('这次升级已经撤回');
  const { restored, all } = await promotions.undo(ctx.db, id, ctx.session.accountName, reason);
  ctx.audit({ type: 'collegePromotion', id, name: row.name, orgCode: row.orgCode, reason });
  return { restored, kept: all - restored };
}
