import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { dayOf } from './activity.ts';

/** Whose hours are proven. */
export interface ProofPerson {
  name: string;
  homeName: string;
  orgCode: string;
  placeName: string;
  posts: string[];
  minutes: number;
  times: number;
  today: string;
}

/** A person with all recognised minutes. */
export async function proofPerson(db: Db, memberId: string): Promise<ProofPerson | undefined> {
  const { rows } = await sql<ProofPerson>`
    select m.name, o.name as "homeName", m.org_code as "orgCode", coalesce(c.name, '') as "placeName", coalesce(r.posts, '{}') as posts,
           coalesce(p.minutes, 0) as minutes, coalesce(p.times, 0) as times, (${dbToday})::text as today
      from member m join organisation o on o.id = m.org_id
      left join sbd_report r on r.member_id = m.id and r.status = 1 left join organisation c on c.id = r.org_id
      left join service_person p on p.member_id = m.id
     where m.id = ${memberId} and m.deleted_at is null`.execute(db);
  return rows[0];
}

/** Lines of a card; more are counted, not listed. */
const LINES = 30;

/** What somebody did in a year by the entries posted in it: the last first, and how many there are. */
export async function yearLines(db: Db, memberId: string, year: number) {
  const { rows } = await sql<{ day: string; title: string; orgName: string; minutes: number; n: number; sum: number }>`
    select ${dayOf('a.starts_at')}::text as day, a.title, o.name as "orgName", sum(e.minutes)::int as minutes,
           (count(*) over ())::int as n, (sum(sum(e.minutes)) over ())::int as sum
      from service_entry e join service_activity a on a.id = e.activity_id join organisation o on o.id = a.org_id
     where e.member_id = ${memberId} and e.posted_on between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)
     group by a.id, o.name having sum(e.minutes) <> 0 order by a.starts_at desc, a.id desc limit ${LINES}`.execute(db);
  return { lines: rows, times: rows[0]?.n ?? 0, minutes: rows[0]?.sum ?? 0 };
}

/** Notes what a paper says; answers its id. */
export async function addProof(
  db: Db,
  of: { memberId: string; kind: number; year: number | null; minutes: number; times: number; by: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into service_proof (member_id, kind, year, minutes, times, issued_on, created_by)
    values (${of.memberId}, ${of.kind}, ${of.year}, ${of.minutes}, ${of.times}, ${dbToday}, ${of.by}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** A paper with what is recognised now of that which it says. */
export async function proofForVerify(db: Db, id: string) {
  const { rows } = await sql<{
    kind: 1 | 2;
    year: number | null;
    minutes: number;
    issuedOn: string;
    name: string;
    orgName: string;
    now: number;
  }>`
    select p.kind, p.year, p.minutes, p.issued_on::text as "issuedOn", m.name, o.name as "orgName",
           coalesce((select sum(e.minutes) from service_entry e
                      where e.member_id = p.member_id and (p.year is null or extract(year from e.posted_on) = p.year)), 0)::int as now
      from service_proof p join member m on m.id = p.member_id join organisation o on o.id = m.org_id where p.id = ${id}`.execute(
    db,
  );
  return rows[0];
}
