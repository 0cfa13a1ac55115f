import { Readable } from 'node:stream';
import type * as contract from '#people/groups/contract.words.ts';
import { kindName, MOST_LINES, MOST_WORDS, wordForm } from '#people/groups/contract.words.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { diff } from '#platform/server/log/audit.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { comparableWord, matcherOf, type SiteWord, WORD_KINDS, type WordMatcher } from '#platform/text/textWords.ts';
import * as queries from '../queries/words.ts';

const MISSING = '没有找到这个词';
const TYPE = 'textWord';

/** The words of each database with what they stood for; asked for anew when one changes. */
const known = new WeakMap<object, { stamp: string; words: SiteWord[]; match: WordMatcher }>();

async function read(ctx: Ctx) {
  const stamp = await queries.stampOfWords(ctx.db);
  const kept = known.get(ctx.services.db);
  if (kept?.stamp === stamp) return kept;
  const words = (await queries.pageOfWords(ctx.db, null, '', MOST_WORDS, 0)).rows;
  const now = { stamp, words, match: matcherOf(words) };
  known.set(ctx.services.db, now);
  return now;
}

/** What finds the words of the site in a text. */
export const siteMatcher = async (ctx: Ctx): Promise<WordMatcher> => (await read(ctx)).match;

/** The words that a page needs while somebody writes. */
export async function listUsedWords(ctx: Ctx): Promise<ReplyOf<typeof contract.usedWords>> {
  return (await read(ctx)).words.map(({ kind, word, proper }) => [kind, word, proper]);
}

export async function words(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listWords>,
): Promise<ReplyOf<typeof contract.listWords>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfWords(ctx.db, input.kind ?? null, input.word ?? '', input.pageSize, offset);
  return {
    rows: found.rows.map(({ id, kind, word, proper, note, version, updatedAt, updatedBy }) => ({
      ...{ id, kind, word, proper, note, version },
      kindName: kindName(kind),
      updateName: updatedBy,
      updateDate: updatedAt.toISOString(),
    })),
    total: found.total,
  };
}

/** Only 规范表述 has a proper writing, and needs one. */
function fieldsOf(input: queries.WordFields): queries.WordFields {
  const { kind, word, note } = input;
  const fields = { kind, word, proper: kind === 3 ? input.proper : '', note };
  if (!wordForm.safeParse(fields).success) throw badInput({ proper: '请输入与原词不同的规范写法' });
  return fields;
}

const taken = () => badInput({ word: '词库里已有这个词（不分大小写、全半角和空格）' });
const shown = ({ kind, word, proper, note }: queries.WordFields) => ({ kind, word, proper, note });

export async function create(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createWord>,
): Promise<ReplyOf<typeof contract.createWord>> {
  const fields = fieldsOf(input);
  if ((await queries.countWords(ctx.db)) >= MOST_WORDS) throw refuse(`词库最多${MOST_WORDS}个词`);
  const id = await writeUnique(() => queries.insertWord(ctx.db, fields, ctx.session.accountName), taken);
  ctx.audit({ type: TYPE, id, name: fields.word, changes: diff<Record<string, unknown>>({}, shown(fields)) });
  return { id };
}

export async function update(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateWord>,
): Promise<ReplyOf<typeof contract.updateWord>> {
  const row = await queries.lockWord(ctx.db, input.id);
  if (!row) throw notFound(MISSING);
  if (row.version !== input.version)
    throw conflict('这个词已有变化，请核对后再保存', { current: { version: row.version } });
  const fields = fieldsOf(input);
  const version = await writeUnique(() => queries.writeWord(ctx.db, row.id, fields, ctx.session.accountName), taken);
  ctx.audit({
    type: TYPE,
    id: row.id,
    name: fields.word,
    changes: diff<Record<string, unknown>>(shown(row), shown(fields)),
  });
  return { version };
}

export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeWord>): Promise<null> {
  const row = await queries.lockWord(ctx.db, input.id);
  if (!row) throw notFound(MISSING);
  await queries.dropWord(ctx.db, row.id);
  const changes = diff<Record<string, unknown>>(shown(row), {});
  ctx.audit({ type: TYPE, id: row.id, name: row.word, changes, reason: input.deleteReason });
  return null;
}

const KINDS = new Map(Object.entries(WORD_KINDS).map(([kind, name]) => [name as string, Number(kind)]));

/** One line of an import: 类型, 词, 规范写法, 说明; the head of an exported sheet is none. */
function lineOf(line: string, at: number): queries.WordFields | null {
  const [first = '', word = '', proper = '', note = ''] = line.split(/\t|[,，]/).map((cell) => cell.trim());
  if (first === '' || first === '类型') return null;
  const kind = KINDS.get(first);
  if (kind === undefined) throw badInput({ text: `第${at}行的类型应为禁止、提醒或规范表述` });
  const fields = { kind, word, proper: kind === 3 ? proper : '', note };
  const read = wordForm.safeParse(fields);
  if (!read.success) throw badInput({ text: `第${at}行：${read.error.issues[0]?.message ?? '不能识别'}` });
  return fields;
}

/** Takes in what was pasted from a sheet; all of it or nothing. */
export async function importWords(
  ctx: Ctx,
  input: ParsedOf<typeof contract.importWords>,
): Promise<ReplyOf<typeof contract.importWords>> {
  const lines = input.text.split(/\r?\n/);
  if (lines.length > MOST_LINES) throw badInput({ text: `一次最多${MOST_LINES}行` });
  const read = lines.map((line, at) => lineOf(line, at + 1)).filter((one) => one !== null);
  if (read.length === 0) throw badInput({ text: '没有可以导入的行' });
  // The last line of a word counts.
  const seen = new Map(read.map((one) => [comparableWord(one.word), one]));
  const added = await queries.mergeWords(ctx.db, [...seen.values()], ctx.session.accountName);
  if ((await queries.countWords(ctx.db)) > MOST_WORDS) throw refuse(`词库最多${MOST_WORDS}个词`);
  ctx.audit({ type: TYPE, id: '0', name: '词库', changes: { imported: [null, seen.size] } });
  return { added, changed: seen.size - added };
}

/** All words as a workbook that can be taken in again. */
export async function exported(ctx: Ctx): Promise<FileReply> {
  const { rows } = await queries.pageOfWords(ctx.db, null, '', MOST_WORDS, 0);
  const mark = await markOfDownload(ctx, '词库');
  ctx.audit({ type: TYPE, id: '0', name: '词库' });
  const heads = [
    ['类型', 12],
    ['词', 24],
    ['规范写法', 24],
    ['说明', 40],
  ] as const;
  return {
    name: '词库.xlsx',
    mime: XLSX_MIME,
    body: Readable.from(
      xlsx(
        '词库',
        heads.map(([head, width]) => ({ head, width })),
        rows.map(({ kind, word, proper, note }) => [kindName(kind), word, proper, note]),
        mark,
      ),
    ),
  };
}
