import {
  type Around,
  changeFaults,
  MOST_RECORDS,
  ownerName,
  type RecordCalls,
  type RecordFile,
  type RecordRow,
  type RecordType,
  type RecordValue,
  type RecordValues,
} from '#platform/records/records.ts';
import type { Ctx } from '../context.ts';
import { badInput, conflict, notFound, Refusal, refuse } from '../errors.ts';
import { attachFiles, canReadFile, detachFiles } from '../files/fileRights.ts';
import { type Binding, bind } from '../http/bind.ts';
import * as queries from './queries.ts';

/** The names of dictionary values; the dictionary module's own answer fits. */
interface Names {
  name(code: string, value: string): string;
  entries(code: string): readonly { value: string }[];
}

export interface Rules {
  /** The right to read, and to write; whoever has an own record reads that without one. */
  read: string;
  write: string;
  names: (ctx: Ctx) => Promise<Names>;
  /** What a missing owner is called: 该人员不存在或已被删除. */
  missing: string;
  /** What rows are held against, by owner of the scope, where a sort says so. */
  around?: (ctx: Ctx, ownerIds: readonly string[]) => Promise<Map<string, Around>>;
  /** What follows from a new row, and from one that was deleted, in the same transaction. */
  added?: (ctx: Ctx, row: { id: string; owner: queries.Owner; fields: RecordValues }) => Promise<void>;
  removed?: (ctx: Ctx, id: string) => Promise<void>;
  /** What may be done with a row beyond the right, by the row and its owner's organisation; left out, as the right says. */
  can?: (
    ctx: Ctx,
    row: Pick<queries.StoredRecord, 'fields' | 'created_by_id'>,
    orgCode: string,
  ) => Partial<RecordRow['can']>;
}

const gone = (sort: RecordType) => notFound(`该${sort.label}记录不存在或已被删除`);

/** Adds a row to an owner of the scope; answers its id. */
export async function addRecord(ctx: Ctx, sort: RecordType, rules: Rules, input: Record<string, unknown>) {
  const names = await rules.names(ctx);
  const values = valuesOf(sort, input, sort.begins ?? {});
  refuseUnknown(sort, values, names);
  const of = await queries.lockOwner(ctx.db, ctx.scope, sort.owner, String(input[ownerName(sort)]));
  if (!of) throw notFound(rules.missing);
  const around = await rules.around?.(ctx, [of.id]);
  refuseFaults(changeFaults(sort, { id: null, fields: {} }, values, of.today, around?.get(of.id)));
  const row = {
    sort,
    ownerId: of.id,
    ...titleAndOrder(sort, values, names),
    by: ctx.session.accountName,
    byId: ctx.session.accountId,
  };
  const most = sort.one ? 1 : MOST_RECORDS;
  const id = await queries.insertRecord(ctx.db, row, most);
  if (!id) throw refuse(`${sort.label}最多登记${most}条`);
  const added = await takeFiles(ctx, sort, { id, files: [], owner: of }, input.files);
  const changes = { ...changesOf(sort, {}, values, names), ...added };
  ctx.audit({ type: sort.owner, id: of.id, name: of.name, orgCode: of.orgCode, record: id, changes });
  await rules.added?.(ctx, { id, owner: of, fields: values });
  return { id };
}

/** Adds several rows to an owner of the scope: all or none. Faults are named by row and field. Answers the new ids. */
export async function addRecords(
  ctx: Ctx,
  sort: RecordType,
  rules: Rules,
  { ownerId, rows }: { ownerId: string; rows: readonly Record<string, unknown>[] },
) {
  const ids: string[] = [];
  const faults: Record<string, string> = {};
  for (const [at, row] of rows.entries()) {
    try {
      ids.push((await addRecord(ctx, sort, rules, { ...row, [ownerName(sort)]: ownerId })).id);
    } catch (error) {
      const fields = error instanceof Refusal && (error.data as { fields?: Record<string, string> } | null)?.fields;
      if (!fields) throw error;
      for (const [name, text] of Object.entries(fields)) faults[`rows.${at}.${name}`] = text;
    }
  }
  // Thrown at the end, so that all rows are told of at once; the transaction takes back those that were good.
  refuseFaults(faults);
  return { ids };
}

/** Writes the given fields of a row. An old version is refused, with the row as it is now. Answers the new version. */
export async function editRecord(
  ctx: Ctx,
  sort: RecordType,
  rules: Rules,
  { id, version, ...input }: Record<string, unknown>,
) {
  const names = await rules.names(ctx);
  const owner = rules.around && (await queries.findRecord(ctx.db, ctx.scope, sort, String(id)))?.owner;
  // The owner first, as when a row is added: rows that are held against each other are written one after another.
  if (owner) await queries.lockOwner(ctx.db, ctx.scope, sort.owner, owner.id);
  const row = await queries.findRecord(ctx.db, ctx.scope, sort, String(id), true);
  if (!row) throw gone(sort);
  if (row.version !== version) {
    throw conflict('该记录已被他人修改，请核对后再保存', {
      current: { version: row.version, updateName: row.updated_by, updateDate: row.updated_at },
    });
  }
  const values = valuesOf(sort, input, row.fields);
  refuseUnknown(sort, input as RecordValues, names);
  const around = await rules.around?.(ctx, [row.owner.id]);
  refuseFaults(changeFaults(sort, row, values, row.owner.today, around?.get(row.owner.id)));
  const taken = await takeFiles(ctx, sort, row, input.files);
  const changes = { ...changesOf(sort, row.fields, values, names), ...taken };
  const { owner: of } = row;
  ctx.audit({ type: sort.owner, id: of.id, name: of.name, orgCode: of.orgCode, record: row.id, changes });
  if (Object.keys(changes).length === 0) return { version: row.version };
  const next = { ...titleAndOrder(sort, values, names), by: ctx.session.accountName };
  return { version: await queries.writeRecord(ctx.db, row.id, next) };
}

/** The five calls of one sort of sub-records, bound. */
export function bindRecords(sort: RecordType, calls: RecordCalls, rules: Rules): Binding[] {
  const owner = ownerName(sort);
  return [
    bind(calls.list, async (ctx, input) => {
      refuseReader(ctx, rules);
      const {
        pageNum,
        pageSize,
        [owner]: id,
      } = input as Record<string, unknown> & { pageNum: number; pageSize: number };
      const records = await queries.recordsOf(ctx.db, ctx.scope, sort.owner, String(id), {
        kinds: [sort.kind],
        limit: pageSize,
        offset: (pageNum - 1) * pageSize,
      });
      if (!records) throw notFound(rules.missing);
      const names = await rules.names(ctx);
      return {
        total: records.total,
        rows: records.rows.map((row) =>
          toRow(ctx, sort, row, { id: String(id), orgCode: records.orgCode }, rules, names),
        ),
      };
    }),
    bind(calls.get, async (ctx, { id }) => {
      refuseReader(ctx, rules);
      const row = await queries.findRecord(ctx.db, ctx.scope, sort, String(id));
      if (!row) throw gone(sort);
      return toRow(ctx, sort, row, row.owner, rules, await rules.names(ctx));
    }),
    bind(calls.add, (ctx, input) => addRecord(ctx, sort, rules, input)),
    bind(calls.edit, (ctx, input) => editRecord(ctx, sort, rules, input)),
    bind(calls.remove, async (ctx, { id, deleteReason }) => {
      const row = await queries.findRecord(ctx.db, ctx.scope, sort, String(id), true);
      if (!row) throw gone(sort);
      if (!canOf(ctx, sort, row, row.owner, rules).remove) throw refuse(`这条${sort.label}不能删除`);
      await queries.binRecord(ctx.db, row.id, ctx.session.accountName, String(deleteReason));
      const { owner: of } = row;
      const names = await rules.names(ctx);
      const changes = { ...changesOf(sort, row.fields, {}, names), ...filesChange(sort, row.files, []) };
      ctx.audit({
        type: sort.owner,
        id: of.id,
        name: of.name,
        orgCode: of.orgCode,
        reason: String(deleteReason),
        record: row.id,
        changes,
      });
      await rules.removed?.(ctx, row.id);
      return null;
    }),
  ];
}

/** All rows of all sorts of one owner, by kind, in one query; `rulesOf` answers the rules of a kind. */
export async function allRecords(
  ctx: Ctx,
  sorts: readonly RecordType[],
  ownerId: string,
  rulesOf: (kind: string) => Rules,
): Promise<Record<string, RecordRow[]>> {
  const [first] = sorts;
  if (!first) return {};
  const rules = rulesOf(first.kind);
  refuseReader(ctx, rules);
  const records = await queries.recordsOf(ctx.db, ctx.scope, first.owner, ownerId, {
    kinds: sorts.map(({ kind }) => kind),
    limit: sorts.length * MOST_RECORDS,
    offset: 0,
  });
  if (!records) throw notFound(rules.missing);
  const names = await rules.names(ctx);
  return Object.fromEntries(
    sorts.map((sort) => [
      sort.kind,
      records.rows
        .filter(({ kind }) => kind === sort.kind)
        .map((row) => toRow(ctx, sort, row, { id: ownerId, orgCode: records.orgCode }, rulesOf(sort.kind), names)),
    ]),
  );
}

/** Workers need the right; a person without office has the own record by scope alone. */
const mayRead = (ctx: Ctx, rules: Rules) => ctx.scope.memberId !== null || ctx.may(rules.read);

function refuseReader(ctx: Ctx, rules: Rules) {
  if (!mayRead(ctx, rules)) throw notFound(rules.missing);
}

/**
 * Registers that the attachments of rows can be read by those who may read the rows; nobody can read those of a deleted row. Call it
 * once in `announce`.
 */
export function readableRecordFiles(owner: RecordType['owner'], rules: Rules): void {
  canReadFile(queries.fileKind(owner), async (ctx, { rowId }) => {
    // The own record is read without the right, in whatever place the session stands; an organisation's by the right alone.
    const may = owner === 'member' ? mayRead(ctx, rules) : ctx.may(rules.read);
    if (rowId === null) return false;
    if (may && (await queries.recordStands(ctx.db, ctx.scope, owner, rowId))) return true;
    const { memberId } = ctx.session;
    return owner === 'member' && memberId !== null && queries.isRecordOf(ctx.db, rowId, memberId);
  });
}

/** Gives a held row the files that a form named, and answers what changed in words; undefined leaves them as they are. */
async function takeFiles(
  ctx: Ctx,
  sort: RecordType,
  row: Pick<queries.StoredRecord, 'id' | 'files'> & { owner: queries.Owner },
  given: unknown,
): Promise<Record<string, [string, string]>> {
  const before = row.files.map(({ id }) => id);
  if (!Array.isArray(given) || given.join() === before.join()) return {};
  const owner = { kind: queries.fileKind(sort.owner), rowId: row.id, orgCode: row.owner.orgCode };
  const ids = await attachFiles(ctx, 'files', [...new Set(given.map(String))], owner, { format: 'common' });
  await detachFiles(ctx, owner, ids);
  return filesChange(sort, row.files, await queries.writeFiles(ctx.db, row.id, ids));
}

/** Attachments by their names, as the owner's history shows them. */
function filesChange(sort: RecordType, before: readonly RecordFile[], after: readonly RecordFile[]) {
  const words = (files: readonly RecordFile[]) => files.map(({ name }) => name).join('、');
  const changes: Record<string, [string, string]> = {};
  const isSame = before.map(({ id }) => id).join() === after.map(({ id }) => id).join();
  if (!isSame) changes[`${sort.kind}.files`] = [words(before), words(after)];
  return changes;
}

/** Whether rows of a sort are the session's own matter, which others write. */
export const isOwnMatter = (ctx: Ctx, sort: RecordType, ownerId: string): boolean =>
  sort.decides === true && sort.owner === 'member' && ctx.session.memberId === ownerId;

/** What the session may do with a row. */
function canOf(
  ctx: Ctx,
  sort: RecordType,
  row: queries.StoredRecord,
  { id, orgCode }: Pick<queries.Owner, 'id' | 'orgCode'>,
  rules: Rules,
): RecordRow['can'] {
  const able = ctx.scope.memberId === null && ctx.may(rules.write) && !isOwnMatter(ctx, sort, id);
  const further = rules.can?.(ctx, row, orgCode) ?? {};
  return { ...further, edit: able && further.edit !== false, remove: able && further.remove !== false };
}

function toRow(
  ctx: Ctx,
  sort: RecordType,
  row: queries.StoredRecord,
  owner: Pick<queries.Owner, 'id' | 'orgCode'>,
  rules: Rules,
  names: Names,
): RecordRow {
  const shown: Record<string, unknown> = {};
  for (const { name, kind, dictionary } of sort.fields) {
    const value = row.fields[name] ?? null;
    shown[name] = value;
    if (kind === 'choice') shown[`${name}Name`] = value === null ? '' : names.name(dictionary ?? '', String(value));
  }
  return {
    ...shown,
    id: row.id,
    title: row.title,
    version: row.version,
    files: row.files,
    can: canOf(ctx, sort, row, owner, rules),
    updateName: row.updated_by,
    updateDate: new Date(row.updated_at).toISOString(),
  };
}

/** The declared fields after a form; what the form does not name stays. */
function valuesOf(sort: RecordType, input: Record<string, unknown>, before: RecordValues): RecordValues {
  return Object.fromEntries(
    sort.fields.map(({ name }) => [
      name,
      ((input[name] as RecordValue | undefined) === undefined ? before[name] : input[name]) ?? null,
    ]),
  ) as RecordValues;
}

function refuseUnknown(sort: RecordType, given: RecordValues, names: Names) {
  const faults: Record<string, string> = {};
  for (const { name, label, dictionary } of sort.fields) {
    const value = given[name];
    if (!dictionary || value === null || value === undefined) continue;
    if (!names.entries(dictionary).some((entry) => entry.value === value)) faults[name] = `请选择${label}`;
  }
  refuseFaults(faults);
}

function refuseFaults(faults: Record<string, string>) {
  if (Object.keys(faults).length > 0) throw badInput(faults);
}

/** A row's title and place in the order. */
export function titleAndOrder(sort: RecordType, fields: RecordValues, names: Names) {
  const title = sort.fields.find(({ name }) => name === sort.title);
  const value = fields[sort.title];
  return {
    fields,
    title: title?.dictionary ? names.name(title.dictionary, String(value ?? '')) : String(value ?? ''),
    orderedBy: String((sort.order && fields[sort.order]) ?? ''),
  };
}

/** Changed fields in words, as the owner's history shows them. */
export function changesOf(
  sort: RecordType,
  before: RecordValues,
  after: RecordValues,
  names: Names,
): Record<string, [string, string]> {
  const word = (value: RecordValue | undefined, dictionary?: string) =>
    value === null || value === undefined ? '' : dictionary ? names.name(dictionary, String(value)) : String(value);
  return Object.fromEntries(
    sort.fields
      .filter(({ name }) => (before[name] ?? null) !== (after[name] ?? null))
      .map(({ name, dictionary }) => [
        `${sort.kind}.${name}`,
        [word(before[name], dictionary), word(after[name], dictionary)],
      ]),
  );
}
