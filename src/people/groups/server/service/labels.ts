import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { RecycleKind } from '#platform/server/bin/recycle.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import * as contract from '../../contract.labels.ts';
import { isLinkAlive, markedKinds } from '../marks.ts';
import * as queries from '../queries/labels.ts';
import { markedRows, marksOf } from '../queries/marks.ts';

const MISSING = '标签不存在';
const NAME_TAKEN = '已有同名标签';
const REPEATED = '关键词不能重复';
/** The page that offers labels takes them whole. */
const CHOICES = 2000;
const NO_MARKS = { labels: [], className: '' };

function wire(ctx: Ctx, row: queries.LabelRecord): contract.LabelRow {
  const may = ctx.may('label:write');
  return {
    id: row.id,
    name: row.name,
    colour: row.colour,
    keywords: row.keywords,
    description: row.description,
    uses: row.uses,
    version: row.version,
    updateName: row.updated_by,
    updateDate: row.updated_at.toISOString(),
    can: { edit: may, remove: may, merge: may },
  };
}

/** Labels with how many rows of the scope carry each. */
export async function labels(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listLabels>,
): Promise<ReplyOf<typeof contract.listLabels>> {
  const { rows, total } = await queries.listLabels(ctx.db, ctx.scope, isLinkAlive(), {
    name: input.name ?? '',
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return { total, rows: rows.map((row) => wire(ctx, row)) };
}

/** All labels, to choose from. */
export const labelChoices = (ctx: Ctx): Promise<contract.Label[]> => queries.allLabels(ctx.db, CHOICES);

/** One label. */
export async function label(ctx: Ctx, id: string): Promise<contract.LabelRow> {
  const row = await queries.findLabel(ctx.db, ctx.scope, isLinkAlive(), id);
  if (!row) throw notFound(MISSING);
  return wire(ctx, row);
}

/** Words as they are kept: each once, however often it was typed and in whatever letters. */
const cleanWords = (words: readonly string[]) => [...new Set(words.map((word) => word.toLowerCase()))];

async function checkWords(ctx: Ctx, words: readonly string[], exceptId: string | null): Promise<void> {
  const [held] = await queries.holdersOfKeywords(ctx.db, words, exceptId);
  if (held) throw badInput({ keywords: repeated(held) });
}

const repeated = ({ keyword, name }: { keyword: string; name: string }) =>
  `${REPEATED}：“${keyword}”已属于标签“${name}”`;

/** What came between the question and the write is refused by the indexes. */
const asFault = (field: string, text: string) => (error: unknown) => {
  throw errorCode(error) === '23505' ? badInput({ [field]: text }) : error;
};

async function writeWords(ctx: Ctx, id: string, words: readonly string[]): Promise<void> {
  await checkWords(ctx, words, id);
  await queries.setKeywords(ctx.db, id, words).catch(asFault('keywords', REPEATED));
}

const facts = (fields: queries.LabelFields, keywords: readonly string[]) => ({
  name: fields.name,
  colour: fields.colour,
  description: fields.description,
  keywords: keywords.join('、'),
});

/** Adds a label with its keywords. */
export async function addLabel(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createLabel>,
): Promise<ReplyOf<typeof contract.createLabel>> {
  if (await queries.holderOfName(ctx.db, input.name, null)) throw badInput({ name: NAME_TAKEN });
  const words = cleanWords(input.keywords);
  await checkWords(ctx, words, null);
  const id = await queries.insertLabel(ctx.db, input, ctx.session.accountName).catch(asFault('name', NAME_TAKEN));
  await writeWords(ctx, id, words);
  ctx.audit({ type: 'label', id, name: input.name, changes: diff({}, facts(input, words)) });
  return { id };
}

async function lock(ctx: Ctx, id: string) {
  const row = (await queries.lockLabels(ctx.db, [id])).get(id);
  if (!row) throw notFound(MISSING);
  return row;
}

/** Changes a label. */
export async function editLabel(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateLabel>,
): Promise<ReplyOf<typeof contract.updateLabel>> {
  const row = await lock(ctx, input.id);
  if (row.version !== input.version)
    throw conflict('该标签刚被别人修改，请核对后再保存', { current: await label(ctx, row.id) });
  const fields = {
    name: input.name ?? row.name,
    colour: input.colour ?? row.colour,
    description: input.description ?? row.description,
  };
  if (await queries.holderOfName(ctx.db, fields.name, row.id)) throw badInput({ name: NAME_TAKEN });
  const words = input.keywords === undefined ? row.keywords : cleanWords(input.keywords);
  const version = await queries
    .updateLabel(ctx.db, row.id, fields, ctx.session.accountName)
    .catch(asFault('name', NAME_TAKEN));
  if (input.keywords !== undefined) await writeWords(ctx, row.id, words);
  ctx.audit({
    type: 'label',
    id: row.id,
    name: fields.name,
    changes: diff(facts(row, row.keywords), facts(fields, words)),
  });
  return { version: version ?? row.version };
}

/** Moves a label to the recycle bin; rows keep it there, and carry it again when it comes back. */
export async function dropLabel(ctx: Ctx, id: string, reason: string): Promise<null> {
  const row = await lock(ctx, id);
  await queries.deleteLabel(ctx.db, id, ctx.session.accountName, reason);
  ctx.audit({ type: 'label', id, name: row.name, reason });
  return null;
}

/** Has rows and keywords of one label belong to another one, and takes the first out of use. */
export async function merge(
  ctx: Ctx,
  input: ParsedOf<typeof contract.mergeLabels>,
): Promise<ReplyOf<typeof contract.mergeLabels>> {
  if (input.id === input.intoId) throw badInput({ intoId: '请选择另一个标签' });
  const both = await queries.lockLabels(ctx.db, [input.id, input.intoId]);
  const [from, into] = [both.get(input.id), both.get(input.intoId)];
  if (!from || !into) throw notFound(MISSING);
  const words = [...into.keywords, ...from.keywords];
  if (words.length > contract.MAX_KEYWORDS) throw refuse(`合并后关键词超过${contract.MAX_KEYWORDS}个，请先删减`);
  const by = ctx.session.accountName;
  const moved = await queries.moveLinks(ctx.db, from.id, into.id);
  await queries.setKeywords(ctx.db, from.id, []);
  await queries.setKeywords(ctx.db, into.id, words);
  await queries.updateLabel(ctx.db, into.id, into, by);
  await queries.deleteLabel(ctx.db, from.id, by, `并入标签“${into.name}”`);
  ctx.audit({ type: 'label', id: from.id, name: from.name, changes: { into: ['', into.name] } });
  ctx.audit({
    type: 'label',
    id: into.id,
    name: into.name,
    changes: diff(facts(into, into.keywords), facts(into, words)),
  });
  return { moved };
}

/** Whether a label may have a name. */
export async function checkLabel(
  ctx: Ctx,
  input: ParsedOf<typeof contract.checkLabel>,
): Promise<ReplyOf<typeof contract.checkLabel>> {
  const held = await queries.holderOfName(ctx.db, input.labelName, input.id);
  return held ? { valid: false, message: NAME_TAKEN } : { valid: true, message: '' };
}

/** Whether a label may have a keyword; the tag input asks before it adds one. */
export async function checkKeyword(
  ctx: Ctx,
  input: ParsedOf<typeof contract.checkKeyword>,
): Promise<ReplyOf<typeof contract.checkKeyword>> {
  const [held] = await queries.holdersOfKeywords(ctx.db, cleanWords([input.keyword]), input.id);
  return held ? { valid: false, message: repeated(held) } : { valid: true, message: '' };
}

/** Rows of the scope by labels and class, whatever module they are of. */
export async function rowsByMarks(
  ctx: Ctx,
  input: ParsedOf<typeof contract.labelledRows>,
): Promise<ReplyOf<typeof contract.labelledRows>> {
  const found = await markedRows(
    ctx.db,
    ctx.scope,
    isLinkAlive(),
    {
      labelIds: input.labelIds,
      all: input.match === 'all',
      classId: input.classId ?? null,
      kind: input.kind ?? null,
    },
    { limit: input.pageSize, offset: (input.pageNum - 1) * input.pageSize },
  );
  const kinds = markedKinds().map(({ kind, label: name }) => ({ kind, label: name }));
  const dressed = await Promise.all(
    markedKinds().map(async (kind) => {
      const ids = found.rows.filter((row) => row.kind === kind.kind).map((row) => row.row_id);
      if (ids.length === 0) return [];
      const [about, marks] = await Promise.all([kind.describe(ctx, ctx.scope, ids), marksOf(ctx.db, kind.kind, ids)]);
      return ids.map((id) => ({ kind, id, about: about.get(id), marks: marks.get(id) ?? NO_MARKS }));
    }),
  );
  const byRow = new Map(dressed.flat().map((one) => [`${one.kind.kind}:${one.id}`, one]));
  return {
    total: found.total,
    kinds,
    rows: found.rows.flatMap((row) => {
      const key = `${row.kind}:${row.row_id}`;
      const one = byRow.get(key);
      if (!one?.about) return [];
      return [
        {
          id: key,
          kind: row.kind,
          kindName: one.kind.label,
          rowId: row.row_id,
          ...one.about,
          labels: one.marks.labels,
          className: one.marks.className,
          at: row.at.toISOString(),
        },
      ];
    }),
  };
}

/** Deleted labels; those that were merged are there too, without rows and keywords. */
export const recycledLabels: RecycleKind = {
  kind: 'label',
  label: '标签',
  right: 'label:write',
  list: (ctx, _scope, filter) => queries.listDeleted(ctx.db, 'content_label', filter),
  count: (ctx, _scope, filter, limit) => queries.countDeleted(ctx.db, 'content_label', filter, limit),
  lock: (ctx, _scope, id) => queries.lockDeleted(ctx.db, 'content_label', id),
  async restore(ctx, id) {
    const row = await queries.lockDeleted(ctx.db, 'content_label', id);
    if (row && (await queries.holderOfName(ctx.db, row.name, id))) throw refuse('已有同名标签，请先更改其名称再恢复');
    await queries.restoreLabel(ctx.db, id, ctx.session.accountName);
  },
  erase: (ctx, id) => queries.eraseLabel(ctx.db, id),
};

/** Tells the registries of the house what of this belongs to them. */
export function announceLabels(): void {
  describeFields('label', {
    name: { label: '名称' },
    colour: { label: '颜色', values: contract.COLOURS },
    description: { label: '说明' },
    keywords: { label: '关键词' },
    into: { label: '并入标签' },
  });
}
