import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import { extensionOf } from '#platform/files/fileRules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, Refusal, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { attachFiles, canReadFile, findFile } from '#platform/server/files/fileRights.ts';
import { readStored } from '#platform/server/files/files.ts';
import { TOO_LARGE, WORD_LIMITS } from '#platform/server/word/limits.ts';
import { fillWord, wordFields } from '#platform/server/word/word.ts';
import type * as contract from '#procedures/recruitment/contract.words.ts';
import { MARK_FIELD, WORD_FACTS, type WordFact, wordFault } from '#procedures/recruitment/rules/wordFields.ts';
import { fileFacts } from '../queries/list.ts';
import * as queries from '../queries/words.ts';
import { exampleFile } from './example.ts';
import { type FormFile, factOf, valuesOf } from './formValues.ts';
import { printedFile } from './printed.ts';

/** The kind of the uploaded documents among the stored files. */
const WORDS = 'recruitment.word';
const GONE = '没有这份材料，或已停用';
const CHANGED = '这份模板已有新的版本，请刷新后再改';
const TAKEN = '已有同名的材料，请换一个名称，或上传为那份材料的新版本';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Who reads the documents as they were uploaded: whoever keeps them. */
export const announceWords = (): void => canReadFile(WORDS, async (ctx) => ctx.may('recruit:template'));

const urlOf = (id: string) => `/api/common/download?fileName=${id}`;

export async function list(ctx: Ctx): Promise<ReplyOf<typeof contract.listWords>> {
  const [words, versions] = await Promise.all([queries.words(ctx.db, true), queries.allVersions(ctx.db)]);
  const stored = await fileFacts(
    ctx.db,
    versions.map(({ fileId }) => fileId),
  );
  const known = new Map(stored.map((one) => [one.id, one]));
  const own = Map.groupBy(versions, ({ wordId }) => wordId);
  return words.map((word) => ({
    ...word,
    versions: (own.get(word.id) ?? []).map(({ number, remark, fields, createdBy, createdAt, fileId }) => {
      const one = known.get(fileId);
      const file = one && {
        id: fileId,
        name: one.name,
        url: urlOf(fileId),
        thumbnailUrl: '',
        zoomUrl: '',
        fileType: one.mime,
        size: one.size,
      };
      return { number, remark, fields, createdBy, createdAt: createdAt.toISOString(), file: file ?? null };
    }),
  }));
}

export async function choices(ctx: Ctx): Promise<ReplyOf<typeof contract.wordChoices>> {
  return (await queries.words(ctx.db, false)).map(({ id, title, step }) => ({ id, title, step }));
}

/** A stored document. */
async function stored(ctx: Ctx, id: string, field: string): Promise<Buffer> {
  const file = await findFile(ctx, id);
  if (!file) throw badInput({ [field]: '附件不存在或已过期，请重新上传' });
  if (file.size > WORD_LIMITS.bytes) throw badInput({ [field]: TOO_LARGE });
  const pieces: Uint8Array[] = [];
  for await (const piece of readStored(ctx.services, file.bytesOf)) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}

/** Takes an uploaded document as a version. @throws badInput at `file`: no docx, too large, broken, braces that are no pair, fields that no file has */
async function take(ctx: Ctx, wordId: string, number: number, given: { file: string; remark: string }): Promise<void> {
  const [fileId = ''] = await attachFiles(
    ctx,
    'file',
    [given.file],
    { kind: WORDS, rowId: wordId, orgCode: ctx.session.orgCode },
    { format: 'common', limit: WORD_LIMITS.bytes },
  );
  const file = await findFile(ctx, fileId);
  if (!file || extensionOf(file.name) !== 'docx') throw badInput({ file: '只能上传 Word 文档（docx）' });
  const word = await stored(ctx, fileId, 'file');
  const fields = await wordFields(word, 'file');
  const fault = wordFault(fields);
  if (fault) throw badInput({ file: fault });
  await queries.insertVersion(
    ctx.db,
    { wordId, number, fileId, fields, remark: given.remark },
    ctx.session.accountName,
  );
}

const audited = (ctx: Ctx, { id, title }: { id: string; title: string }, version: [number, number], reason: string) =>
  ctx.audit({ type: 'developmentWord', id, name: title, changes: { version }, reason });

export async function add(ctx: Ctx, input: ParsedOf<typeof contract.addWord>) {
  const id = await queries.insertWord(ctx.db, input.title, input.step, ctx.session.accountName);
  if (id === undefined) throw badInput({ title: TAKEN });
  await take(ctx, id, 1, input);
  audited(ctx, { id, title: input.title }, [0, 1], input.remark);
  return { id };
}

/** A document, locked, at the version that was read. */
async function lockWord(ctx: Ctx, id: string, number: number): Promise<queries.WordRecord> {
  const word = await queries.findWord(ctx.db, id, true);
  if (!word) throw notFound(GONE);
  if (word.number !== number) throw conflict(CHANGED);
  return word;
}

export async function replace(ctx: Ctx, input: ParsedOf<typeof contract.replaceWord>) {
  const word = await lockWord(ctx, input.id, input.number);
  const next = word.number + 1;
  await take(ctx, word.id, next, input);
  await queries.setWord(ctx.db, word.id, { number: next, isRetired: word.isRetired }, ctx.session.accountName);
  audited(ctx, word, [word.number, next], input.remark);
  return { number: next };
}

/** An earlier version once more, as the next one; a document that was retired is given out again. */
export async function restore(ctx: Ctx, input: ParsedOf<typeof contract.restoreWord>) {
  const word = await lockWord(ctx, input.id, input.number);
  const version = await queries.findVersion(ctx.db, word.id, input.from);
  if (!version) throw notFound('没有这个版本');
  const next = word.number + 1;
  const by = ctx.session.accountName;
  const remark = `恢复第${input.from}版`;
  await queries.insertVersion(ctx.db, { ...version, number: next, remark }, by);
  if (!(await queries.setWord(ctx.db, word.id, { number: next, isRetired: false }, by))) throw conflict(TAKEN);
  audited(ctx, word, [word.number, next], remark);
  return { number: next };
}

export async function retire(ctx: Ctx, input: ParsedOf<typeof contract.retireWord>): Promise<null> {
  const word = await lockWord(ctx, input.id, input.number);
  if (word.isRetired) throw conflict('这份材料已经停用');
  await queries.setWord(ctx.db, word.id, { number: word.number, isRetired: true }, ctx.session.accountName);
  audited(ctx, word, [word.number, word.number], `停用：${input.reason}`);
  return null;
}

/** What a document says in place of its fields. */
function valuesFor(file: FormFile, mark: string): Record<string, string> {
  const facts = Object.entries(WORD_FACTS).map(([field, [no, name]]) => [field, factOf(file, no, name)]);
  return {
    ...valuesOf(file),
    身份证号: file.idCardNo,
    ...(Object.fromEntries(facts) as Record<WordFact, string>),
    [MARK_FIELD]: mark,
  };
}

async function filled(ctx: Ctx, version: queries.WordVersion, file: FormFile, title: string): Promise<FileReply> {
  const word = await stored(ctx, version.fileId, 'id');
  const { line } = await markOfDownload(ctx, `下载${title}`);
  const body = await fillWord(word, 'id', valuesFor(file, line), version.fields.includes(MARK_FIELD) ? '' : line);
  return { name: `${title} ${file.name}.docx`, mime: DOCX, body };
}

/**
 * The documents that are given out now for some steps, filled from a file.
 * @param line of the export, where a document has a field for it
 * @returns each with its step; `body` null where what was uploaded is gone, or can no longer be filled
 */
export async function filledWords(
  ctx: Ctx,
  file: FormFile,
  line: string,
  steps: ReadonlySet<number>,
): Promise<{ step: number; title: string; body: Buffer | null }[]> {
  const made = [];
  for (const { id, title, step, number } of await queries.words(ctx.db, false)) {
    const version = steps.has(step) ? await queries.findVersion(ctx.db, id, number) : undefined;
    if (!version) continue;
    const body = await stored(ctx, version.fileId, 'id')
      .then((word) => fillWord(word, 'id', valuesFor(file, line)))
      .catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      });
    made.push({ step, title, body });
  }
  return made;
}

/** One version, filled about a person who does not exist. */
export async function preview(ctx: Ctx, { id, number }: ParsedOf<typeof contract.previewWord>): Promise<FileReply> {
  const word = await queries.findWord(ctx.db, id);
  const version = word && (await queries.findVersion(ctx.db, id, number));
  if (!version) throw notFound(GONE);
  ctx.audit({ type: 'developmentWord', id, name: word.title });
  return filled(ctx, version, exampleFile, word.title);
}

/** The document about one file, in the version that is given out now. */
export async function print(ctx: Ctx, { id, wordId }: ParsedOf<typeof contract.printWord>): Promise<FileReply> {
  const file = await printedFile(ctx, id);
  const word = await queries.findWord(ctx.db, wordId);
  const version = word && !word.isRetired ? await queries.findVersion(ctx.db, wordId, word.number) : undefined;
  if (!word || !version) throw refuse(GONE);
  ctx.audit({ type: 'developmentFile', id: file.id, name: `${word.title} ${file.name}` });
  return filled(ctx, version, file, word.title);
}
