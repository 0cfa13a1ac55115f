import { Readable } from 'node:stream';
import {
  type createCategory,
  type createDict,
  type DictRow,
  type dictTree,
  type listDict,
  type moveDict,
  ROOT,
  type removeCategory,
  type selectDict,
  type updateDict,
} from '#kernel/dictionary/contract.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { textReadings } from '#platform/server/database/nameSearch.ts';
import { reorderIds } from '#platform/server/database/order.ts';
import { badInput, conflict, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { forgetNames } from './names.ts';
import * as queries from './queries.ts';
import { isUsed, usesOf } from './uses.ts';

const MISSING = '字典项不存在';

/** Entries of one or several dictionaries (codes separated by commas), each in its order; a top entry's parent is ROOT. */
export async function selectEntries(ctx: Ctx, dictionaryCode: string): Promise<ReplyOf<typeof selectDict>> {
  const codes = [...new Set(dictionaryCode.split(',').map((code) => code.trim()))];
  // Not from the names' cache: an editor's page asks right after its own change.
  const items = await queries.selectable(ctx.db, codes);
  return items.map((item) => ({ ...wireOf(item), readings: readingsOf(item.name) }));
}

/** How each sign of a name is read; names are few and the same again and again. */
const readings = new Map<string, string>();
function readingsOf(name: string): string {
  const known = readings.get(name) ?? textReadings(name).join(' ');
  if (readings.size < 5000) readings.set(name, known);
  return known;
}

const wireOf = (item: queries.Choice) => ({
  id: item.id,
  parentid: item.parent_id ?? ROOT,
  name: item.name,
  value: item.value,
  dictionaryCode: item.dictionary_code,
});

const TOP = 4;

/** Dictionaries are the whole deployment's: whoever administers a part of it only reads. */
export const mayWrite = (ctx: Ctx) => ctx.may('dict:write') && ctx.session.orgCode.length === TOP;

function assertMayWrite(ctx: Ctx) {
  if (!mayWrite(ctx)) throw forbidden('数据字典由最上级组织的管理员维护');
}

function rowOf(ctx: Ctx, item: queries.DictRecord): DictRow {
  const writes = mayWrite(ctx);
  return {
    ...wireOf(item),
    nationalCode: item.national_code ?? '',
    enabled: item.enabled,
    builtIn: item.built_in,
    childCount: item.child_count,
    version: item.version,
    can: { edit: writes, remove: writes && !item.built_in && item.child_count === 0, add: writes },
  };
}

/** What stands below a dictionary or an entry (`ROOT`: the dictionaries), or what holds the words. */
export async function listEntries(ctx: Ctx, input: ParsedOf<typeof listDict>): Promise<ReplyOf<typeof listDict>> {
  const parent = input.parentid === ROOT ? null : await found(ctx, input.parentid);
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.listBelow(ctx.db, parent, input.name ?? '', input.pageSize, offset);
  const place = parent === null ? [] : await queries.placeOf(ctx.db, parent);
  return {
    rows: rows.map((row) => rowOf(ctx, row)),
    total,
    place: place.map((item) => rowOf(ctx, item)),
    can: { add: mayWrite(ctx) },
  };
}

/** Nodes of the editor's tree; with words, the dictionaries that are called so. */
export async function treeNodes(ctx: Ctx, input: ParsedOf<typeof dictTree>): Promise<ReplyOf<typeof dictTree>> {
  const parent = input.parentId ? await found(ctx, input.parentId) : null;
  const nodes = await queries.branches(ctx.db, parent, input.keyWords ?? '', input.limit);
  return nodes.map((node) => ({
    id: node.id,
    name: node.value === '' ? `${node.dictionary_code} ${node.name}` : node.name,
    parentId: parent?.id ?? null,
    isLeaf: node.is_leaf,
    count: node.child_count,
  }));
}

/** Adds an entry at the end of a dictionary or below an entry. */
export async function addEntry(ctx: Ctx, input: ParsedOf<typeof createDict>): Promise<{ id: string }> {
  assertMayWrite(ctx);
  const parent = await held(ctx, input.parentid);
  const code = parent.dictionary_code;
  if (await queries.valueTaken(ctx.db, code, input.value))
    throw badInput({ value: `字典${code}中已有值${input.value}` });
  if (await queries.nameTaken(ctx.db, parent, input.name, null)) throw badInput({ name: '同级已有同名的字典项' });
  const { name, value, nationalCode, enabled } = input;
  const id = await queries.insertItem(ctx.db, {
    code,
    parentId: parent.value === '' ? null : parent.id,
    name,
    value,
    nationalCode,
    enabled,
    by: ctx.session.accountName,
  });
  const changes = diff<Record<string, unknown>>({}, { dictionaryCode: code, name, value, nationalCode, enabled });
  ctx.audit({ type: 'dict', id, name: titleOf(code, name), changes });
  forgetNames(ctx.services);
  return { id };
}

/** Adds a dictionary without entries. */
export async function addDictionary(
  ctx: Ctx,
  { dictionaryCode, name }: ParsedOf<typeof createCategory>,
): Promise<{ id: string }> {
  assertMayWrite(ctx);
  // There is no row to wait at yet.
  await queries.lockNewDictionaries(ctx.db);
  if (await queries.valueTaken(ctx.db, dictionaryCode, '')) throw badInput({ dictionaryCode: '字典编码已存在' });
  if (await queries.nameTaken(ctx.db, null, name, null)) throw badInput({ name: '已有同名的字典' });
  const id = await queries.insertItem(ctx.db, {
    code: dictionaryCode,
    parentId: null,
    name,
    value: '',
    nationalCode: '',
    enabled: true,
    by: ctx.session.accountName,
  });
  ctx.audit({ type: 'dict', id, name: titleOf(dictionaryCode, name), changes: { name: [null, name] } });
  return { id };
}

/** Renames, enables or disables; the value stays, since rows of other modules hold it. */
export async function editEntry(
  ctx: Ctx,
  { id, version, ...given }: ParsedOf<typeof updateDict>,
): Promise<{ version: number }> {
  assertMayWrite(ctx);
  const now = await held(ctx, id);
  if (now.version !== version) throw conflict('该字典项已被他人修改，请刷新后再试', { current: rowOf(ctx, now) });
  const before = { name: now.name, nationalCode: now.national_code ?? '', enabled: now.enabled };
  const after = {
    name: given.name ?? before.name,
    nationalCode: given.nationalCode ?? before.nationalCode,
    enabled: given.enabled ?? before.enabled,
  };
  const changes = diff<Record<string, unknown>>(before, after);
  if (Object.keys(changes).length === 0) return { version };
  if (now.value === '' && !after.enabled) throw badInput({ enabled: '字典不能停用，请停用其中的字典项' });
  if (changes.name && (await queries.nameTaken(ctx.db, await parentOf(ctx, now), after.name, id))) {
    throw badInput({ name: now.value === '' ? '已有同名的字典' : '同级已有同名的字典项' });
  }
  const next = await queries.updateItem(ctx.db, id, after, ctx.session.accountName);
  ctx.audit({ type: 'dict', id, name: titleOf(now.dictionary_code, after.name), changes });
  forgetNames(ctx.services);
  return { version: next };
}

/** Puts an entry behind one of its siblings, or first. */
export async function moveEntry(ctx: Ctx, input: ParsedOf<typeof moveDict>): Promise<null> {
  assertMayWrite(ctx);
  const item = await held(ctx, input.id);
  if (item.value === '') throw refuse('字典按编码排列，不能调整顺序');
  const order = await queries.siblings(ctx.db, item);
  const { ids, place } = reorderIds(order, input, '只能在同级字典项之间移动');
  await queries.numberItems(ctx.db, ids);
  ctx.audit({
    type: 'dict',
    id: item.id,
    name: titleOf(item.dictionary_code, item.name),
    changes: { place: [order.indexOf(item.id) + 1, place] },
  });
  forgetNames(ctx.services);
  return null;
}

/** Takes entries out; none where one is built in, has entries below it or stands in somebody's record. */
export async function dropEntries(ctx: Ctx, ids: readonly string[], reason: string): Promise<null> {
  assertMayWrite(ctx);
  for (const id of ids) {
    const item = await held(ctx, id);
    if (item.value === '') throw refuse('请用“删除字典”删除整个字典');
    refuseBuiltIn(item);
    const below = item.child_count;
    if (below > 0) throw refuse(`“${item.name}”下还有${below}个字典项，请先删除下级`);
    const used = await usesOf(ctx.db, item.dictionary_code, [item.value]);
    if (used.length > 0) throw refuse(`“${item.name}”正在使用（${used.join('、')}），可以停用，不能删除`);
    await drop(ctx, item, reason);
  }
  forgetNames(ctx.services);
  return null;
}

/** Takes an empty dictionary out that no module reads. */
export async function dropDictionary(ctx: Ctx, { id, deleteReason }: ParsedOf<typeof removeCategory>): Promise<null> {
  assertMayWrite(ctx);
  const item = await held(ctx, id);
  if (item.value !== '') throw refuse('这是字典项，不是字典');
  refuseBuiltIn(item);
  if (item.child_count > 0) throw refuse(`“${item.name}”还有${item.child_count}个字典项，请先删除`);
  if (isUsed(item.dictionary_code)) throw refuse(`“${item.name}”由程序使用，不能删除`);
  await drop(ctx, item, deleteReason);
  return null;
}

function refuseBuiltIn(item: queries.DictRecord) {
  if (item.built_in) throw refuse(`“${item.name}”是系统内置的，可以改名${item.value === '' ? '' : '或停用'}，不能删除`);
}

async function drop(ctx: Ctx, item: queries.DictRecord, reason: string) {
  await queries.deleteItem(ctx.db, item.id, ctx.session.accountName, reason);
  ctx.audit({
    type: 'dict',
    id: item.id,
    name: titleOf(item.dictionary_code, item.name),
    reason,
    changes: { name: [item.name, null], value: [item.value, null] },
  });
}

/** A workbook of one dictionary or of all. */
export async function exportEntries(ctx: Ctx, id: string | undefined): Promise<FileReply> {
  const item = id ? await found(ctx, id) : null;
  const rows = await queries.listForExport(ctx.db, item?.dictionary_code ?? null);
  const columns = [
    { head: '字典编码', width: 10 },
    { head: '名称', width: 40 },
    { head: '值', width: 14 },
    { head: '国家代码', width: 14 },
    { head: '状态', width: 8 },
  ];
  const lines = rows.map((row) => [
    row.dictionary_code,
    `${'　'.repeat(row.value === '' ? 0 : row.depth)}${row.name}`,
    row.value,
    row.national_code ?? '',
    row.enabled ? '启用' : '停用',
  ]);
  const title = item ? titleOf(item.dictionary_code, item.value === '' ? item.name : '') : '数据字典';
  ctx.audit({ type: 'dict', id: item?.id, name: title.trim() });
  return { name: `${title.trim()}.xlsx`, mime: XLSX_MIME, body: Readable.from(xlsx(title, columns, lines)) };
}

const titleOf = (code: string, name: string) => `${code} ${name}`;

async function found(ctx: Ctx, id: string): Promise<queries.DictRecord> {
  const item = await queries.findItem(ctx.db, id);
  if (!item) throw notFound(MISSING);
  return item;
}

/** One entry or dictionary as it stands once its dictionary is held: nobody else changes it until the transaction ends. */
async function held(ctx: Ctx, id: string): Promise<queries.DictRecord> {
  await queries.lockDictionary(ctx.db, (await found(ctx, id)).dictionary_code);
  return found(ctx, id);
}

async function parentOf(ctx: Ctx, item: queries.DictRecord): Promise<queries.DictRecord | null> {
  if (item.value === '') return null;
  const above = (await queries.placeOf(ctx.db, item)).filter(({ id }) => id !== item.id);
  return above.at(-1) ?? null;
}

/** Tells the registries of the house what of this belongs to them. */
export function announceService(): void {
  describeFields('dict', {
    name: { label: '名称' },
    value: { label: '值' },
    dictionaryCode: { label: '字典编码' },
    nationalCode: { label: '国家代码' },
    enabled: { label: '启用', yesNo: true },
    place: { label: '顺序' },
  });
}
