import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { CallAnswer, Called, CallState, CallView, SmsState } from '#service/volunteer/contract.call.ts';
import { beijingMinute } from './activity.ts';
import { volunteersOf } from './groups.ts';

export interface CallRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  called: string;
  title: string;
  content: string;
  place: string;
  isDrill: boolean;
  state: CallState;
  raisedAt: string;
  raisedBy: string;
  endedAt: string | null;
  endNote: string;
  asked: number;
  coming: number;
  declined: number;
  silent: number;
  arrived: number;
}

const CALL = sql`c.id, c.org_id as "orgId", c.org_code as "orgCode", o.name as "orgName", c.called, c.title, c.content, c.place,
  c.is_drill as "isDrill", c.state, ${beijingMinute('c.created_at')} as "raisedAt", c.created_by as "raisedBy",
  ${beijingMinute('c.ended_at')} as "endedAt", c.end_note as "endNote", n.*`;
const COUNTS = sql`lateral (select count(*)::int as asked, count(*) filter (where p.answer = 1)::int as coming,
    count(*) filter (where p.answer = 2)::int as declined, count(*) filter (where p.answer = 0)::int as silent, count(p.arrived_at)::int as arrived
  from service_call_person p where p.call_id = c.id) n`;
const FROM = sql`service_call c join organisation o on o.id = c.org_id`;
const seen = (scope: Scope) =>
  sql<boolean>`(o.deleted_at is null and ${within(scope, 'c.org_code')} and ${scope.memberId === null})`;

/** A page of the calls of a scope: those that run, then the last. */
export async function pageOfCalls(db: Db, scope: Scope, title: string, limit: number, offset: number) {
  const where = title ? sql`${seen(scope)} and ${textHolds(sql`c.title`, title)}` : seen(scope);
  const [page, total] = await Promise.all([
    sql<CallRecord>`
      select ${CALL} from ${FROM} cross join ${COUNTS} where ${where} order by c.state, c.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A call of the scope; `lock`: held. */
export async function findCall(db: Db, scope: Scope, id: string, lock = false): Promise<CallRecord | undefined> {
  const { rows } = await sql<CallRecord>`
    select ${CALL} from ${FROM} cross join ${COUNTS} where c.id = ${id} and ${seen(scope)} ${lock ? sql`for no key update of c` : sql``}`.execute(
    db,
  );
  return rows[0];
}

export interface CallPersonRecord {
  id: string;
  memberId: string;
  name: string;
  homeName: string;
  phone: string;
  answer: CallAnswer;
  answeredAt: string | null;
  arrivedAt: string | null;
  smsState: SmsState;
}

const OF_VIEW: Readonly<Record<CallView, RawBuilder<boolean>>> = {
  silent: sql<boolean>`p.answer = 0`,
  coming: sql<boolean>`p.answer = 1`,
  declined: sql<boolean>`p.answer = 2`,
  arrived: sql<boolean>`p.arrived_at is not null`,
};

/** A page of who was called: those who come first, then the silent. The caller has found the call in the scope. */
export async function pageOfCalled(
  db: Db,
  callId: string,
  filter: { view: CallView | null; name: string },
  limit: number,
  offset: number,
) {
  const parts = [sql<boolean>`p.call_id = ${callId}`];
  if (filter.view) parts.push(OF_VIEW[filter.view]);
  if (filter.name) parts.push(textHolds(sql`m.name`, filter.name));
  const from = sql`service_call_person p join member m on m.id = p.member_id join organisation h on h.id = m.org_id
    where ${sql.join(parts, sql` and `)}`;
  const [page, total] = await Promise.all([
    sql<CallPersonRecord>`
      select p.id, m.id as "memberId", m.name, h.name as "homeName", coalesce(m.phone_mask, '') as phone, p.answer,
             ${beijingMinute('p.answered_at')} as "answeredAt", ${beijingMinute('p.arrived_at')} as "arrivedAt", p.sms_state as "smsState"
        from ${from} order by p.answer = 0, p.answer, p.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** Whom a call reaches, and what it is called; undefined where the group or the quarter is not of the organisation. */
export async function peopleToCall(
  db: Db,
  scope: Scope,
  org: { id: string; code: string },
  to: Called,
  toId: string,
): Promise<{ name: string; memberIds: string[] } | undefined> {
  const named = {
    team: sql`select ''`,
    group: sql`select g.name from content_group g where g.id = ${toId || null}::bigint and g.org_id = ${org.id} and g.type = 6 and g.deleted_at is null`,
    quarter: sql`select q.name from service_quarter q where q.id = ${toId || null}::bigint and q.org_id = ${org.id}`,
  }[to];
  const found = await sql<{ name: string }>`select x.name from (${named}) x (name)`.execute(db);
  const [first] = found.rows;
  if (!first) return undefined;
  const people = {
    team: sql`select r.member_id from sbd_report r join sbd_job j on j.report_id = r.id and j.kind = 2 and j.to_on is null
               where r.org_id = ${org.id} and r.status = 1`,
    group: sql`select p.member_id from content_group_member p where p.group_id = ${toId || null}::bigint`,
    quarter: sql`select r.member_id from sbd_report r where r.org_id = ${org.id} and r.status = 1 and r.quarter = ${first.name}`,
  }[to];
  const { rows } = await sql<{ id: string }>`
    select m.id from member m where m.id in (${people}) and m.membership_status = 1 and ${volunteersOf(scope)} order by m.id`.execute(
    db,
  );
  return { name: first.name, memberIds: rows.map(({ id }) => id) };
}

/** Writes a call with whom it reaches; answers its id. */
export async function addCall(
  db: Db,
  org: { id: string; code: string },
  of: { called: string; title: string; content: string; place: string; isDrill: boolean; by: string },
  memberIds: readonly string[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with c as (
      insert into service_call (org_id, org_code, called, title, content, place, is_drill, created_by, updated_by)
      values (${org.id}, ${org.code}, ${of.called}, ${of.title}, ${of.content}, ${of.place}, ${of.isDrill}, ${of.by}, ${of.by}) returning id),
    p as (
      insert into service_call_person (call_id, member_id)
      select c.id, m.id from c, unnest(${memberIds}::bigint[]) as m (id) order by m.id)
    select id from c`.execute(db);
  return rows[0]?.id ?? '';
}

/** Ends a call. */
export const endCall = (db: Db, id: string, note: string, by: string) =>
  sql`update service_call set state = 2, ended_at = now(), end_note = ${note}, updated_at = now(), updated_by = ${by}, version = version + 1
       where id = ${id} and state = 1`.execute(db);

/** Who was called, as people. */
export async function calledMembers(db: Db, callId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select member_id as id from service_call_person where call_id = ${callId} order by member_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Notes that people of a call have arrived; answers who they are. Who had not answered has come. */
export async function markArrived(db: Db, callId: string, personIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update service_call_person p set arrived_at = now(), answer = 1, answered_at = coalesce(p.answered_at, now())
      from member m where m.id = p.member_id and p.call_id = ${callId} and p.id = any(${personIds}::bigint[]) and p.arrived_at is null
    returning m.name`.execute(db);
  return rows.map(({ name }) => name);
}

/** How many of these ids are people of a call. */
export async function countPeopleIn(db: Db, callId: string, personIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from service_call_person where call_id = ${callId} and id = any(${personIds}::bigint[])`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** A call as whoever is called reads it: nothing of the others. */
export interface OwnCallRecord
  extends Pick<CallRecord, 'id' | 'orgName' | 'title' | 'content' | 'place' | 'isDrill' | 'state' | 'raisedAt'> {
  answer: CallAnswer;
  arrivedAt: string | null;
}

/** A page of the calls to one person, those that run first. */
export async function pageOfOwnCalls(db: Db, memberId: string, limit: number, offset: number) {
  const from = sql`service_call_person p join service_call c on c.id = p.call_id join organisation o on o.id = c.org_id
    where p.member_id = ${memberId}`;
  const [page, total] = await Promise.all([
    sql<OwnCallRecord>`
      select c.id, o.name as "orgName", c.title, c.content, c.place, c.is_drill as "isDrill", c.state,
             ${beijingMinute('c.created_at')} as "raisedAt", p.answer, ${beijingMinute('p.arrived_at')} as "arrivedAt"
        from ${from} order by c.state, c.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** Answers a call for one person; what was called and where it stands. Undefined where the person was not called. */
export async function answerCall(db: Db, callId: string, memberId: string, answer: 1 | 2) {
  const { rows } = await sql<{
    id: string;
    title: string;
    orgCode: string;
    state: CallState;
    name: string;
    arrived: boolean;
  }>`
    select p.id, c.title, c.org_code as "orgCode", c.state, m.name, p.arrived_at is not null as arrived
      from service_call_person p join service_call c on c.id = p.call_id join member m on m.id = p.member_id
     where p.call_id = ${callId} and p.member_id = ${memberId} for no key update of p`.execute(db);
  const [row] = rows;
  if (row?.state === 1 && !row.arrived) {
    await sql`update service_call_person set answer = ${answer}, answered_at = now() where id = ${row.id}`.execute(db);
  }
  return row;
}

/** Takes some people to whom a text message has still to go, each once, whoever takes; of calls that have ended nothing is sent. */
export async function takeSms(db: Db, most: number) {
  const { rows } = await sql<{
    id: string;
    memberId: string;
    phone: Buffer | null;
    title: string;
    place: string;
    isDrill: boolean;
  }>`
    with next as (
      select p.id from service_call_person p where p.sms_state = 0 order by p.id limit ${most} for update skip locked)
    update service_call_person p set sms_state = case when m.phone_enc is null then 2 when c.state = 2 then 3 else 1 end
      from next n, member m, service_call c
     where n.id = p.id and m.id = p.member_id and c.id = p.call_id
    returning p.id, m.id as "memberId", case when c.state = 1 then m.phone_enc end as phone, c.title, c.place, c.is_drill as "isDrill"`.execute(
    db,
  );
  return rows;
}

/** Notes that a gateway did not take a message. */
export const smsFailed = (db: Db, id: string) =>
  sql`update service_call_person set sms_state = 3 where id = ${id}`.execute(db);
