import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { dbMonth, memberIn, PAYS, standardInMonth } from './bills.ts';

/** What somebody owes for a month by the standard that counts then and the relief that was granted. */
const owed = (month: string) => sql`
  select m.id as member_id, m.org_id, m.org_code, m.name, s.id as standard_id, s.payer,
         case when r.kind = 1 then least(r.amount, s.amount) else s.amount end as amount,
         case when r.kind = 2 then 4 when r.kind = 3 and r.until_month >= ${dbMonth} then 5 else 1 end as state,
         coalesce(case r.kind when 1 then '少缴' when 2 then '免缴' when 3 then '缓缴' end || '：' || r.reason, '') as reason
    from member m
    join ${standardInMonth(sql`m.id`, month)} s on true
    left join lateral (select * from dues_relief r where r.member_id = m.id and r.state = 'approved'
                         and ${month} between r.from_month and r.until_month order by r.id desc limit 1) r on true
   where ${PAYS} and ${memberIn(month)}`;

export interface OpeningPreview {
  people: number;
  amount: string;
  exempt: number;
  beforePeople: number;
  beforeAmount: string;
}

/** What opening a month would bill, beside the month before. */
export async function previewOpening(db: Db, scope: Scope, month: string, before: string): Promise<OpeningPreview> {
  const { rows } = await sql<OpeningPreview>`
    with owed as (${owed(month)} and ${within(scope, 'm.org_code')})
    select count(*)::int as people, coalesce(sum(amount) filter (where state = 1), 0)::text as amount,
           count(*) filter (where state <> 1)::int as exempt,
           (select count(*)::int from dues_bill b where b.month = ${before} and b.state <> 6 and ${within(scope, 'b.org_code')}) as "beforePeople",
           (select coalesce(sum(amount) filter (where b.state in (1, 2, 3)), 0)::text from dues_bill b
             where b.month = ${before} and ${within(scope, 'b.org_code')}) as "beforeAmount"
      from owed`.execute(db);
  return rows[0] as OpeningPreview;
}

/** The first people whose due differs from the month before. */
export async function openingChanges(db: Db, scope: Scope, month: string, before: string, limit: number) {
  const { rows } = await sql<{ name: string; orgName: string; before: string | null; after: string }>`
    with owed as (${owed(month)} and ${within(scope, 'm.org_code')})
    select owed.name, o.name as "orgName", b.amount::text as before, owed.amount::text as after
      from owed join organisation o on o.id = owed.org_id
      left join dues_bill b on b.member_id = owed.member_id and b.month = ${before} and b.state <> 6
     where b.amount is distinct from owed.amount
     order by owed.org_code, owed.member_id limit ${limit}`.execute(db);
  return rows;
}

/** Organisations of the scope that hold members, in tree order, those behind `after`. */
export async function collectingOrgs(db: Db, scope: Scope, after: string, limit: number) {
  const { rows } = await sql<{ id: string; code: string }>`
    select o.id, o.code from organisation o
     where o.deleted_at is null and ${within(scope, 'o.code')} and o.code > ${after} collate "C"
       and exists (select from member m where m.org_id = o.id and ${PAYS})
     order by o.code limit ${limit}`.execute(db);
  return rows;
}

export async function countCollecting(db: Db, scope: Scope, month: string) {
  const { rows } = await sql<{ branches: number; opened: number }>`
    select count(*)::int as branches, count(d.org_id)::int as opened from organisation o
      left join dues_month d on d.org_id = o.id and d.month = ${month}
     where o.deleted_at is null and ${within(scope, 'o.code')}
       and exists (select from member m where m.org_id = o.id and ${PAYS})`.execute(db);
  return rows[0] ?? { branches: 0, opened: 0 };
}

/**
 * Bills the people of some organisations for a month; who is billed already stays as billed, and closed months take
 * nothing more.
 * @returns how many bills were made
 */
export async function openOrgs(db: Db, orgIds: readonly string[], month: string, by: string): Promise<number> {
  await sql`
    insert into dues_month (org_id, month, opened_by)
    select id, ${month}, ${by} from unnest(${orgIds}::bigint[]) as org (id) order by id
    on conflict (org_id, month) do nothing`.execute(db);
  const { numAffectedRows } = await sql`
    insert into dues_bill (member_id, org_id, org_code, month, standard_id, payer, amount, state, reason)
    select member_id, org_id, org_code, ${month}, standard_id, payer, amount, state, reason
      from (${owed(month)} and m.org_id = any(${orgIds}::bigint[])) owed
     where not exists (select from dues_month d where d.org_id = owed.org_id and d.month = ${month} and d.state = 2)
     order by member_id
    on conflict (member_id, month) where state <> 6 do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Bills one person for the months that the own organisation has opened and not closed, from a month on. */
export async function billOpened(db: Db, memberId: string, from: string): Promise<number> {
  const { rows } = await sql<{ month: string }>`
    select d.month from dues_month d join member m on m.org_id = d.org_id
     where m.id = ${memberId} and d.month >= ${from} and d.state <> 2 order by d.month`.execute(db);
  let made = 0;
  for (const { month } of rows) {
    const { numAffectedRows } = await sql`
      insert into dues_bill (member_id, org_id, org_code, month, standard_id, payer, amount, state, reason)
      select member_id, org_id, org_code, ${month}, standard_id, payer, amount, state, reason
        from (${owed(month)} and m.id = ${memberId}) owed
      on conflict (member_id, month) where state <> 6 do nothing`.execute(db);
    made += Number(numAffectedRows ?? 0);
  }
  return made;
}

/** Writes the sums of a person's open bills anew from the standards and reliefs as they stand; paid ones never change. */
export async function recomputeBills(db: Db, memberId: string): Promise<void> {
  const { rows } = await sql<{ id: string; month: string }>`
    select b.id, b.month from dues_bill b
     where b.member_id = ${memberId} and b.state in (1, 4, 5) order by b.month for update`.execute(db);
  for (const { id, month } of rows) {
    await sql`
      update dues_bill b set amount = o.amount, payer = o.payer, standard_id = o.standard_id, state = o.state, reason = o.reason,
             version = b.version + 1, updated_at = now()
        from (${owed(month)} and m.id = ${memberId}) o
       where b.id = ${id} and (b.amount, b.payer, b.standard_id, b.state, b.reason)
             is distinct from (o.amount, o.payer, o.standard_id, o.state, o.reason)`.execute(db);
  }
}

/** Deferred dues become due again once their last month is over; answers how many. */
export async function endDeferrals(db: Db, current: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update dues_bill b set state = 1, version = version + 1, updated_at = now()
     where state = 5 and not exists (
       select from dues_relief r where r.member_id = b.member_id and r.kind = 3 and r.state = 'approved'
          and b.month between r.from_month and r.until_month and r.until_month >= ${current})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
