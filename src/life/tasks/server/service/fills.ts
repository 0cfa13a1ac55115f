import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type * as contract from '#life/tasks/contract.form.ts';
import {
  cellKey,
  type Design,
  EMPTY_DESIGN,
  type FilledRow,
  lockedCellKeys,
  lockedCells,
  type Source,
  startRows,
  withTotals,
} from '#life/tasks/rules.form.ts';
import { cellName, cleanRows } from '#life/tasks/rules.formCheck.ts';
import { withQuotes } from '#life/tasks/rules.quote.ts';
import { OPEN_STATES } from '#life/tasks/rules.ts';
import { searchPeople } from '#people/member/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { searchText } from '#platform/reading/signs.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import * as queries from '../queries/forms.ts';
import { findPart, type PartRecord } from '../queries/parts.ts';
import { listQuotedFills } from '../queries/quotes.ts';
import { FILL_FILES, NO_PART, notifyAccounts } from './common.ts';
import { choicesOf, faultsOf } from './formFiling.ts';
import { accountsOf, nameOf, savePart, syncPartTodos } from './parts.ts';

const usesWomen = (design: Design) =>
  [...design.columns, ...design.locked].some(({ source }) => source === ('women' satisfies Source));

/** Whether the session fills a part in now. */
export const mayFill = (ctx: Ctx, part: PartRecord) =>
  part.taskState === 2 &&
  part.orgId === ctx.session.orgId &&
  ctx.may('task:answer') &&
  OPEN_STATES.includes(part.state);

/** Whoever stands above may return cells, the giver and those between alike. */
const mayReturn = (ctx: Ctx, part: PartRecord) =>
  part.taskState === 2 &&
  part.state === 2 &&
  !part.isNil &&
  part.orgId !== ctx.session.orgId &&
  ctx.scope.memberId === null &&
  ctx.may('task:give');

const fileIds = (design: Design, rows: readonly FilledRow[]): string[] => {
  const columns = design.columns.filter(({ type }) => type === 'file');
  return rows.flatMap(({ cells }) => columns.flatMap(({ id }) => (cells[id] ?? '').split(',').filter(Boolean)));
};

/** What a part's grid holds, and what it held. */
export async function fill(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getFill>,
): Promise<ReplyOf<typeof contract.getFill>> {
  const part = await findPart(ctx.db, ctx.scope, id);
  if (!part) throw notFound(NO_PART);
  const [found, kept, filings] = await Promise.all([
    queries.findForm(ctx.db, part.taskId),
    queries.findFill(ctx.db, id),
    queries.filingsOf(ctx.db, id),
  ]);
  const design = found?.design ?? EMPTY_DESIGN;
  const isOwn = part.orgId === ctx.session.orgId;
  const can = { fill: mayFill(ctx, part), return: mayReturn(ctx, part) };
  const [choices, previous, known] = await Promise.all([
    choicesOf(ctx, design),
    queries.previousOf(ctx.db, id),
    can.fill ? queries.knownOf(ctx.db, part.orgId, usesWomen(design)) : {},
  ]);
  // A draft is the receiver's own; those above see what was handed in.
  const stored = isOwn ? kept?.rows : filings.at(-1)?.rows;
  const quotes = can.fill && !design.free ? await listQuotedFills(ctx.db, part.taskId, part.orgId) : [];
  const rows = can.fill
    ? withKnown(design, stored ?? withQuotes(design, startRows(design, known), quotes), known, kept)
    : (stored ?? []);
  const files = await uploadedFiles(ctx.db, [
    ...new Set(fileIds(design, [...rows, ...filings.flatMap(({ rows }) => rows)])),
  ]);
  return {
    partId: part.id,
    orgName: part.orgName,
    version: kept?.version ?? 0,
    design,
    choices,
    rows,
    faults: isOwn ? (kept?.faults ?? []) : [],
    asOf: (can.fill && !kept?.returned.length ? new Date() : (kept?.asOf ?? new Date())).toISOString(),
    returned: part.state === 2 || part.state === 4 ? [] : (kept?.returned ?? []),
    previous: previous ?? null,
    quotes: quotes.map(({ columnId, title, filledOn }) => ({
      column: design.columns.find((column) => column.id === columnId)?.name ?? '',
      title,
      filledOn,
    })),
    filings: filings.map(({ filedAt, ...filing }) => ({ ...filing, filedAt: filedAt.toISOString() })),
    files,
    savedAt: isOwn ? (kept?.savedAt.toISOString() ?? null) : null,
    savedBy: isOwn ? (kept?.savedBy ?? '') : '',
    can,
  };
}

/** Rows with what the platform knows today; where single cells were returned, the others stay as they were handed in. */
function withKnown(
  design: Design,
  rows: readonly FilledRow[],
  known: Readonly<Partial<Record<Source, string>>>,
  kept: queries.FillRecord | undefined,
): FilledRow[] {
  if (kept && kept.returned.length > 0) return [...rows];
  return rows.map(({ id, cells }) => ({ id, cells: { ...cells, ...lockedCells(design, id, known) } }));
}

/** What may be kept of what was typed: the open cells of the rows that the grid has. */
function takenOver(design: Design, typed: readonly FilledRow[], kept: queries.FillRecord | undefined): FilledRow[] {
  const returned = kept?.returned ?? [];
  if (kept && returned.length > 0) {
    const open = new Set(returned.map(({ row, col }) => cellKey(row, col)));
    return kept.rows.map(({ id, cells }) => {
      const now = typed.find((row) => row.id === id)?.cells ?? {};
      const opened = design.columns.filter((column) => open.has(cellKey(id, column.id)));
      return { id, cells: { ...cells, ...Object.fromEntries(opened.map(({ id: col }) => [col, now[col] ?? ''])) } };
    });
  }
  if (design.free) {
    if (new Set(typed.map(({ id }) => id)).size < typed.length)
      throw badInput({ rows: '有两行的编号相同，请刷新后再填' });
    return [...typed];
  }
  return design.rows.map(({ id }) => ({ id, cells: typed.find((row) => row.id === id)?.cells ?? {} }));
}

/** Saves what was filled in, with its faults: nothing is lost because something is wrong. */
export async function save(
  ctx: Ctx,
  input: ParsedOf<typeof contract.saveFill>,
): Promise<ReplyOf<typeof contract.saveFill>> {
  const part = await findPart(ctx.db, ctx.scope, input.id, true);
  if (!part) throw notFound(NO_PART);
  if (!mayFill(ctx, part)) throw refuse('这件任务现在不能填表');
  const found = await queries.findForm(ctx.db, part.taskId);
  if (!found) throw refuse('这项任务没有要填的表');
  const { design } = found;
  const kept = await queries.findFill(ctx.db, part.id, true);
  if ((kept?.version ?? 0) !== input.version) throw conflict('这张表已被他人改过，请刷新后再填');
  const fresh = !kept?.returned.length;
  const [choices, known] = await Promise.all([
    choicesOf(ctx, design),
    fresh ? queries.knownOf(ctx.db, part.orgId, usesWomen(design)) : {},
  ]);
  const rows = cleanRows(design, withKnown(design, takenOver(design, input.rows, kept), known, kept), choices);
  await keepFiles(ctx, part, design, rows);
  const faults = await faultsOf(ctx, part.orgCode, design, rows, choices);
  const version = await queries.writeFill(ctx.db, part.id, { rows, faults, fresh, by: ctx.session.accountName });
  ctx.audit({ type: 'officePart', id: part.id, name: nameOf(part), orgCode: part.orgCode });
  return { version, faults };
}

/** The files of the grid's cells belong to the part, those of earlier versions too. */
async function keepFiles(ctx: Ctx, part: PartRecord, design: Design, rows: FilledRow[]): Promise<void> {
  const columns = design.columns.filter(({ type }) => type === 'file');
  if (columns.length === 0) return;
  const place = { kind: FILL_FILES, rowId: part.id, orgCode: part.orgCode };
  for (const { cells } of rows)
    for (const { id } of columns) {
      const ids = (cells[id] ?? '').split(',').filter(Boolean);
      if (ids.some((one) => !/^[0-9a-f]{32}$/.test(one))) throw badInput({ rows: '附件不正确，请重新上传' });
      if (ids.length > 0) cells[id] = (await attachFiles(ctx, 'rows', ids, place, { format: 'common' })).join();
    }
  const filings = await queries.filingsOf(ctx.db, part.id);
  const kept = [...rows, ...filings.flatMap((filing) => filing.rows)];
  await detachFiles(ctx, place, fileIds(design, kept));
}

/** Whom a cell of a person or an organisation may name: those of the own subtree. */
export async function names(
  ctx: Ctx,
  { kind, keyWords }: ParsedOf<typeof contract.formNames>,
): Promise<ReplyOf<typeof contract.formNames>> {
  const words = searchText(keyWords);
  if (words === '') return [];
  if (kind === 'org') return queries.orgsNamed(ctx.db, ctx.scope, words);
  const nameCondition = /^[a-z]+$/i.test(words)
    ? ({ by: 'pinyin', letters: words.toLowerCase() } as const)
    : ({ by: 'name', part: words } as const);
  const people = await searchPeople(ctx.db, ctx.scope, nameCondition, 20);
  return [...new Set(people.map(({ name }) => name))];
}

/** Returns some cells, each with its reason: only those and their totals are open again, and nothing of the part stands in the sums until then. */
export async function giveBack(
  ctx: Ctx,
  input: ParsedOf<typeof contract.returnCells>,
): Promise<ReplyOf<typeof contract.returnCells>> {
  const part = await findPart(ctx.db, ctx.scope, input.id, true);
  if (!part) throw notFound(NO_PART);
  if (!mayReturn(ctx, part)) throw refuse('只有已上报、还没有验收的表可以由上级逐格退回');
  if (part.version !== input.version) throw conflict('这件任务已有变化，请核对后再操作');
  const design = (await queries.findForm(ctx.db, part.taskId))?.design ?? EMPTY_DESIGN;
  const rows = (await queries.findFill(ctx.db, part.id, true))?.rows ?? [];
  const locked = lockedCellKeys(design, rows);
  const cells = [...new Map(input.cells.map((cell) => [cellKey(cell.row, cell.col), cell])).values()];
  for (const { row, col } of cells) {
    const isKnownCell = rows.some(({ id }) => id === row) && design.columns.some(({ id }) => id === col);
    if (!isKnownCell || locked.has(cellKey(row, col)))
      throw badInput({ cells: '所选的格子不是填报的内容，请重新点选' });
  }
  const open = withTotals(design, cells).filter(({ row, col }) => !locked.has(cellKey(row, col)));
  await queries.setReturned(ctx.db, part.id, open);
  const words = cells.map((cell) => `${cellName(design, cell)}：${cell.reason}`).join('；');
  const opinion = `${cells.length}格要改。${words}`.slice(0, 500);
  const version = await savePart(ctx, part, {
    act: '退回',
    text: opinion,
    change: { state: 3, decided: { by: ctx.session.accountName, opinion } },
  });
  await syncPartTodos(ctx, part.taskId, [part.id]);
  await notifyAccounts(
    ctx,
    `退回${cells.length}格：${nameOf(part)}`,
    words.slice(0, 500),
    await accountsOf(ctx, part.orgId),
  );
  return { version };
}
