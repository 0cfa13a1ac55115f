import { announceMoves, type BranchMove, type MovedBy } from '#people/member/server/moves.ts';
import type { Db } from '#platform/server/database/db.ts';
import { statusName } from '#procedures/transfer/rules.ts';
import { insertAdjusted } from '../queries/adjust.ts';
import { openTransfersOf } from '../queries/write.ts';
import { applyMoveConsequences } from './consequences.ts';

/** 调整支部 between two branches of one scope is a transfer approved on the spot: it stands here like every other one. */
export function announceAdjusting(): void {
  announceMoves('relation', {
    async obstacles(db, memberIds) {
      const rows = await openTransfersOf(db, memberIds);
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
  const { id, today } = await insertAdjusted(db, move, by);
  await applyMoveConsequences(db, {
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
