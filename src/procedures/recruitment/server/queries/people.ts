import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within, workerScope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { GENERAL_BRANCH } from './file.ts';

/** Somebody who may stand in a step, or why not. */
export interface Candidate {
  id: string;
  name: string;
  orgName: string;
  post: string;
  /** Posts held in the committees above the branch; empty: none. */
  above: string;
  /** The same with the committee: 江南街道党工委副书记; null: none. */
  aboveNamed: string | null;
  category: number;
  status: number;
  /** 留党察看 runs on the day. */
  watched: boolean;
  /** Stood in one of these branches on the day and has left since; how it is with them now; null: stands there. */
  left: 'away' | 'died' | 'out' | null;
}

/** 正常, dictionary of 党籍状态. */
const GOOD = 1;
/** 留党察看, dictionary 0043. */
const WATCHED = '24';

const watched = (day: string) => sql`exists (
  select from sub_record r where r.member_id = m.id and r.kind = 'rewar' and r.deleted_at is null
     and r.fields->>'name' = ${WATCHED} and r.fields->>'approvedOn' <= ${day}
     and coalesce(nullif(r.fields->>'endsOn', ''), '9999-12-31') > ${day})`;
/** Posts of the current terms, and what the record says in words where they do not say it. */
const post = sql`(
  select case when position(m.party_post in held.posts) > 0 then held.posts else concat_ws('、', nullif(held.posts, ''), m.party_post) end
    from (select coalesce(string_agg(p.post, '、' order by p.sort), '') as posts
            from org_post p join org_term t on t.id = p.term_id and t.is_current where p.member_id = m.id) as held)`;
/** Posts in the committees above a branch, the nearest first: a 党总支 is none. */
const postsAbove = (orgCode: string) => sql`
  select string_agg(p.post, '、' order by length(a.code) desc, p.sort) as posts,
         string_agg(a.name || p.post, '、' order by length(a.code) desc, p.sort) as named, max(length(a.code)) as depth
    from org_post p join org_term t on t.id = p.term_id and t.is_current join organisation a on a.id = p.org_id
   where p.member_id = m.id and a.type <> ${GENERAL_BRANCH} and length(a.code) < ${orgCode.length}
     and a.code = left(${orgCode}, length(a.code))`;
/** 正式党员 from the day of conversion alone. */
const categoryOn = (day: string) => sql<number>`
  case when m.person_category = 1 and m.conversion_date > ${day} then 2 else m.person_category end`;
/** 已转出, dictionary of 党籍状态. */
const AWAY = 5;
/** 死亡, dictionary of 党籍状态. */
const DIED = 4;
/** Lines of 党员增减台账 by which somebody left after a day who had not come after it: until then they stood there. */
const leftSince = (day: string, line: RawBuilder<unknown>) => sql`l.sign = -1 and l.happened_on > ${day} and ${line}
  and not exists (
    select from member_ledger c where c.member_id = l.member_id and c.org_id = l.org_id and c.sign = 1
       and c.happened_on > ${day} and (c.happened_on, c.id) <= (l.happened_on, l.id))`;

const besideOf = (orgCode: string) => workerScope(orgCode.slice(0, -4) || orgCode);

/**
 * Whom a branch may name in a file: people of its own and the neighbouring branches, and who leads an organisation above it. Those are
 * looked up first, so that both sides of the `or` are found by an index.
 */
function nearby(orgCode: string) {
  const above = sql`array(select left(${orgCode}, n) from generate_series(4, length(${orgCode}), 4) as n)`;
  return sql`(${within(besideOf(orgCode), 'm.org_code')}
    or m.id = any(array(select p.member_id from org_post p join org_term t on t.id = p.term_id and t.is_current
                          join organisation po on po.id = p.org_id and po.code = any(${above}) where p.member_id is not null)))`;
}

/** Who is asked about: a branch, a day, and whether papers of that day are filled in, so that whoever has left since counts as well. */
export interface Naming {
  orgCode: string;
  day: string;
  isPaper: boolean;
}

/** People with how they stood on the day: of 补录 whoever has left these branches since is in good standing until then. */
function people({ orgCode, day, isPaper }: Naming, which: RawBuilder<unknown>, near: RawBuilder<unknown>) {
  const gone = isPaper
    ? sql`select distinct l.member_id from member_ledger l where ${leftSince(day, within(besideOf(orgCode), 'l.org_code'))}`
    : sql`select null::bigint as member_id where false`;
  return sql`
    with gone as materialized (${gone})
    select m.id, m.name, o.name as "orgName", m.org_code, m.sort, m.membership_status as member_status, gone.member_id is null as stays,
           ${post} as post, coalesce(up.posts, '') as above, up.named as "aboveNamed", up.depth, ${categoryOn(day)} as category,
           case when gone.member_id is null then m.membership_status else ${GOOD} end as status, ${watched(day)} as watched,
           case when gone.member_id is null or (m.membership_status = ${GOOD} and ${near}) then null when m.membership_status = ${DIED} then 'died'
                when m.membership_status in (${GOOD}, ${AWAY}) then 'away' else 'out' end as "left"
      from member m join organisation o on o.id = m.org_id left join gone on gone.member_id = m.id
      left join lateral (${postsAbove(orgCode)}) as up on true
     where m.deleted_at is null and ${which} and (gone.member_id is not null or ${near})`;
}

/** Whom a role looks for first: 班子 of the branch and around it, or of the committees above, the nearest first. */
export type First = 'above' | 'post' | null;
const firstOf = (first: First) =>
  first === 'above' ? sql`depth desc nulls last,` : first === 'post' ? sql`post <> '' desc,` : sql``;

/**
 * Members to choose from, by a part of the name: whom the role looks for first, then of the branch, in 补录 whoever stood there on
 * the day and has left since, then beside it, and the leading members of those above.
 */
export async function findCandidates(
  db: Db,
  at: Naming,
  name: string,
  first: First,
  limit: number,
): Promise<Candidate[]> {
  const part = name === '' ? sql`true` : textHolds(sql`m.name`, name);
  const which = sql`m.person_category in (1, 2) and ${part}`;
  const { rows } = await sql<Candidate>`
    select id, name, "orgName", post, above, "aboveNamed", category, status, watched, "left" from (
      ${people(at, which, nearby(at.orgCode))}) as found
     order by ${firstOf(first)} (org_code = ${at.orgCode} and member_status = ${GOOD}) desc, stays, org_code, sort, id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** The people of some ids, as far as the branch may name them. */
export async function peopleByIds(db: Db, at: Naming, ids: readonly string[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    ${people(at, sql`m.id = any(${ids}::bigint[])`, nearby(at.orgCode))}`.execute(db);
  return rows;
}

export interface Voter {
  id: string;
  name: string;
  category: number;
  status: number;
  watched: boolean;
}

/**
 * The party members who stood in a branch on a day, as the roll and 党员增减台账 say now: whoever came later is not among them,
 * whoever has left since is, in good standing until then.
 */
export async function listVotersOn(db: Db, scope: Scope, orgId: string, day: string): Promise<Voter[]> {
  const { rows } = await sql<Voter>`
    with org as (
      select id, code from organisation where id = ${orgId} and ${within(scope, 'code')}
    ), gone as (
      select distinct l.member_id from org join member_ledger l on l.org_code = org.code
       where ${leftSince(day, sql`l.org_id = org.id`)}
    )
    select m.id, m.name, ${categoryOn(day)} as category,
           case when gone.member_id is null then m.membership_status else ${GOOD} end as status, ${watched(day)} as watched
      from org cross join member m
      left join gone on gone.member_id = m.id
     where m.deleted_at is null and m.person_category in (1, 2)
       and (m.org_id = org.id and (m.joined_branch_on is null or m.joined_branch_on <= ${day}) or gone.member_id is not null)
       and (m.admission_date is null or m.admission_date <= ${day})
     order by m.sort, m.id`.execute(db);
  return rows;
}
