import { personProblems } from '#people/member/rules/checks.ts';
import { PERSON_FIELDS, type PersonField } from '#people/member/rules/fields.ts';
import { readRow } from '#people/member/rules/importRules.ts';
import { keptFields } from '#people/member/rules/procedure.ts';
import type { Person } from '#people/member/rules.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import { MOST_UPDATED, type updateExisting as updateContract } from '../../contract.import.ts';
import { openRow } from '../importRows.ts';
import { changesOf, deltasOf, personOf, shownValue } from '../person.ts';
import * as batches from '../queries/import.ts';
import * as queries from '../queries/importExisting.ts';
import { type UndoneRow, updatedRows } from '../queries/importUndo.ts';
import { type MemberRecord, updateMember } from '../queries/record.ts';
import { encryptPhone, nameColumns, plainColumns } from '../rowMapper.ts';
import { lockFixing, requireOwnBatch } from './import.ts';
import { prepareImport } from './importRun.ts';
import { obstacleToAccountChange } from './opening.ts';

/** What a sheet may update: everything but the id card, by which the person was found. */
const UPDATED = PERSON_FIELDS.filter(({ field }) => field !== 'idCard');

const isEmpty = (value: unknown) => value === null || value === '';

interface Difference {
  rowNo: number;
  row: MemberRecord;
  known: Person;
  given: Person;
  /** Fields that the sheet brings with another value. */
  fields: PersonField[];
}

/** The kept lines of people who are registered, beside what is registered now. */
async function differences(ctx: Ctx, batch: batches.BatchRecord, lock: boolean) {
  const against = await prepareImport(ctx.services, batch, ctx.session.accountName);
  const kept = await queries.existingRows(ctx.db, batch.id, MOST_UPDATED, lock);
  const ids = kept.map(({ member_id }) => member_id);
  const people = new Map((await queries.peopleOf(ctx.db, against.scope, ids, lock)).map((row) => [row.id, row]));
  const found = kept.flatMap((line): Difference[] => {
    const row = people.get(line.member_id);
    if (!row) return [];
    const read = readRow(openRow(ctx.services, batch.id, line).cells, against.look, against.fallback);
    const known = personOf(row, ctx.vault);
    const fields = UPDATED.filter(({ field }) => read.given.has(field) && known[field] !== read.person[field]);
    return [{ rowNo: line.row_no, row, known, given: read.person, fields }];
  });
  return { found, against };
}

/** Who of a batch is registered already, and by field how many lack the value or have another one. */
export async function compareExisting(ctx: Ctx, id: string) {
  const { found, against } = await differences(ctx, await requireOwnBatch(ctx, id), false);
  const fields = UPDATED.flatMap((field) => {
    const differing = found.filter((one) => one.fields.includes(field));
    const [first] = differing;
    if (!first) return [];
    const empty = differing.filter(({ known }) => isEmpty(known[field.field])).length;
    return [
      {
        field: field.wire,
        label: field.label,
        empty,
        different: differing.length - empty,
        before: shownValue(first.known, field, against.names),
        after: shownValue(first.given, field, against.names),
      },
    ];
  });
  return { people: found.length, fields };
}

export const undoPlace = (batchId: string, rowNo: number) => `import_row.undo.${batchId}.${rowNo}`;

/** Writes a person's next state with its counters; answers the new version. */
async function write(ctx: Ctx, row: MemberRecord, before: Person, after: Person, day: string): Promise<number> {
  const columns: Record<string, unknown> = plainColumns(after);
  if (before.phone !== after.phone) Object.assign(columns, encryptPhone(ctx.vault, row.id, after.phone));
  if (before.name !== after.name) Object.assign(columns, nameColumns(after.name));
  const version = await updateMember(ctx.db, row.id, columns, ctx.session.accountName);
  await addDeltas(ctx.db, [...deltasOf(before, row.org_code, -1, day), ...deltasOf(after, row.org_code, 1, day)]);
  return version;
}

/**
 * Updates whoever of a batch is registered already: each field as it was chosen, others stay. A line whose person would
 * come to contradict itself, or whose account the session may not open, stays to be fixed.
 */
export async function updateExisting(ctx: Ctx, { id, choices }: ParsedOf<typeof updateContract>) {
  const batch = await lockFixing(ctx, id);
  const { found, against } = await differences(ctx, batch, true);
  if (found.length === 0) throw refuse('没有已在册、内容不同的人员');
  const modes = new Map(choices.map(({ field, mode }) => [field, mode]));
  const done: { rowNo: number; undo: Buffer | null }[] = [];
  for (const { rowNo, row, known, given, fields } of found) {
    const taken = fields.filter(({ wire, field }) => {
      const mode = modes.get(wire);
      return mode === 'overwrite' || (mode === 'fill' && isEmpty(known[field]));
    });
    const after = { ...known, ...Object.fromEntries(taken.map(({ field }) => [field, given[field]])) } as Person;
    const touches = (field: keyof Person) => known[field] !== after[field];
    if (personProblems(after, against.look.today).some((one) => one.impossible && one.with.some(touches))) continue;
    if (Object.keys(keptFields(known, after)).length > 0) continue;
    if (await obstacleToAccountChange(ctx, row.id, known, after)) continue;
    if (taken.length === 0) {
      done.push({ rowNo, undo: null });
      continue;
    }
    const version = await write(ctx, row, known, after, against.countedOn);
    const before = Object.fromEntries(taken.map(({ field }) => [field, known[field]]));
    const written = Object.fromEntries(taken.map(({ field }) => [field, after[field]]));
    const undo: Undo = { version, before, written };
    done.push({ rowNo, undo: ctx.vault.encrypt(undoPlace(batch.id, rowNo), JSON.stringify(undo)) });
    const changes = changesOf(known, after, against.names);
    const reason = `导入 ${batch.file_name}`;
    ctx.audit({ type: 'member', id: row.id, name: after.name, orgCode: row.org_code, reason, changes });
  }
  await queries.settleRows(ctx.db, batch.id, done);
  await batches.recountBatch(ctx.db, batch.id);
  const updated = done.filter(({ undo }) => undo !== null).length;
  return { updated, unchanged: done.length - updated, failed: found.length - done.length };
}

/**
 * Brings back what a batch updated, but for those where one of the same fields was changed since, or who would come to
 * contradict themselves; answers what became of each line.
 */
export async function restoreUpdated(ctx: Ctx, batch: batches.BatchRecord): Promise<UndoneRow[]> {
  const rows = await updatedRows(ctx.db, batch.id);
  if (rows.length === 0) return [];
  const against = await prepareImport(ctx.services, batch, ctx.session.accountName);
  const ids = rows.map(({ member_id }) => member_id);
  const people = new Map((await queries.peopleOf(ctx.db, ctx.scope, ids, true)).map((row) => [row.id, row]));
  const outcomes: UndoneRow[] = [];
  for (const line of rows) {
    const row = people.get(line.member_id);
    const undo = JSON.parse(ctx.vault.decrypt(undoPlace(batch.id, line.row_no), line.undo_enc)) as Undo;
    const known = row && personOf(row, ctx.vault);
    const after = known && { ...known, ...undo.before };
    const note =
      row && known && after
        ? whyKept(row, known, after, undo, against.look.today) ||
          (await obstacleToAccountChange(ctx, row.id, known, after))
        : GONE;
    outcomes.push({ rowNo: line.row_no, as: note === '' ? 'restored' : 'kept', note });
    if (note !== '' || !row || !known || !after) continue;
    await write(ctx, row, known, after, against.countedOn);
    const changes = changesOf(known, after, against.names);
    const reason = `撤销导入 ${batch.file_name}`;
    ctx.audit({ type: 'member', id: row.id, name: after.name, orgCode: row.org_code, reason, changes });
  }
  return outcomes;
}

const GONE = '已删除，或已不在您的管理范围内';

/** What a line keeps for its way back. */
interface Undo {
  version: number;
  before: Partial<Person>;
  /** What the sheet wrote; lines of before 0.7 have none and go by the version. */
  written?: Partial<Person>;
}

function whyKept(row: MemberRecord, known: Person, after: Person, undo: Undo, today: string): string {
  const { version, before, written } = undo;
  if (!written && row.version !== version) return '之后又有修改';
  const fields = UPDATED.filter(({ field }) => field in before);
  const others = fields.filter(({ field }) => written && known[field] !== written[field]);
  if (others.length > 0) return `之后改过${others.map(({ label }) => label).join('、')}`;
  const [standing] = Object.values(keptFields(known, after));
  if (standing) return standing;
  const touches = (field: keyof Person) => known[field] !== after[field];
  return personProblems(after, today).find((one) => one.impossible && one.with.some(touches))?.text ?? '';
}
