import { announceDevelopment } from '#people/member/server/development.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { canReadFile } from '#platform/server/files/fileRights.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import type * as contract from '#procedures/recruitment/contract.steps.ts';
import { NOTES, uninspectedHalfYears } from '#procedures/recruitment/rules/inspections.ts';
import { dayDone } from '#procedures/recruitment/rules/path.ts';
import { stepDefinition } from '#procedures/recruitment/rules/steps.ts';
import { findFile, findPaper } from '../queries/file.ts';
import { findCandidates } from '../queries/people.ts';
import * as writes from '../queries/write.ts';
import { subjectsOf } from '../todos.ts';
import { LEFT_NOW, reasonUnfit } from './facts.ts';
import { isWorker } from './steps.ts';
import { lockFile, logFile, MISSING, PAPERS, saveFileState } from './wholeFile.ts';

/** Announces what follows here when people are registered and deleted, and who reads the papers of a file. */
export function announceFiles(): void {
  announceDevelopment({
    async open(db, memberIds, by) {
      await writes.openFiles(db, memberIds, by);
    },
    async begun(db, memberIds) {
      const files = await writes.lockRunning(db, memberIds);
      return files.filter(isBegun).map(({ memberId }) => memberId);
    },
    async close(db, memberIds, by) {
      for (const file of await writes.lockRunning(db, memberIds)) {
        if (isBegun(file)) throw refuse(`${file.name}正在发展党员流程中，请办理终止培养`);
        await writes.endFile(db, file.id, 'removed', null, `${by}删除了登记`);
        await closeTodos(db, subjectsOf(file.id));
      }
    },
  });
  canReadFile(PAPERS, async (ctx, file) => {
    if (!ctx.may('recruit:read') || file.rowId === null) return false;
    const paper = await findPaper(ctx.db, file.rowId);
    if (paper === undefined || (await findFile(ctx.db, ctx.scope, paper.fileId)) === undefined) return false;
    // The person reads what the person hands in; talks, reviews and ballots name others.
    const own = stepDefinition(paper.no).papers.find(({ kind }) => kind === paper.kind)?.own === true;
    return ctx.scope.memberId === null || own;
  });
}

/** Something was handed in beyond the application. */
const isBegun = (file: { touched: boolean; stepState: string }) => file.touched || file.stepState === 'submitted';

/** Adds 考察 (a worker) or 思想汇报 (a worker, or the person of the own file). */
export async function addNote(ctx: Ctx, input: ParsedOf<typeof contract.addNote>) {
  if (!isWorker(ctx) && input.kind !== 'thought') throw forbidden();
  const { file, path } = await lockFile(ctx, input.fileId);
  if (input.day > file.today) throw badInput({ day: '日期不能晚于今天' });
  if (input.kind === 'gap') {
    const start = dayDone(path, 3);
    const open = start === null ? [] : uninspectedHalfYears(start, file.today, path.inspections, path.explained);
    if (!open.some(({ from, to }) => input.day > from && input.day <= to)) {
      throw badInput({ day: '这一天所在的半年有考察或已说明，或还没有结束' });
    }
  }
  const id = await writes.addNote(ctx.db, file.id, { ...input, by: ctx.session.accountName });
  logFile(ctx, file, { note: [null, `${input.day} ${NOTES[input.kind]}`] });
  await saveFileState(ctx, file.id);
  return { id };
}

const OFFERED = 30;

/**
 * Who may be chosen in a step; whoever may not stands there with the reason. Filled in from paper, whoever was a full member
 * there on the day may, with how it is with them now.
 */
export async function choices(ctx: Ctx, input: ParsedOf<typeof contract.listCandidates>) {
  const file = await findFile(ctx.db, ctx.scope, input.fileId);
  if (!file) throw notFound(MISSING);
  const at = { orgCode: file.orgCode, day: input.day ?? file.today, isPaper: input.no <= file.paperUntil };
  const first = input.role !== 'talker' ? null : input.no === 2 ? 'post' : 'above';
  const rows = await findCandidates(ctx.db, at, input.name ?? '', first, OFFERED);
  return rows
    .map((row) => {
      const reason = reasonUnfit(row, input.role, input.no, file.memberId);
      const now = row.left === null ? '' : LEFT_NOW[row.left];
      // A post above is told with its committee; in the branch itself its own post is what counts.
      const isAbove = first === 'above' || (first === 'post' && row.orgName !== file.orgName);
      const post = (isAbove && row.aboveNamed) || row.post;
      return { id: row.id, name: row.name, orgName: row.orgName, post, can: reason === '', reason, now };
    })
    .sort((a, b) => Number(b.can) - Number(a.can));
}
