import type { Ctx } from '#platform/server/context.ts';
import { forbidden } from '#platform/server/errors.ts';
import type { FileDetail } from '#procedures/recruitment/contract.ts';
import { file as readFile } from './read.ts';

/** The file that is printed from: the whole one, never as the person sees it. */
export async function printedFile(ctx: Ctx, id: string): Promise<FileDetail> {
  if (ctx.scope.memberId !== null) throw forbidden();
  return readFile(ctx, id);
}
