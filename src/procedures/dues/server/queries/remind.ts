import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { REMIND_DAYS } from '#procedures/dues/contract.remind.ts';
import { PAYS } from './bills.ts';

/** Somebody who owes, with everything open until the current month. */
export interface Owing {
  memberId: string;
  orgId: string;
  orgName: string;
  first: string;
  last: string;
  months: number;
  amount: string;
  accounts: string[];
  /** Wants to be reminded, and was not within the last days. */
  free: boolean;
}

/** Who of a scope owes until a month (`YYYY-MM`), in tree order. */
export async function membersOwing(db: Db, scope: Scope, current: string): Promise<Owing[]> {
  const { rows } = await sql<Owing>`
    select b.member_id as "memberId", o.id as "orgId", o.name as "orgName", min(b.month) as first, max(b.month) as last,
           count(*)::int as months, sum(b.amount)::text as amount,
           array(select a.id::text from account a where a.member_id = b.member_id and a.enabled) as accounts,
           coalesce(c.reminded and coalesce(c.reminded_at < now() - make_interval(days => ${REMIND_DAYS}), true), true) as free
      from dues_bill b join member m on m.id = b.member_id join organisation o on o.id = m.org_id
      left join dues_config c on c.member_id = b.member_id
     where b.state = 1 and b.amount > 0 and b.month <= ${current} and ${within(scope, 'b.org_code')}
       and ${within(scope, 'm.org_code')} and ${PAYS}
     group by b.member_id, o.id, o.name, c.reminded, c.reminded_at, m.org_code, m.sort
     order by m.org_code, m.sort, b.member_id`.execute(db);
  return rows;
}

/** Writes down that people were reminded just now; answers those who wanted it and had not been within the last days. */
export async function markReminded(db: Db, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    insert into dues_config (member_id, reminded_at, version)
    select id, now(), 0 from unnest(${memberIds}::bigint[]) as one (id) order by id
    on conflict (member_id) do update set reminded_at = now()
     where dues_config.reminded
       and coalesce(dues_config.reminded_at < now() - make_interval(days => ${REMIND_DAYS}), true)
    returning member_id as "memberId"`.execute(db);
  return rows.map(({ memberId }) => memberId);
}
