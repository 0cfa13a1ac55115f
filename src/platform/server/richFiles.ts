import { filesIn } from '#platform/richTextRules.ts';
import type { Ctx } from './context.ts';
import { attachFiles } from './fileRights.ts';

/**
 * Gives the pictures and videos that a rich text shows to its row, in the caller's transaction.
 * @param field where a wrong one is told
 * @returns the text with the ids that they have now, and these
 */
export async function attachShown(
  ctx: Ctx,
  field: string,
  html: string,
  owner: { kind: string; rowId: string; orgCode: string },
): Promise<{ html: string; files: string[] }> {
  const named = filesIn(html);
  const files = await attachFiles(ctx, field, named, owner);
  return { html: named.reduce((text, from, at) => text.replaceAll(from, files[at] ?? from), html), files };
}
