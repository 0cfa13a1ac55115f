import { sql } from 'kysely';
import type { Ctx } from '#platform/server/context.ts';
import { dbToday } from '#platform/server/database/db.ts';
import { within } from '#platform/server/database/scope.ts';
import { countAmong, groupByPlace, placeColumn } from '#platform/server/sums/ruleChecks.ts';
import { graduatesStillKept } from './graduates.ts';
import { isVisibleTransfer, withoutReceipt } from './transfer.ts';

/** Taken in by a letter on paper, whose receipt is still here after a month. */
const UNSENT = sql`(t.status = 5 and t.due_on < ${dbToday})`;

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
    select ${placeColumn(codes, 'place')} as place, code, sum(n)::int as n from spots
     where place <> '' and ${within(ctx.scope, 'place')} group by 1, 2 having sum(n) <> 0`.execute(ctx.db);
  return groupByPlace(rows);
}

/** Graduates who are kept too long stand at one organisation each, and are few. */
export const keptBelow = (ctx: Ctx, codes: readonly string[]) =>
  countAmong(
    ctx,
    codes,
    'relationKept',
    'm.org_code',
    sql`${graduatesStillKept} and l.keep_until < ${dbToday} and ${within(ctx.scope, 'm.org_code')}`,
  );

/** Transfers that wait at a station beyond the last valid day of their letter. */
const overdueHops = (ctx: Ctx) => sql`
  select t.id, m.name, h.org_name as "orgName", t.due_on as due from relation_transfer t
    join member m on m.id = t.member_id and m.deleted_at is null
    join relation_hop h on h.transfer_id = t.id and h.seq = t.at_seq
   where t.status in (2, 3, 4) and t.due_on < ${dbToday} and ${isVisibleTransfer(ctx.scope)}`;

/** Letters that have expired while nobody received. */
const expiredLetters = (ctx: Ctx) => sql`
  select t.id, m.name, o.name as "orgName", t.due_on as due from relation_transfer t
    join member m on m.id = t.member_id and m.deleted_at is null
    left join organisation o on o.id = t.from_org_id
   where t.status = 7 and ${isVisibleTransfer(ctx.scope)}`;

/** Receipts that have not come a month after the letter went outside, or have not been sent a month after somebody came. */
const lateReceipts = (ctx: Ctx) => sql`
  select t.id, m.name, coalesce(o.name, l.prefix) as "orgName", coalesce(t.due_on, l.valid_until) as due from relation_transfer t
    join member m on m.id = t.member_id and m.deleted_at is null
    left join relation_letter l on l.transfer_id = t.id and l.voided_at is null
    left join organisation o on o.id = coalesce(t.from_org_id, t.to_org_id)
   where t.status in (2, 5) and (${withoutReceipt(sql`l.issued_on`)} or ${UNSENT}) and ${isVisibleTransfer(ctx.scope)}`;

/** Graduates without a place whom the school has kept for more than two years. */
const keptTooLong = (ctx: Ctx) => sql`
  select l.member_id as id, m.name, o.name as "orgName", l.keep_until as due
    from ${graduatesStillKept} and l.keep_until < ${dbToday} and ${within(ctx.scope, 'm.org_code')}`;

const FOUND: Readonly<Record<string, (ctx: Ctx) => ReturnType<typeof sql>>> = {
  relationLetters: expiredLetters,
  relationReceipts: lateReceipts,
  relationKept: keptTooLong,
};

/** How many of the scope there are of each, by the code of its check. */
export async function lateCounts(ctx: Ctx): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from (${overdueHops(ctx)}) a) as "relationOverdue",
           (select count(*)::int from (${expiredLetters(ctx)}) b) as "relationLetters",
           (select count(*)::int from (${lateReceipts(ctx)}) r) as "relationReceipts",
           (select count(*)::int from (${keptTooLong(ctx)}) c) as "relationKept"`.execute(ctx.db);
  return rows[0] ?? {};
}

/** Something late: a transfer, or of `relationKept` a graduate. */
export interface Late {
  id: string;
  name: string;
  orgName: string | null;
  /** The day that has passed. */
  due: string | null;
}

/** A page of one of them, the earliest due first. @param code that of its check */
export async function lateRows(ctx: Ctx, code: string, limit: number, offset: number): Promise<Late[]> {
  const { rows } = await sql<Late>`
    select * from (${(FOUND[code] ?? overdueHops)(ctx)}) found order by due, id limit ${limit} offset ${offset}`.execute(
    ctx.db,
  );
  return rows;
}
