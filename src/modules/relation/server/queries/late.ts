import { sql } from 'kysely';
import type { Ctx } from '#platform/server/context.ts';
import { dbToday } from '#platform/server/db.ts';
import { byPlace, placeAmong } from '#platform/server/ruleChecks.ts';
import { within } from '#platform/server/scope.ts';
import { keptStill } from './graduates.ts';
import { withoutReceipt } from './transfer.ts';

/** Taken in by a letter on paper, whose receipt is still here after a month. */
export const UNSENT = sql`(t.status = 5 and t.due_on < ${dbToday})`;

/**
 * What is late about transfers, by organisation: a transfer counts at every one of its way, and one less where two that follow each
 * other in the order of the tree meet, so that added up it counts once in each subtree that has any of them.
 */
export async function lateBelow(ctx: Ctx, codes: readonly string[]) {
  const { rows } = await sql<{ place: string; code: string; n: number }>`
    with late as materialized (
      select t.id, case t.status when 7 then 'relationLetters' else 'relationOverdue' end as code, t.from_code, t.to_code
        from relation_transfer t join member m on m.id = t.member_id and m.deleted_at is null
       where t.status = 7 or (t.status in (2, 3, 4) and t.due_on < ${dbToday}
         and exists (select from relation_hop h where h.transfer_id = t.id and h.seq = t.at_seq))
      union all
      select t.id, 'relationReceipts', t.from_code, t.to_code
        from relation_transfer t join member m on m.id = t.member_id and m.deleted_at is null
        left join relation_letter l on l.transfer_id = t.id and l.voided_at is null
       where t.status in (2, 5) and (${withoutReceipt(sql`l.issued_on`)} or ${UNSENT})
    ), way as (
      select id, code, from_code as place from late where from_code is not null
      union select id, code, to_code from late where to_code is not null
      union select late.id, code, v.org_code from late join relation_hop v on v.transfer_id = late.id where v.org_code is not null
    ), next as (
      select code, place, lag(place) over (partition by id, code order by place) as before from way
    ), spots as materialized (
      select code, place, 1 as n from next
      union all select code, left(place, code_shared(before, place)), -1 from next where before is not null
    )
    select ${placeAmong(codes, 'place')} as place, code, sum(n)::int as n from spots
     where place <> '' and ${within(ctx.scope, 'place')} group by 1, 2 having sum(n) <> 0`.execute(ctx.db);
  return byPlace(rows);
}

/** Graduates who are kept too long stand at one organisation each, and are few. */
export async function keptBelow(ctx: Ctx, codes: readonly string[]) {
  const { rows } = await sql<{ place: string; code: string; n: number }>`
    select ${placeAmong(codes, 'm.org_code')} as place, 'relationKept' as code, count(*)::int as n
      from ${keptStill} and l.keep_until < ${dbToday} and ${within(ctx.scope, 'm.org_code')} group by 1`.execute(
    ctx.db,
  );
  return byPlace(rows);
}
