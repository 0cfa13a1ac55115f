import { sql } from 'kysely';
import { announceMoves } from '#modules/member/server/moves.ts';
import { stepDef, stepName } from '#modules/recruitment/rules/steps.ts';
import { ROLE } from '#modules/session/contract.ts';
import type { Db } from '#platform/server/db.ts';
import { refuse } from '#platform/server/errors.ts';
import { closeTodos, moveTodos, openTodo } from '#platform/server/todos.ts';
import { withdrawEnding } from './queries/correction.ts';
import { closeTalks } from './queries/talk.ts';
import {
  decideSubject,
  dueSubject,
  endingSubject,
  HANDOVERS,
  handoverSubject,
  MODULE,
  mendSubject,
  talkSubject,
} from './todos.ts';

/** Between the committee's review and the superior's approval nobody moves: 预审 and 审批 belong to one committee. */
const HELD_FROM = 12;
const HELD_TO = 17;

interface Running {
  id: string;
  memberId: string;
  name: string;
  step: number;
  stepState: string;
  orgId: string;
}

async function running(db: Db, memberIds: readonly string[], lock: boolean): Promise<Running[]> {
  const { rows } = await sql<Running>`
    select f.id, f.member_id as "memberId", m.name, f.step, f.step_state as "stepState", f.org_id as "orgId"
      from development_file f join member m on m.id = f.member_id
     where f.member_id = any(${memberIds}::bigint[]) and f.ended_on is null
     order by f.id ${lock ? sql`for update of f` : sql``}`.execute(db);
  return rows;
}

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
export async function whyNotMoved(db: Db, memberId: string): Promise<string> {
  const [file] = await running(db, [memberId], false);
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
  const [file] = await running(db, [memberId], true);
  if (!file) return null;
  const why = refusalOf(file);
  if (why) throw refuse(why);
  const { rows: papers } = await sql<{ id: string; no: number; kind: string; sheets: number }>`
    select id, step_no as no, kind, cardinality(files) as sheets from development_paper
     where file_id = ${file.id} order by step_no, id`.execute(db);
  const list = papers.map(({ no, kind, sheets }) => ({
    no,
    kind,
    label: stepDef(no).papers.find((one) => one.kind === kind)?.label ?? kind,
    sheets,
  }));
  const { rows } = await sql<{ id: string }>`
    insert into development_handover (file_id, from_id, to_id, papers, created_by)
    values (${file.id}, ${move.from.id}, ${move.to.id}, ${JSON.stringify(list)}::jsonb, ${move.by}) returning id`.execute(
    db,
  );
  await sql`update stored_file set org_code = ${move.to.code}
             where kind = 'recruitment.paper' and row_id = any(${papers.map(({ id }) => id)}::text[])`.execute(db);
  // Whoever reads the file as it was before finds it handled meanwhile.
  await sql`update development_file set version = version + 1, moved_at = now() where id = ${file.id}`.execute(db);
  // Whether it ends is the new branch's to ask, of the organisation above that one.
  await withdrawEnding(db, memberId, '转到别的支部');
  await closeTodos(db, [dueSubject(file.id), decideSubject(file.id), talkSubject(file.id), endingSubject(file.id)]);
  await closeTalks(db, file.id, null, 'cancelled', '转到别的支部');
  await moveTodos(db, move.from.id, move.to, [mendSubject(file.id)]);
  const id = rows[0]?.id ?? '';
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
      const files = await running(db, memberIds, false);
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
