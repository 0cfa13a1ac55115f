import { ownMatterRefusal } from '../../oneself.ts';
import {
  columnOf,
  faultInColumn,
  faultOfLine,
  lackingHeads,
  type ReadLine,
  readHeads,
  readLine,
  type SheetColumn,
  type SheetFault,
  type SheetOwner,
  templateColumns,
} from '../../records/recordSheet.ts';
import { type Around, MOST_RECORDS, type RecordType, type RecordValues, recordFaults } from '../../records/records.ts';
import type { Ctx } from '../context.ts';
import { todayOf } from '../database/db.ts';
import { redact } from '../secrecy/redact.ts';
import type { Line } from '../spreadsheet/encrypted.ts';
import { changesOf, isOwnMatter, titleAndOrder } from './bind.ts';
import * as queries from './importQueries.ts';
import { recordsOfAll } from './queries.ts';
import type { CheckedLine, SheetBatch, SheetKind } from './sheets.ts';

/** The names of dictionary values; the dictionary module's own answer fits. */
interface Names {
  name(code: string, value: string): string;
  entries(code: string): readonly { name: string; value: string }[];
}

/** The owner of a line. Without an owner, `faults` give the reason; with one, they name what contradicts it. */
export interface FoundOwner {
  owner: { id: string; name: string; orgCode: string } | undefined;
  faults: readonly SheetFault[];
}

/** How the tabs of one kind of owner are imported from sheets. */
export interface ImportRules {
  owner: SheetOwner;
  names: (ctx: Ctx) => Promise<Names>;
  /** Finds the living owners of each line within the scope; `lock` holds them until the transaction ends. */
  find: (ctx: Ctx, lines: readonly ReadLine[], lock: boolean) => Promise<FoundOwner[]>;
  /** What rows are held against, by owner, where a sort says so. */
  around?: (ctx: Ctx, ownerIds: readonly string[]) => Promise<Map<string, Around>>;
}

/** What a refusal calls the entry of a sort by a sheet. */
const importAct = (sort: RecordType) => `导入${sort.label}`;

/** A tab as a sort of sheet: a line is a row of the tab. */
export const recordSheet = (sort: RecordType, rules: ImportRules): SheetKind => ({
  kind: sort.kind,
  label: sort.label,
  decides: sort.decides ? importAct(sort) : null,
  template: async (ctx) => templateColumns(sort, rules.owner, await rules.names(ctx)),
  known: rules.owner.columns.filter(({ required }) => required).map(({ label }) => label),
  read: (heads) => readHeads(sort, rules.owner, heads),
  lacking: (columns) => lackingHeads(sort, rules.owner, columns),
  check: (ctx, columns, lines, lock) => check(ctx, sort, rules, columns, lines, lock),
  undo: (ctx, batch) => undo(ctx, sort, rules, batch),
});

type Checked = CheckedLine & ReadLine & { owner: FoundOwner['owner'] };

/** The fields that a sheet may bring, as one text: rows are the same where these are. A cell has no line breaks. */
const likeness = (sort: RecordType, values: RecordValues, shown = (text: string) => text) =>
  JSON.stringify(
    sort.fields
      .filter(({ made }) => !made)
      .map(({ name }) => {
        const value = values[name] ?? null;
        return typeof value === 'string' ? shown(value.replace(/\s+/g, ' ').trim()) : value;
      }),
  );

async function check(
  ctx: Ctx,
  sort: RecordType,
  rules: ImportRules,
  columns: readonly SheetColumn[],
  lines: readonly Line[],
  lock: boolean,
) {
  const names = await rules.names(ctx);
  const look = { entries: (code: string) => names.entries(code), today: await todayOf(ctx.db) };
  const read = lines.map((line) => readLine(sort, rules.owner, columns, line.cells, look));
  const owners = await rules.find(ctx, read, lock);
  const ids = new Set(owners.flatMap(({ owner }) => (owner ? [owner.id] : [])));
  const known = new Map([...ids].map((id) => [id, new Set<string>()]));
  const count = new Map<string, number>();
  for (const { ownerId, fields } of await recordsOfAll(ctx.db, sort, [...ids])) {
    // What was exported is read back as it stands: there, numbers that slipped in are redacted.
    known
      .get(ownerId)
      ?.add(likeness(sort, fields))
      .add(likeness(sort, fields, redact));
    count.set(ownerId, (count.get(ownerId) ?? 0) + 1);
  }
  const around = sort.against ? await rules.around?.(ctx, [...ids]) : undefined;
  const nameField = rules.owner.columns[0]?.field ?? '';
  const checked = lines.map((line, index): Checked => {
    const one = read[index] as ReadLine;
    const { owner, faults: against } = owners[index] ?? { owner: undefined, faults: [] };
    const own = owner && isOwnMatter(ctx, sort, owner.id);
    const faults = [...one.faults, ...against, ...(own ? [faultOfLine(ownMatterRefusal(importAct(sort)))] : [])];
    const so = { ...one, line, name: one.said[nameField] ?? '', owner, faults };
    if (faults.length > 0 || !owner) return { ...so, state: 'bad' };
    const mine = known.get(owner.id);
    if (mine?.has(likeness(sort, one.values))) return { ...so, state: 'same' };
    const beside = around?.get(owner.id);
    const wrong = Object.entries(recordFaults(sort, one.values, look.today, beside));
    if (wrong.length > 0) {
      return { ...so, faults: wrong.map(([field, text]) => faultInColumn(columnOf(sort, field), text)), state: 'bad' };
    }
    const full = fullness(sort, count.get(owner.id) ?? 0);
    if (full) return { ...so, faults: [faultOfLine(full)], state: 'bad' };
    mine?.add(likeness(sort, one.values));
    count.set(owner.id, (count.get(owner.id) ?? 0) + 1);
    // The next lines of the sheet are held against this one.
    const next = { id: `line ${index}`, kind: sort.kind, fields: one.values };
    if (beside) around?.set(owner.id, { ...beside, rows: [...beside.rows, next] });
    return { ...so, state: 'new' };
  });
  return { lines: checked, write: (batch: SheetBatch) => write(ctx, sort, names, checked, batch) };
}

function fullness(sort: RecordType, count: number): string {
  if (sort.one) return count > 0 ? `已登记${sort.label}，内容不同，请到档案里修改` : '';
  return count >= MOST_RECORDS ? `${sort.label}最多登记${MOST_RECORDS}条` : '';
}

/** Writes the new lines, each with its row in its owner's history. */
async function write(ctx: Ctx, sort: RecordType, names: Names, checked: readonly Checked[], batch: SheetBatch) {
  const fresh = checked.flatMap(({ owner, values, state }) => (owner && state === 'new' ? [{ owner, values }] : []));
  const rows = fresh.map(({ owner, values }) => ({ ownerId: owner.id, ...titleAndOrder(sort, values, names) }));
  const ids = await queries.insertRows(ctx.db, sort, batch.id, rows, ctx.session.accountName);
  const reason = `导入 ${batch.fileName}`;
  for (const [at, { owner, values }] of fresh.entries()) {
    const changes = changesOf(sort, {}, values, names);
    ctx.audit({ type: sort.owner, ...owner, reason, record: ids[at] ?? '', changes });
  }
}

async function undo(ctx: Ctx, sort: RecordType, rules: ImportRules, batch: SheetBatch): Promise<number> {
  const names = await rules.names(ctx);
  // What came to the own record meanwhile is taken back by others.
  const except = sort.decides && sort.owner === 'member' ? ctx.session.memberId : null;
  const by = ctx.session.accountName;
  const removed = await queries.binWritten(ctx.db, ctx.scope, sort.owner, batch.id, { by, except });
  const reason = `撤销导入 ${batch.fileName}`;
  for (const { record, fields, ...owner } of removed) {
    const changes = changesOf(sort, fields, {}, names);
    ctx.audit({ type: sort.owner, ...owner, reason, record, changes });
  }
  return removed.length;
}
