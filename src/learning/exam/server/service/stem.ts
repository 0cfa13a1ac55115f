import type { Ctx } from '#platform/server/context.ts';
import { badInput } from '#platform/server/errors.ts';
import { attachFiles, canReadFile, detachFiles } from '#platform/server/files/fileRights.ts';
import { cleanHtml, plainLines, plainText } from '#platform/text/richText.ts';
import { fileIdsIn } from '#platform/text/richTextRules.ts';
import * as queries from '../queries/bank.ts';

const MOST_WORDS = 1000;
/** The kind of the pictures that stand in stems. */
const PICTURES = 'exam.question';

/**
 * The words of a stem and its HTML; what says no more than its lines is kept as lines.
 * @throws 600 at `stem` where it holds a video or too many words
 */
export function stemOf({ stem, rich }: { stem: string; rich: string }): { stem: string; rich: string } {
  if (rich === '') return { stem, rich: '' };
  if (/<video\b/i.test(rich)) throw badInput({ stem: '题干里不能放视频' });
  const lines = plainLines(rich);
  const words = lines ?? plainText(rich);
  if (words.length > MOST_WORDS) throw badInput({ stem: `题干不能超过${MOST_WORDS}字` });
  return { stem: words, rich: lines === null ? cleanHtml(rich) : '' };
}

/** Gives the pictures of a stem to their question, so that whoever is asked it sees them. */
export async function attachStemPictures(ctx: Ctx, id: string, orgCode: string, rich: string): Promise<void> {
  const owner = { kind: PICTURES, rowId: id, orgCode };
  const named = fileIdsIn(rich);
  const taken = await attachFiles(ctx, 'stem', named, owner, { format: 'image' });
  if (named.some((file, at) => file !== taken[at]))
    await queries.setRich(
      ctx.db,
      id,
      named.reduce((html, file, at) => html.replaceAll(file, taken[at] ?? file), rich),
    );
  const versions = await queries.richVersions(ctx.db, id);
  await detachFiles(ctx, owner, versions.flatMap(fileIdsIn));
}

/** Announces who sees the pictures of stems: whoever keeps the bank or an exam that asks them, and whoever was asked. */
export function announcePictures(): void {
  canReadFile(PICTURES, async (ctx, { id, rowId }) => {
    if (rowId === null) return false;
    if ((ctx.may('exam:write') || ctx.may('exam:mark')) && (await queries.isInScope(ctx.db, ctx.scope, rowId)))
      return true;
    const { memberId } = ctx.session;
    return memberId !== null && queries.wasAsked(ctx.db, memberId, rowId, id);
  });
}
