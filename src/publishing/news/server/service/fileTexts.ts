import { siteMatcher } from '#people/groups/server/service/words.ts';
import type { Ctx } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { readStored } from '#platform/server/files/files.ts';
import { readWhole } from '#platform/server/spreadsheet/read.ts';
import { documentLines } from '#platform/server/text/read.ts';
import { type CheckedPart, personalNumbers } from '#platform/text/textCheck.ts';
import { findWords } from '#platform/text/textWords.ts';
import * as queries from '../queries/fileTexts.ts';

/** Attachments of these kinds are read, by a child process with little memory and no rights: tables, and the rest. */
const TABLES = /\.(docx|xlsx|xls|csv)$/i;
const TEXTS = /\.(pdf|pptx|txt)$/i;
/** Files whose words nobody can look into here. */
const TEXTLESS = /\.(doc|wps|et|dps|ppt|zip|rar|7z|ofd)$/i;
const MOST_BYTES = 20 * 1024 * 1024;
/** Characters of one attachment that are kept and checked. */
const MOST_SIGNS = 2_000_000;

/** What the words and numbers in attachments come to; sentences as those of the text. */
export interface AttachedChecks {
  numbers: string[];
  stops: string[];
  reminds: string[];
}

async function wordsOf(ctx: Ctx, file: queries.FileText): Promise<{ words: string; isRead: boolean }> {
  const isTable = TABLES.test(file.name);
  if ((!isTable && !TEXTS.test(file.name)) || file.size > MOST_BYTES)
    return { words: '', isRead: !isTable && !TEXTS.test(file.name) && !TEXTLESS.test(file.name) };
  const pieces: Buffer[] = [];
  for await (const piece of readStored(ctx.services, await queries.keyOf(ctx.db, file.id)))
    pieces.push(piece as Buffer);
  if (!isTable) {
    // A scan says nothing; whoever sends it in is told to look at it.
    const { words, note } = await documentLines(Buffer.concat(pieces), file.name, MOST_SIGNS);
    return { words: words.replaceAll('\u0000', ''), isRead: note === '' && words.length < MOST_SIGNS };
  }
  const lines: string[] = [];
  let signs = 0;
  try {
    for await (const line of readWhole(Buffer.concat(pieces))) {
      const text = line.filter(Boolean).join('\n');
      signs += text.length;
      if (signs > MOST_SIGNS) return { words: lines.join('\n'), isRead: false };
      if (text !== '') lines.push(text);
    }
  } catch (error) {
    // What cannot be opened is said to whoever sends it in; it is no reason to lose a draft.
    if (error instanceof Refusal) return { words: lines.join('\n'), isRead: false };
    throw error;
  }
  return { words: lines.join('\n'), isRead: true };
}

/** Reads attachments that were not read yet, and keeps what they say. */
export async function readAttachments(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const file of await queries.textsOf(ctx.db, ids)) {
    if (file.words !== null) continue;
    const { words, isRead } = await wordsOf(ctx, file);
    await queries.keepText(ctx.db, file.id, words, isRead);
  }
}

/** What attachments say, and their names, as parts of what everybody is to read. */
export const partsOfFiles = (files: readonly queries.FileText[]): CheckedPart[] =>
  files.flatMap(({ name, words }) => [
    { label: `附件“${name}”的文件名`, text: name },
    // Each line apart: cells that stand beside each other are no number together.
    ...(words ? words.split('\n').map((text) => ({ label: `附件“${name}”`, text })) : []),
  ]);

const once = (all: readonly string[]) => [...new Set(all)].slice(0, 20);

/** The personal numbers and words of the site in attachments and their names. */
export async function checkAttachments(ctx: Ctx, ids: readonly string[]): Promise<AttachedChecks> {
  const files = await queries.textsOf(ctx.db, ids);
  if (files.length === 0) return { numbers: [], stops: [], reminds: [] };
  const parts = partsOfFiles(files);
  const { stops, reminds } = findWords(parts, await siteMatcher(ctx));
  const unread = files
    .filter(({ words, isRead }) => words !== null && !isRead)
    .map(({ name }) => `附件“${name}”不能自动检查，请自行核对有没有个人信息`);
  return { numbers: once(personalNumbers(parts)), stops: once(stops), reminds: once([...reminds, ...unread]) };
}
