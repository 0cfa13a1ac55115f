import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import {
  ANSWER_DAYS,
  type NeedKind,
  type NeedState,
  type NeedView,
  SEALED_DAYS,
  SENT_HOURS,
  STEP_DAYS,
} from '#service/volunteer/rules.need.ts';
import { beijingMinute, dayOf } from './activity.ts';

/** A need with its place and whoever took it. */
export interface NeedRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  kind: NeedKind;
  source: 1 | 2;
  state: NeedState;
  title: string;
  content: string;
  amount: number | null;
  post: string;
  place: string;
  lng: number | null;
  lat: number | null;
  byOn: string;
  askedOn: string;
  phoneMask: string;
  isErased: boolean;
  groupId: string | null;
  unitId: string | null;
  sentTo: string;
  takerMemberId: string | null;
  takerOrgId: string | null;
  takerName: string;
  outcome: string;
  reason: string;
  stars: number | null;
  starsBy: 1 | 2 | null;
  starsNote: string;
  talkState: 0 | 1 | 2;
  talkNote: string;
  /** Finished for so many days that the place may give stars. */
  doneDays: number;
  /** Accepted by the place, whose unit the session's organisation is. */
  isPaired: boolean;
  version: number;
}

const NEED = (
  orgId: string | null,
) => sql`n.id, n.org_id as "orgId", n.org_code as "orgCode", o.name as "orgName", n.kind, n.source, n.state, n.title,
  n.content, n.amount, n.post, n.place, coalesce(n.lng, o.lng) as lng, coalesce(n.lat, o.lat) as lat, n.by_on as "byOn",
  ${dayOf('n.created_at')} as "askedOn", n.phone_mask as "phoneMask", n.erased_at is not null as "isErased", n.group_id as "groupId",
  n.unit_id as "unitId", coalesce(g.name, u.name, '') as "sentTo", n.taker_member_id as "takerMemberId", n.taker_org_id as "takerOrgId",
  coalesce(tm.name, t.name, '') as "takerName", n.outcome, n.reason, n.stars, n.stars_by as "starsBy", n.stars_note as "starsNote",
  n.talk_state as "talkState", n.talk_note as "talkNote", coalesce(extract(day from now() - n.stepped_at), 0)::int as "doneDays",
  ${PAIRED(orgId)} as "isPaired", n.version`;
const FROM = sql`service_need n join organisation o on o.id = n.org_id left join content_group g on g.id = n.group_id
  left join organisation u on u.id = n.unit_id left join member tm on tm.id = n.taker_member_id left join organisation t on t.id = n.taker_org_id`;

/** Whether a unit has reported to the place of a need `n` and was accepted. */
const PAIRED = (orgId: string | null) =>
  sql<boolean>`exists (select from sbd_pair p where p.org_id = ${orgId}::bigint and p.community_id = n.org_id and p.status = 1)`;

/**
 * Needs that an office may read: those of places of the scope, what its organisation took or is asked to take, and the market of the
 * places to which it has reported.
 */
const seen = (
  scope: Scope,
  orgId: string,
) => sql<boolean>`(${scope.memberId === null} and o.deleted_at is null and (${within(scope, 'n.org_code')}
  or n.taker_org_id = ${orgId}
  or (n.state = 1 and n.group_id is null and (n.unit_id is null or n.unit_id = ${orgId}) and ${PAIRED(orgId)})))`;

/** One that the office may read; `lock`: held until the transaction ends. */
export async function findNeed(
  db: Db,
  scope: Scope,
  orgId: string,
  id: string,
  lock = false,
): Promise<NeedRecord | undefined> {
  const { rows } = await sql<NeedRecord>`
    select ${NEED(orgId)} from ${FROM} where n.id = ${id} and ${seen(scope, orgId)} ${lock ? sql`for no key update of n` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** One by the hash of its ten signs; `lock`: held. */
export async function findByFollow(db: Db, hash: string, lock = false): Promise<NeedRecord | undefined> {
  const { rows } = await sql<NeedRecord>`
    select ${NEED(null)} from ${FROM} where n.follow_hash = ${hash} and o.deleted_at is null ${lock ? sql`for no key update of n` : sql``}`.execute(
    db,
  );
  return rows[0];
}

const OF_VIEW: Readonly<Record<NeedView, RawBuilder<boolean>>> = {
  waiting: sql<boolean>`n.state = 0`,
  open: sql<boolean>`n.state = 1`,
  taken: sql<boolean>`n.state = 2`,
  going: sql<boolean>`n.state = 3`,
  done: sql<boolean>`n.state = 4`,
  talk: sql<boolean>`n.talk_state = 1`,
  ended: sql<boolean>`n.state = 5`,
  returned: sql<boolean>`n.state = 6`,
  withdrawn: sql<boolean>`n.state = 7`,
};

export interface NeedFilter {
  view: NeedView | null;
  kind: number | null;
  name: string;
}

const matching = (scope: Scope, orgId: string, filter: NeedFilter) => {
  const parts = [seen(scope, orgId)];
  if (filter.view !== null) parts.push(OF_VIEW[filter.view]);
  if (filter.kind !== null) parts.push(sql`n.kind = ${filter.kind}`);
  if (filter.name) parts.push(textHolds(sql`n.title`, filter.name));
  return sql`${FROM} where ${sql.join(parts, sql` and `)}`;
};

/** A page of them: what waits first, then what is due first, then what is over. */
export async function pageOfNeeds(
  db: Db,
  scope: Scope,
  orgId: string,
  filter: NeedFilter,
  limit: number,
  offset: number,
) {
  const from = matching(scope, orgId, filter);
  const [page, total] = await Promise.all([
    sql<NeedRecord>`
      select ${NEED(orgId)} from ${from}
       order by n.state > 4, n.state <> 0, case when n.state <= 4 then n.by_on end, n.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** How many each view holds under the other filters. */
export async function countNeeds(
  db: Db,
  scope: Scope,
  orgId: string,
  filter: NeedFilter,
): Promise<Record<NeedView | 'all', number>> {
  const counted = Object.entries(OF_VIEW).map(
    ([view, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.ref(view)}`,
  );
  const { rows } = await sql<Record<NeedView | 'all', number>>`
    select count(*)::int as all, ${sql.join(counted)} from ${matching(scope, orgId, { ...filter, view: null })}`.execute(
    db,
  );
  return rows[0] as Record<NeedView | 'all', number>;
}

/** The number that the next need will have; what is sealed is bound to it. */
export async function nextNeedId(db: Db): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select nextval(pg_get_serial_sequence('service_need', 'id'))::text as id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes a need of a place. */
export const insertNeed = (
  db: Db,
  of: {
    id: string;
    orgId: string;
    orgCode: string;
    kind: number;
    source: 1 | 2;
    state: NeedState;
    title: string;
    content: string;
    amount: number | null;
    post: string;
    place: string;
    byOn: string;
    followHash: string;
    nameEnc: Buffer;
    phoneEnc: Buffer;
    phoneMask: string;
    by: string;
  },
) =>
  sql`insert into service_need (id, org_id, org_code, kind, source, state, title, content, amount, post, place, by_on, follow_hash, name_enc,
                                phone_enc, phone_mask, created_by, updated_by)
      values (${of.id}, ${of.orgId}, ${of.orgCode}, ${of.kind}, ${of.source}, ${of.state}, ${of.title}, ${of.content}, ${of.amount}, ${of.post},
              ${of.place}, ${of.byOn}, ${of.followHash}, ${of.nameEnc}, ${of.phoneEnc}, ${of.phoneMask}, ${of.by}, ${of.by})`.execute(
    db,
  );

/** Adds what was done. */
export const addStep = (db: Db, needId: string, words: string, note: string, by: string) =>
  sql`insert into service_need_step (need_id, words, note, by_name) values (${needId}, ${words}, ${note}, ${by})`.execute(
    db,
  );

/** What was done of some needs, in order. */
export async function stepsOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ needId: string; at: string; words: string; note: string; byName: string }>`
    select s.need_id as "needId", ${beijingMinute('s.created_at')} as at, s.words, s.note, s.by_name as "byName" from service_need_step s
     where s.need_id = any(${ids}::bigint[]) order by s.need_id, s.id`.execute(db);
  return rows;
}

/** The sealed name and phone of a need. */
export async function sealedOf(db: Db, id: string) {
  const { rows } = await sql<{ name: Buffer | null; phone: Buffer | null }>`
    select name_enc as name, phone_enc as phone from service_need where id = ${id}`.execute(db);
  return rows[0];
}

/** Needs on the market for a member: of the places to which they have reported and of the own organisations, or sent to a group of theirs. */
const market = (memberId: string) => sql<boolean>`(n.state = 1 and n.unit_id is null and (n.group_id is null
    and (exists (select from sbd_report r where r.member_id = ${memberId} and r.org_id = n.org_id and r.status = 1)
         or exists (select from member m where m.id = ${memberId} and m.org_code >= n.org_code and m.org_code < n.org_code || ':'))
  or exists (select from content_group_member p where p.group_id = n.group_id and p.member_id = ${memberId})))`;

/** What a member may take, or has taken. */
const ownSeen = (memberId: string) => sql<boolean>`(n.taker_member_id = ${memberId} or ${market(memberId)})`;

/** A measure of how far a need is from a point, good enough to sort by: degrees, those of longitude narrowed by the latitude. */
const far = ({ lng, lat }: { lng: number | null; lat: number | null }) =>
  sql`(power((coalesce(n.lng, o.lng) - ${lng}::float8) * cos(radians(${lat}::float8)), 2) + power(coalesce(n.lat, o.lat) - ${lat}::float8, 2))`;

/** A page of what a member may take: the fitting ones first, then what is due first; or of what they took, the last first. */
export async function pageOfOwnNeeds(
  db: Db,
  memberId: string,
  view: 'open' | 'mine',
  own: { posts: readonly string[]; lng: number | null; lat: number | null },
  limit: number,
  offset: number,
) {
  const from = sql`${FROM} where ${view === 'open' ? market(memberId) : sql`n.taker_member_id = ${memberId}`}`;
  const order =
    view === 'open'
      ? sql`not (n.post = any(${own.posts}::text[])), ${far(own)} nulls last, n.by_on, n.id`
      : sql`n.state not in (2, 3), n.taken_at desc, n.id desc`;
  const [page, total] = await Promise.all([
    sql<NeedRecord>`select ${NEED(null)} from ${from} order by ${order} limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** One that a member may take or took, held. */
export async function lockOwnNeed(db: Db, memberId: string, id: string): Promise<NeedRecord | undefined> {
  const { rows } = await sql<NeedRecord>`
    select ${NEED(null)} from ${FROM} where n.id = ${id} and ${ownSeen(memberId)} for no key update of n`.execute(db);
  return rows[0];
}

/** The posts that a member said with the reports, and where the place is to which they reported, or the own branch. */
export async function standingOf(
  db: Db,
  memberId: string,
): Promise<{ posts: string[]; lng: number | null; lat: number | null }> {
  const { rows } = await sql<{ posts: string[]; lng: number | null; lat: number | null }>`
    select coalesce(r.posts, '{}') as posts, coalesce(c.lng, o.lng) as lng, coalesce(c.lat, o.lat) as lat
      from member m join organisation o on o.id = m.org_id left join sbd_report r on r.member_id = m.id and r.status = 1
      left join organisation c on c.id = r.org_id where m.id = ${memberId}`.execute(db);
  return rows[0] ?? { posts: [], lng: null, lat: null };
}

/** Posts and point of a unit by its own accepted reports. */
export async function standingOfUnit(
  db: Db,
  orgId: string,
): Promise<{ posts: string[]; lng: number | null; lat: number | null }> {
  const { rows } = await sql<{ posts: string[]; lng: number | null; lat: number | null }>`
    select coalesce((select array_agg(distinct v) from sbd_pair p, unnest(p.posts) v where p.org_id = o.id and p.status = 1), '{}') as posts,
           o.lng, o.lat from organisation o where o.id = ${orgId}`.execute(db);
  return rows[0] ?? { posts: [], lng: null, lat: null };
}

/** Groups of a place and units that have reported to it, whoever can do what is asked for first. */
export async function takersOf(db: Db, place: { id: string; code: string }, post: string) {
  const groups = await sql<{ id: string; name: string; people: number; skilled: number }>`
    select g.id, g.name, count(p.member_id)::int as people,
           (count(*) filter (where exists (select from sbd_report r where r.member_id = p.member_id and r.status = 1 and ${post} = any(r.posts))))::int as skilled
      from content_group g left join content_group_member p on p.group_id = g.id
     where g.type = 6 and g.deleted_at is null and g.org_id = ${place.id} group by g.id order by 4 desc, 3 desc, g.name, g.id`.execute(
    db,
  );
  const units = await sql<{ id: string; name: string; isSkilled: boolean; lng: number | null; lat: number | null }>`
    select o.id, o.name, ${post} = any(p.posts) as "isSkilled", o.lng, o.lat
      from sbd_pair p join organisation o on o.id = p.org_id and o.deleted_at is null
     where p.community_id = ${place.id} and p.status = 1 order by 3 desc, o.name, o.id`.execute(db);
  return { groups: groups.rows, units: units.rows };
}

/** Whose group it is. */
export async function peopleOfGroup(db: Db, groupId: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select member_id as id from content_group_member where group_id = ${groupId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The place of a poster's code, while it is one. */
export async function placeById(db: Db, id: string): Promise<{ id: string; code: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select o.id, o.code, o.name from organisation o where o.id = ${id} and o.deleted_at is null`.execute(db);
  return rows[0];
}

type Back = {
  id: string;
  orgId: string;
  orgCode: string;
  title: string;
  takerMemberId: string | null;
  takerOrgId: string | null;
};

/** Puts needs without a step for three days back on the market; answers which, with whoever had taken them. */
export async function returnIdle(db: Db): Promise<Back[]> {
  const { rows } = await sql<Back>`
    with idle as (select n.id, n.taker_member_id, n.taker_org_id from service_need n
                   where n.state in (2, 3) and n.stepped_at < now() - make_interval(days => ${STEP_DAYS}) for no key update of n)
    update service_need n set state = 1, taker_member_id = null, taker_org_id = null, group_id = null, unit_id = null, sent_at = null,
           version = n.version + 1, updated_at = now(), updated_by = '系统'
      from idle where idle.id = n.id
    returning n.id, n.org_id as "orgId", n.org_code as "orgCode", n.title, idle.taker_member_id as "takerMemberId", idle.taker_org_id as "takerOrgId"`.execute(
    db,
  );
  return rows;
}

/** Opens to all what was sent to somebody who has not taken it within twenty-four hours. */
export async function openUnanswered(db: Db): Promise<Back[]> {
  const { rows } = await sql<Back>`
    update service_need n set group_id = null, unit_id = null, sent_at = null, version = n.version + 1, updated_at = now(), updated_by = '系统'
     where n.state = 1 and n.sent_at < now() - make_interval(hours => ${SENT_HOURS})
    returning n.id, n.org_id as "orgId", n.org_code as "orgCode", n.title, null as "takerMemberId", null as "takerOrgId"`.execute(
    db,
  );
  return rows;
}

/** Needs that nobody has answered for seven days, of which the nearest organisation above with a worker has not been told. */
export async function unansweredAbove(db: Db) {
  const { rows } = await sql<{ id: string; title: string; placeName: string; orgId: string; orgCode: string }>`
    select n.id, n.title, o.name as "placeName", a.id as "orgId", a.code as "orgCode"
      from service_need n join organisation o on o.id = n.org_id
      join lateral (select a.id, a.code from organisation a
                     where a.deleted_at is null and a.code <> o.code and starts_with(o.code, a.code)
                       and exists (select from usable_grant g where g.org_id = a.id and g.role_id = 3)
                     order by length(a.code) desc limit 1) a on true
     where n.state = 0 and n.created_at < now() - make_interval(days => ${ANSWER_DAYS})
       and not exists (select from todo t where t.subject = 'serviceNeed:' || n.id and t.org_id = a.id)`.execute(db);
  return rows;
}

/** Erases whose needs were that ended ninety days ago. */
export const eraseSealed = (db: Db) =>
  sql`update service_need set name_enc = null, phone_enc = null, phone_mask = '', erased_at = now()
       where erased_at is null and ended_at < now() - make_interval(days => ${SEALED_DAYS})`.execute(db);
