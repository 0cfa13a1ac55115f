import type { PaperFile } from '../../papers/paper.ts';
import type { Ctx } from '../context.ts';
import { findFile } from '../files/fileRights.ts';
import { readStored, saveFile } from '../files/files.ts';
import type { JobResult, RunningJob } from '../module.ts';
import { makePaper, type Paper } from './paper.ts';

/** A paper with the name that its file gets, without ending. */
export type NamedPaper = Paper & { name: string };

const factsOf = (name: string, orgCode: string, accountId: string) => ({
  kind: 'paper',
  rowId: null,
  orgCode,
  accountId,
  name: `${name}.pdf`,
  mime: 'application/pdf',
  days: 1,
});

/** Makes a paper and keeps it for a day as a file that only this account can read. It is the answer of a call with `paperReply`. */
export async function answerPaper(ctx: Ctx, { name, ...paper }: NamedPaper): Promise<PaperFile> {
  const { pdf, pages, missing } = await makePaper(paper);
  const { orgCode, accountId } = ctx.session;
  const fileId = await saveFile(ctx.services, ctx.services.db, factsOf(name, orgCode, accountId), [pdf]);
  return { fileId, name: `${name}.pdf`, pages, missing };
}

/** The same at the end of a job, for papers of more than some hundred pages; the job's page offers the file. */
export async function finishPaper(job: RunningJob, { name, ...paper }: NamedPaper): Promise<JobResult> {
  const { pdf, pages, missing } = await makePaper(paper);
  const fileId = await saveFile(job.services, job.services.db, factsOf(name, job.orgCode, job.accountId ?? '0'), [pdf]);
  const lacking = missing.length > 0 ? `；字库中没有“${missing.join('”“')}”，纸上留空` : '';
  return { message: `共${pages}页${lacking}`, result: { pages, missing }, fileId };
}

/** The full address of a page of the product, for a QR code. @param path as in docs/routes.txt, with its parameters filled in */
export const pageAddress = ({ request }: Ctx, path: string): string => `${request.protocol}://${request.host}/#${path}`;

/**
 * Stored pictures for a paper, by id with the ending of their format. Pictures without bytes or of another format are left out. The
 * caller has checked that they may be read.
 * @param suffix one of the picture's sizes (`SIZES`)
 */
export async function pictureFiles(ctx: Ctx, ids: readonly string[], suffix = ''): Promise<Record<string, Uint8Array>> {
  const pictures: Record<string, Uint8Array> = {};
  for (const id of ids) {
    const file = await findFile(ctx, id);
    if (!file) continue;
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of readStored(ctx.services, file.bytesOf + suffix)) pieces.push(piece as Uint8Array);
    } catch {
      continue;
    }
    const bytes = Buffer.concat(pieces);
    const ending = endingOf(bytes);
    if (ending) pictures[`${id}.${ending}`] = bytes;
  }
  return pictures;
}

/** What a picture is by its first bytes. */
function endingOf(bytes: Buffer): string | null {
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') return 'png';
  if (bytes.subarray(8, 12).toString('latin1') === 'WEBP') return 'webp';
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? 'jpg' : null;
}
