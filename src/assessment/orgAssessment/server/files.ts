import { canReadFile } from '#platform/server/files/fileRights.ts';
import { orgExemptions } from './queries/exemption.ts';
import { findScore } from './queries/score.ts';
import { EXEMPTION_FILES } from './service/exemption.ts';
import { SCORE_FILES } from './service/score.ts';

/** Announces who reads the files of the assessment: whoever sees the score, or the exemption. */
export function announceFiles(): void {
  canReadFile(SCORE_FILES, async (ctx, { rowId }) => {
    if (rowId === null || !ctx.may('integral:read')) return false;
    return (await findScore(ctx.db, ctx.scope, rowId)) !== undefined;
  });
  canReadFile(EXEMPTION_FILES, async (ctx, { rowId }) => {
    if (rowId === null || !ctx.may('integral:read')) return false;
    return (await orgExemptions.find(ctx.db, ctx.scope, rowId)) !== undefined;
  });
}
