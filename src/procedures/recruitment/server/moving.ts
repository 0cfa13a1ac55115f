import { ROLE } from '#kernel/session/contract.ts';
import { announceMoves } from '#people/member/server/moves.ts';
import type { Db } from '#platform/server/database/db.ts';
import { refuse } from '#platform/server/errors.ts';
import { moveFiles } from '#platform/server/files/files.ts';
import { closeTodos, moveTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { stepDefinition, stepName } from '#procedures/recruitment/rules/steps.ts';
import { withdrawEnding } from './queries/correction.ts';
import { papersOf } from './queries/file.ts';
import { insertHandover, markMoved, type Running, runningFiles } from './queries/moving.ts';
import { closeTalks } from './queries/talk.ts';
import { PAPERS } from './service/wholeFile.ts';
import {
  decideSubject,
  dueSubject,
  endingSubject,
  fixSubject,
  HANDOVERS,
  handoverSubject,
  MODULE,
  talkSubject,
} from './todos.ts';

/** Between the committee's review and the superior's approval nobody moves: 预审 and 审批 belong to one committee. */
const HELD_FROM = 12;
const HELD_TO = 17;

function refusalOf({ name, step, stepState }: Running): string {
  if (step >= HELD_FROM && step <= HELD_TO) {
    return `${name}的发展档案在${stepName(step)}，从支委会审查到上级审批期间不能转移，请办完后再转`;
  }
  return stepState === 'submitted' ? `${name}的发展档案正在上级审批，请等待决定或先撤回` : '';
}

/**
 * Why somebody cannot be moved to another branch now; empty where nothing of 发展党员 stands in the way, or where no file runs.
 * For pages and for checks before a request is sent; `moveFile` asks again.
 */
export async function obstacleToMove(db: Db, memberId: string): Promise<string> {
  const [file] = await runningFiles(db, [memberId], false);
  return file ? refusalOf(file) : '';
}

/**
 * Takes somebody's running development file along to another branch, in the caller's transaction, before or after
 * `member.org_id` changes (the file's own place follows by trigger). Days and inspections count on. Writes the 材料移交清单,
 * which both branches sign, and closes or moves what was open at the old branch.
 * @param move where the person leaves and arrives; `by` as the record names who did it
 * @returns the id of the list of papers; null where no file runs
 * @throws a refusal between steps 12 and 17, and while a step waits for the superior
 */
export async function moveFile(
  db: Db,
  memberId: string,
  move: { from: { id: string; code: string }; to: { id: string; code: string }; by: string },
): Promise<string | null> {
  const [file] = await runningFiles(db, [memberId], true);
  if (!file) return null;
  const why = refusalOf(file);
  if (why) throw refuse(why);
  const papers = await papersOf(db, file.id);
  const list = papers.map(({ no, kind, files }) => ({
    no,
    kind,
    label: stepDefinition(no).papers.find((one) => one.kind === kind)?.label ?? kind,
    sheets: files.length,
  }));
  const id = await insertHandover(db, file.id, move, list);
  await moveFiles(
    db,
    [PAPERS],
    papers.map((paper) => paper.id),
    move.to.code,
  );
  await markMoved(db, file.id);
  // Whether it ends is the new branch's to ask, of the organisation above that one.
  await withdrawEnding(db, memberId, '转到别的支部');
  await closeTodos(db, [dueSubject(file.id), decideSubject(file.id), talkSubject(file.id), endingSubject(file.id)]);
  await closeTalks(db, file.id, null, 'cancelled', '转到别的支部');
  await moveTodos(db, move.from.id, move.to, [fixSubject(file.id)]);
  await askToSign(db, id, 'given', move.from, file.name);
  await askToSign(db, id, 'taken', move.to, file.name);
  return id;
}

/** A to-do of one of the two branches: to sign the list of papers. */
const askToSign = (
  db: Db,
  id: string,
  side: 'given' | 'taken',
  org: { id: string; code: string },
  name: string,
): Promise<void> =>
  openTodo(db, {
    roleId: ROLE.worker,
    orgId: org.id,
    orgCode: org.code,
    accountId: null,
    module: MODULE,
    title: side === 'given' ? `移交${name}的发展党员材料` : `接收${name}的发展党员材料`,
    detail: side === 'given' ? '核对清单，送出材料后签字' : '收到材料，与清单核对后签字',
    act: '签字',
    jumpUrl: HANDOVERS,
    dueOn: null,
    subject: handoverSubject(id, side),
  });

/** Says that development files go along when people are put into another branch by 调整支部. */
export function announceFileMoves(): void {
  announceMoves('recruitment', {
    async obstacles(db, memberIds) {
      const files = await runningFiles(db, memberIds, false);
      return new Map(
        files.flatMap((file) => {
          const why = refusalOf(file);
          return why ? [[file.memberId, why] as const] : [];
        }),
      );
    },
    async moved(db, moves, by) {
      for (const { memberId, from, to } of moves) await moveFile(db, memberId, { from, to, by: by.name });
    },
  });
}
