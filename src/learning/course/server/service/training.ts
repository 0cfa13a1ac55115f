import { findOrg } from '#house/server/findOrg.ts';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type * as contract from '#learning/course/contract.training.ts';
import { trainingFaults } from '#learning/course/rules.training.ts';
import { hoursOf } from '#people/studyHours/rules.ts';
import { dutyOf, grantHours, withdrawHours } from '#people/studyHours/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { type Db, todayOf } from '#platform/server/database/db.ts';
import { narrowScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile } from '#platform/server/files/fileRights.ts';
import * as queries from '../queries/training.ts';

export const TRAINING_FILES = 'course.training';
const MISSING = '线下培训不存在，或不在管理范围内';
const NO_PERSON = '人员不存在，或不在管理范围内';
const WITHDRAWN = '这次线下培训已经撤销';
const CHANGED = '这次线下培训已被他人修改，请核对后再操作';
export const evidenceOf = (id: string) => `training:${id}`;
export const trainingPath = (id: string) => `/education/training/${id}`;

/** Whoever sees a training reads its proof. */
export const announceTrainingFiles = () =>
  canReadFile(
    TRAINING_FILES,
    async (ctx, { rowId }) =>
      rowId !== null &&
      ctx.may('hours:read') &&
      ctx.scope.memberId === null &&
      (await queries.findTraining(ctx.db, ctx.scope, rowId)) !== undefined,
  );

async function see(ctx: Ctx, id: string, lock = false): Promise<queries.TrainingRecord> {
  const row = ctx.scope.memberId === null ? await queries.findTraining(ctx.db, ctx.scope, id, lock) : undefined;
  if (!row) throw notFound(MISSING);
  return row;
}

/** A training that stands, kept until the transaction ends. */
async function lockRow(ctx: Ctx, id: string, version?: number): Promise<queries.TrainingRecord> {
  const row = await see(ctx, id, true);
  if (version !== undefined && row.version !== version) throw conflict(CHANGED);
  if (row.isWithdrawn) throw refuse(WITHDRAWN);
  return row;
}

/** Minutes of a class hour in the year of a day. */
export const classMinutesOn = async (db: Db, day: string) => (await dutyOf(db, Number(day.slice(0, 4)))).classMinutes;

const rowOf = (ctx: Ctx, row: queries.TrainingRecord, classMinutes: number) => ({
  id: row.id,
  orgId: row.orgId,
  orgName: row.orgName,
  title: row.title,
  startsOn: row.startsOn,
  endsOn: row.endsOn,
  hours: hoursOf(row.minutes, classMinutes),
  central: row.central,
  organiser: row.organiser,
  people: row.people,
  isWithdrawn: row.isWithdrawn,
  withdrawnFor: row.withdrawnFor,
  version: row.version,
  can: { edit: !row.isWithdrawn && ctx.may('hours:write') },
});

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listTrainings>,
): Promise<ReplyOf<typeof contract.listTrainings>> {
  const place = await findOrg(ctx.db, ctx.scope, input.orgId ?? ctx.session.orgId);
  const scope = place && narrowScope(ctx.scope, place.code);
  if (!scope) throw notFound('组织不存在，或不在管理范围内');
  const filter = { year: input.year ?? null, words: input.keyWords || null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfTrainings(ctx.db, scope, filter, input.pageSize, offset);
  const rows = await Promise.all(
    found.rows.map(async (row) => rowOf(ctx, row, await classMinutesOn(ctx.db, row.endsOn))),
  );
  return { rows, total: found.total };
}

export async function get(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getTraining>> {
  const row = await see(ctx, id);
  return {
    ...rowOf(ctx, row, await classMinutesOn(ctx.db, row.endsOn)),
    place: row.place,
    note: row.note,
    files: await uploadedFiles(ctx.db, row.files),
    updateName: row.updatedBy,
    updateDate: row.updatedAt.toISOString(),
  };
}

export async function people(
  ctx: Ctx,
  input: ParsedOf<typeof contract.trainingPeople>,
): Promise<ReplyOf<typeof contract.trainingPeople>> {
  const row = await see(ctx, input.id);
  const classMinutes = await classMinutesOn(ctx.db, row.endsOn);
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfPeople(ctx.db, ctx.scope, row.id, input.keyWords || null, input.pageSize, offset);
  return {
    rows: found.rows.map(({ minutes, ...one }) => ({ ...one, hours: hoursOf(minutes, classMinutes) })),
    total: found.total,
  };
}

/** Grants the hours of a training to these people. */
export async function grantTo(
  db: Db,
  training: { id: string; title: string; endsOn: string; central: boolean },
  list: readonly { id: string; minutes: number }[],
): Promise<void> {
  const { id, title, endsOn: day, central } = training;
  await grantHours(
    db,
    list.map(({ id: personId, minutes }) => ({
      personId,
      day,
      source: 'offline',
      evidence: evidenceOf(id),
      minutes,
      title,
      link: trainingPath(id),
      central,
    })),
  );
}

/** Ids of living people of the scope; a foreign one reads as not there. */
async function among(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return [];
  const found = await queries.peopleAmong(ctx.db, ctx.scope, uniqueIds);
  if (found.length < uniqueIds.length) throw notFound(NO_PERSON);
  return found;
}

type Given = Pick<
  ParsedOf<typeof contract.addTraining>,
  'title' | 'startsOn' | 'endsOn' | 'hours' | 'central' | 'organiser' | 'place' | 'note'
>;
/** What is stored of a form; throws with its faults. */
async function fieldsOf(ctx: Ctx, input: Given): Promise<queries.TrainingFields> {
  const faults = trainingFaults(input, await todayOf(ctx.db));
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const { hours, title, startsOn, endsOn, central, organiser, place, note } = input;
  const minutes = Math.round(hours * (await classMinutesOn(ctx.db, endsOn)));
  return { title, startsOn, endsOn, central, organiser, place, note, minutes };
}

const placeOf = ({ id, orgCode }: { id: string; orgCode: string }) => ({ kind: TRAINING_FILES, rowId: id, orgCode });
const audit = (ctx: Ctx, row: { id: string; title: string; orgCode: string }, reason?: string) =>
  ctx.audit({
    type: 'training',
    id: row.id,
    name: row.title,
    orgCode: row.orgCode,
    ...(reason === undefined ? {} : { reason }),
  });

/** Registers a training of the own organisation with its proof; its people have their hours at once. */
export async function add(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addTraining>,
): Promise<ReplyOf<typeof contract.addTraining>> {
  const ids = await among(ctx, input.memberIds);
  const fields = await fieldsOf(ctx, input);
  const { orgId, orgCode, accountName } = ctx.session;
  const id = await queries.insertTraining(ctx.db, { id: orgId, code: orgCode }, fields, accountName);
  await queries.setFiles(
    ctx.db,
    id,
    await attachFiles(ctx, 'files', input.files, placeOf({ id, orgCode }), { format: 'common' }),
  );
  const all = ids.map((one) => ({ id: one, minutes: fields.minutes }));
  await queries.addPeople(ctx.db, id, all, accountName);
  await grantTo(ctx.db, { id, ...fields }, all);
  audit(ctx, { id, title: fields.title, orgCode });
  return { id };
}

/** Changes a training: who had its hours gets the new ones, by counter-entries where they differ. */
export async function edit(
  ctx: Ctx,
  input: ParsedOf<typeof contract.editTraining>,
): Promise<ReplyOf<typeof contract.editTraining>> {
  const row = await lockRow(ctx, input.id, input.version);
  const fields = await fieldsOf(ctx, input);
  const version = await queries.writeTraining(ctx.db, row.id, fields, ctx.session.accountName);
  await queries.setFiles(
    ctx.db,
    row.id,
    await attachFiles(ctx, 'files', input.files, placeOf(row), { format: 'common' }),
  );
  await queries.followMinutes(ctx.db, row.id, row.minutes, fields.minutes);
  await grantTo(ctx.db, { id: row.id, ...fields }, await queries.peopleOf(ctx.db, row.id));
  audit(ctx, { ...row, title: fields.title });
  return { version };
}

export async function addPeople(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addTrainingPeople>,
): Promise<ReplyOf<typeof contract.addTrainingPeople>> {
  const row = await lockRow(ctx, input.id);
  const ids = await among(ctx, input.memberIds);
  const all = ids.map((id) => ({ id, minutes: row.minutes }));
  const added = new Set(await queries.addPeople(ctx.db, row.id, all, ctx.session.accountName));
  await grantTo(
    ctx.db,
    row,
    all.filter(({ id }) => added.has(id)),
  );
  audit(ctx, row, `加入${added.size}人`);
  return { added: added.size };
}

export async function removePerson(
  ctx: Ctx,
  input: ParsedOf<typeof contract.removeTrainingPerson>,
): Promise<ReplyOf<typeof contract.removeTrainingPerson>> {
  const row = await lockRow(ctx, input.id);
  const [memberId] = await among(ctx, [input.memberId]);
  const removed = await queries.removePeople(ctx.db, row.id, memberId ? [memberId] : []);
  await withdrawHours(ctx.db, {
    source: 'offline',
    evidence: evidenceOf(row.id),
    why: input.reason,
    persons: removed,
  });
  audit(ctx, row, input.reason);
  return { removed: removed.length > 0 };
}

export async function withdraw(
  ctx: Ctx,
  input: ParsedOf<typeof contract.withdrawTraining>,
): Promise<ReplyOf<typeof contract.withdrawTraining>> {
  const row = await lockRow(ctx, input.id, input.version);
  const version = await queries.withdrawTraining(ctx.db, row.id, input.reason, ctx.session.accountName);
  await withdrawHours(ctx.db, { source: 'offline', evidence: evidenceOf(row.id), why: `培训撤销：${input.reason}` });
  audit(ctx, row, input.reason);
  return { version };
}
