import { sql } from 'kysely';
import { announceMoves, type BranchMove, type MovedBy } from '#modules/member/server/moves.ts';
import { statusName } from '#modules/relation/rules.ts';
import { type Db, dbToday } from '#platform/server/db.ts';
import { settleMove } from './consequences.ts';

/** 调整支部 between two branches of one scope is a transfer approved on the spot: it stands here like every other one. */
export function announceAdjusting(): void {
  announceMoves('relation', {
    async obstacles(db, memberIds) {
      const { rows } = await sql<{ memberId: string; status: number }>`
        select member_id as "memberId", status from relation_transfer
         where member_id = any(${memberIds}::bigint[]) and status in (0, 1, 2, 3, 4, 7, 8)`.execute(db);
      return new Map(
        rows.map(({ memberId, status }) => [
          memberId,
          `有一件组织关系转接没有办结（${statusName(status)}），请先办结或撤销`,
        ]),
      );
    },
    async moved(db, moves, by) {
      for (const move of moves) await adjusted(db, move, by);
    },
  });
}

async function adjusted(db: Db, move: BranchMove, by: MovedBy): Promise<void> {
  const { rows } = await sql<{ id: string; today: string }>`
    insert into relation_transfer (member_id, kind, from_org_id, to_org_id, status, reason, applied_by, applied_name, on_the_spot,
                                   submitted_at, completed_on, created_by)
    values (${move.memberId}, 'withinBranchTree', ${move.from.id}, ${move.to.id}, 6, '调整支部', ${by.accountId}, ${by.name}, true,
            now(), ${dbToday}, ${by.name}) returning id, completed_on as today`.execute(db);
  const { id = '', today = '' } = rows[0] ?? {};
  await sql`
    insert into relation_hop (transfer_id, seq, org_id, org_code, org_name, role, decides, state, account_id, operator, done_at)
    values (${id}, 1, ${move.from.id}, ${move.from.code}, ${move.from.name}, 'send', false, 'passed', ${by.accountId}, ${by.name}, now()),
           (${id}, 2, ${move.to.id}, ${move.to.code}, ${move.to.name}, 'receive', false, 'passed', ${by.accountId}, ${by.name}, now())`.execute(
    db,
  );
  await sql`
    insert into relation_event (transfer_id, act, before, after, org_name, operator, account_id, note)
    values (${id}, 'adjust', null, 6, ${by.orgName}, ${by.name}, ${by.accountId}, '')`.execute(db);
  await settleMove(db, {
    transferId: id,
    memberId: move.memberId,
    category: move.category,
    from: move.from,
    to: move.to,
    outside: '',
    letterNo: '',
    whole: false,
    on: today,
    by,
  });
}
