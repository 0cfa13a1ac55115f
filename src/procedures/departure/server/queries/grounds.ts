import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import type { GroundName } from '#procedures/departure/rules.ts';

/** The day of a suspension that stands; null where none was registered here. */
export async function suspendedOn(db: Db, memberId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select effective_on as day from member_variation
     where member_id = ${memberId} and kind = 'suspended' and state = 'effective' order by effective_on desc, id desc limit 1`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

const PAID = sql`select max(p.paid_on) as day from dues_bill b join dues_payment p on p.id = b.payment_id
  where b.member_id = m.id and b.state = 3 and p.state <> 'refunded'`;
const CAME = sql`select max((s.starts_at at time zone 'Asia/Shanghai')::date) as day
  from attendance_person a join attendance_sheet s on s.id = a.sheet_id where a.member_id = m.id and a.state = 1`;
const REACHED = sql`select max(f.last_contact_on) as day from mobile_outflow f where f.member_id = m.id`;
/** A month that was paid, exempt or deferred breaks the run (收缴规定第十三条); the run begins with the month after it. */
const COVERED = sql`select ((max(b.month) || '-01')::date + interval '1 month')::date as day from dues_bill b
  where b.member_id = m.id and b.state in (3, 4, 5) and b.month < to_char(${dbToday}, 'YYYY-MM')`;

const LOST = [
  ['有联系记录', REACHED],
  ['交过党费', PAID],
  ['参加过组织生活', CAME],
] as const;
const AGAINST: Readonly<Record<GroundName, readonly (readonly [what: string, day: typeof PAID])[]>> = {
  lost: LOST,
  settled: [],
  study: [],
  dues: [['以前的党费已缴、免缴或缓缴', COVERED]],
  life: [['参加过组织生活', CAME]],
  work: [],
  suspension: LOST,
};

/** The latest day that speaks against a ground, and what was recorded of it. */
export async function knownAgainst(
  db: Db,
  memberId: string,
  ground: GroundName,
): Promise<{ day: string; what: string } | null> {
  let latest: { day: string; what: string } | null = null;
  for (const [what, day] of AGAINST[ground]) {
    const { rows } = await sql<{ day: string | null }>`
      select (${day}) as day from member m where m.id = ${memberId}`.execute(db);
    const found = rows[0]?.day ?? null;
    if (found !== null && (latest === null || found > latest.day)) latest = { day: found, what };
  }
  return latest;
}

/** Whether the last line of somebody's 增减台账 is a decrease: a variation, a revocation or a transfer stands behind the status. */
export async function leftByProcedure(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ sign: number }>`
    select sign from member_ledger where member_id = ${memberId} order by id desc limit 1`.execute(db);
  return rows[0]?.sign === -1;
}
