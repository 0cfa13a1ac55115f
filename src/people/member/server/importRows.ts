import type { DictNames } from '#kernel/dictionary/server/names.ts';
import { PERSON_FIELDS } from '#people/member/rules/fields.ts';
import { ANOTHER, ORG_COLUMN } from '#people/member/rules/importColumns.ts';
import {
  type CellError,
  type Home,
  type Lookups,
  type ReadRow,
  readRow,
  rewrittenCells,
} from '#people/member/rules/importRules.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { inScope, type Scope } from '#platform/server/database/scope.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import { notifyRegistered } from './development.ts';
import { deltasOf, personOf, shownValue } from './person.ts';
import { formerHolders } from './queries/idCard.ts';
import * as queries from './queries/import.ts';
import { insertNewMembers } from './queries/importExisting.ts';
import type { MemberRecord } from './queries/record.ts';
import { idCardIndex, memberRow, phoneIndex } from './rowMapper.ts';

/** A line of the sheet: what stood there, and what of it stands at a field now. */
export interface SheetRow {
  rowNo: number;
  raw: string[];
  cells: Record<string, string>;
}

/** What the rows of one batch are checked against. */
export interface Import {
  batchId: string;
  /** The organisation that the batch was uploaded for: names are looked for below it. */
  scope: Scope;
  fallback: Home | null;
  look: Lookups;
  names: DictNames;
  countedOn: string;
  /** Groups of errors that are rewritten without asking. */
  rewrite: ReadonlySet<string>;
  /** Who writes, for the records' own columns. */
  by: string;
}

interface Good extends ReadRow {
  row: SheetRow;
  home: Home;
  index: Buffer;
}

export const rowPlace = (batchId: string, rowNo: number) => `import_row.cells.${batchId}.${rowNo}`;

/** A kept row's texts, opened. */
export function openRow(services: Services, batchId: string, bad: queries.BadRow): SheetRow {
  const kept = JSON.parse(services.vault.decrypt(rowPlace(batchId, bad.row_no), bad.cells_enc));
  return { rowNo: bad.row_no, raw: kept.raw, cells: kept.cells };
}

/**
 * Checks rows and writes the good ones with their counters, in the caller's transaction: bad rows
 * are kept encrypted with their reasons, rows that stand in the database just so are counted as
 * the same. `seen` remembers id cards of the file's earlier rows; `fixed`: somebody has fixed these rows.
 */
export async function importRows(
  services: Services,
  tx: Db,
  batch: Import,
  rows: readonly SheetRow[],
  seen: Map<string, number>,
  fixed: boolean,
): Promise<{ written: number; bad: number; rewritten: number }> {
  const outcomes: queries.RowOutcome[] = [];
  const reject = (row: SheetRow, errors: CellError[], memberId: string | null = null) => {
    const kept = JSON.stringify({ raw: row.raw, cells: row.cells });
    const cells = services.vault.encrypt(rowPlace(batch.batchId, row.rowNo), kept);
    outcomes.push({ rowNo: row.rowNo, state: 'bad', cells, errors, memberId });
  };
  const accept = (row: SheetRow, state: 'written' | 'same', memberId: string) =>
    outcomes.push({
      rowNo: row.rowNo,
      state,
      cells: Buffer.alloc(0),
      errors: [],
      memberId: state === 'written' ? memberId : null,
    });

  const candidates: Good[] = [];
  let rewritten = 0;
  for (const line of rows) {
    let row = line;
    let read = readRow(row.cells, batch.look, batch.fallback);
    const cells = rewrittenCells(row.cells, read.errors, batch.rewrite);
    if (cells) {
      row = { ...row, cells };
      read = readRow(cells, batch.look, batch.fallback);
      rewritten++;
    }
    const number = read.person.idCard;
    const earlier = number === null ? undefined : seen.get(number);
    if (earlier !== undefined && earlier !== row.rowNo) read.errors.push(duplicate(`与第${earlier}行重复`));
    if (number !== null && earlier === undefined) seen.set(number, row.rowNo);
    if (read.errors.length > 0 || read.home === null || number === null) reject(row, read.errors);
    else candidates.push({ ...read, row, home: read.home, index: idCardIndex(services.vault, number) });
  }
  const fresh: Good[] = [];
  const holders = await holdersOf(tx, batch, candidates);
  const former = await formerOf(tx, candidates);
  for (const good of candidates) {
    const key = good.index.toString('hex');
    const holder = holders.get(key);
    const before = former.get(key);
    if (!holder && before) reject(good.row, [formerlyOf(batch, before)]);
    else if (!holder) fresh.push(good);
    else {
      const error = compare(services, batch, good, holder);
      if (error) reject(good.row, [error], mayUpdate(batch, good, holder) ? holder.id : null);
      else accept(good.row, 'same', holder.id);
    }
  }
  const questions = await alikeAmong(services, tx, batch, fresh);
  for (const [good, question] of questions) reject(good.row, [question]);
  const sure = fresh.filter((good) => !questions.has(good));
  const ids = await insert(services, tx, batch, sure);
  for (const good of sure) {
    const id = ids.get(good.row.rowNo);
    if (id) accept(good.row, 'written', id);
    else reject(good.row, [duplicate('该身份证号刚刚被登记')]);
  }
  await queries.saveRows(tx, batch.batchId, outcomes, fixed);
  const count = (state: string) => outcomes.filter((outcome) => outcome.state === state).length;
  return { written: count('written'), bad: count('bad'), rewritten };
}

const duplicate = (text: string): CellError => ({ field: 'idCardNo', code: 'duplicate', text, suggestions: [] });

type Holder = MemberRecord & { org_name: string; row_no: number | null };

async function holdersOf(tx: Db, batch: Import, candidates: readonly Good[]): Promise<Map<string, Holder>> {
  if (candidates.length === 0) return new Map();
  const rows = await queries.findHolders(
    tx,
    batch.batchId,
    candidates.map(({ index }) => index),
  );
  return new Map(rows.map((row) => [row.id_card_index?.toString('hex') ?? '', row]));
}

type FormerHolder = Awaited<ReturnType<typeof formerHolders>>[number];

async function formerOf(tx: Db, candidates: readonly Good[]): Promise<Map<string, FormerHolder>> {
  if (candidates.length === 0) return new Map();
  const rows = await formerHolders(
    tx,
    candidates.map(({ index }) => index),
  );
  return new Map(rows.map((row) => [row.index.toString('hex'), row]));
}

/** A sheet with a number from before a change would bring the same person twice. */
const formerlyOf = (batch: Import, { name, org_code, org_name }: FormerHolder) =>
  duplicate(
    inScope(batch.scope, org_code)
      ? `是${org_name}${name}的曾用证件号，请填变更后的新号；确是另一人的，请单独新增`
      : '是其他组织人员的曾用证件号，请核对；确是另一人的，请单独新增',
  );

/** Whether a line speaks of somebody of the batch's organisation whom it has not touched yet. */
const mayUpdate = (batch: Import, good: Good, holder: Holder) =>
  inScope(batch.scope, holder.org_code) && (holder.row_no === null || holder.row_no === good.row.rowNo);

/** Null where everything that the sheet says is so already; else the sentence that tells the two apart. */
function compare(services: Services, batch: Import, good: Good, holder: Holder): CellError | null {
  if (!inScope(batch.scope, holder.org_code)) return duplicate('该身份证号已存在于其他组织');
  if (holder.row_no !== null && holder.row_no !== good.row.rowNo) return duplicate(`与第${holder.row_no}行重复`);
  const known = personOf(holder, services.vault);
  const differences = PERSON_FIELDS.filter(
    ({ field }) => good.given.has(field) && known[field] !== good.person[field],
  ).map(
    (field) =>
      `${field.label} ${shownValue(known, field, batch.names) || '空'} → ${shownValue(good.person, field, batch.names)}`,
  );
  const named = (good.row.cells[ORG_COLUMN] ?? '') !== '';
  if (named && holder.org_id !== good.home.id) differences.push(`所在党支部 ${holder.org_name} → ${good.home.name}`);
  if (differences.length === 0) return null;
  return duplicate(`已在册（${holder.org_name}，${holder.name}），不同：${differences.slice(0, 5).join('；')}`);
}

/** By which two people may be one: the name, the birthday and the phone, all three. */
const likeness = ({ person: { name, birthDate, phone } }: Good) =>
  birthDate === null || phone === null ? null : `${name} ${birthDate} ${phone}`;

/**
 * The new rows that are like somebody of the scope or an earlier row, with the question that each asks, as the form does; whoever
 * has answered that it is another person is not asked again. One query for all rows.
 */
async function alikeAmong(
  services: Services,
  tx: Db,
  batch: Import,
  fresh: readonly Good[],
): Promise<Map<Good, CellError>> {
  const questions = new Map<Good, CellError>();
  const candidates = fresh.filter(
    (good) => (good.row.cells[ANOTHER.field] ?? '').trim() !== ANOTHER.yes && likeness(good),
  );
  const registered = await queries.findAlike(
    tx,
    batch.scope,
    candidates.map(({ person, row }) => ({
      rowNo: row.rowNo,
      name: person.name,
      birthDate: person.birthDate ?? '',
      phone: phoneIndex(services.vault, person.phone ?? ''),
    })),
  );
  const ask = (good: Good, who: string) =>
    questions.set(good, {
      field: ANOTHER.field,
      code: 'alike',
      text: `${who}同名、同出生日期、同手机号，是另一人吗？重复的请跳过`,
      suggestions: [ANOTHER.yes],
    });
  const rows = new Map<string, number>();
  for (const good of fresh) {
    const key = likeness(good);
    if (key === null) continue;
    const earlier = rows.get(key);
    if (earlier === undefined) rows.set(key, good.row.rowNo);
    if (!candidates.includes(good)) continue;
    const orgName = registered.get(good.row.rowNo);
    if (orgName !== undefined) ask(good, `与${orgName}已登记的人员`);
    else if (earlier !== undefined) ask(good, `与第${earlier}行`);
  }
  return questions;
}

/** Writes people at the end of their branches' lists. Answers ids by row; a row without was overtaken by somebody. */
async function insert(services: Services, tx: Db, batch: Import, fresh: readonly Good[]): Promise<Map<number, string>> {
  if (fresh.length === 0) return new Map();
  // A branch may have moved since the sheet was read; from here on it stays.
  const codes = await queries.lockHomes(tx, [...new Set(fresh.map(({ home }) => home.id))]);
  for (const good of fresh) good.home = { ...good.home, code: codes.get(good.home.id) ?? good.home.code };
  const { ids, ends } = await queries.places(tx, fresh.length, [...new Set(fresh.map(({ home }) => home.code))]);
  const rows = fresh.map((good, index) => {
    const sort = (ends.get(good.home.code) ?? 0) + 10;
    ends.set(good.home.code, sort);
    const place = { id: ids[index] ?? '', orgId: good.home.id, orgCode: good.home.code, sort };
    return { ...memberRow(good.person, place, services.vault), created_by: batch.by, updated_by: batch.by };
  });
  const written = new Set(await insertNewMembers(tx, rows));
  const done = new Map<number, string>();
  fresh.forEach((good, index) => {
    const id = ids[index] ?? '';
    if (written.has(id)) done.set(good.row.rowNo, id);
  });
  const added = fresh.filter(({ row }) => done.has(row.rowNo));
  await addDeltas(
    tx,
    added.flatMap(({ person, home }) => deltasOf(person, home.code, 1, batch.countedOn)),
  );
  await notifyRegistered(tx, [...done.values()], batch.by);
  return done;
}
