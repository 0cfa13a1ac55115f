import { type RawBuilder, sql } from 'kysely';
import type { Phase } from '#people/org/rules.office.ts';
import { TERM_TYPES } from '#people/org/rules.ts';
import { searchText } from '#platform/reading/signs.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { nameMatches } from './fragments.ts';

export interface TermPost {
  memberId: string;
  name: string;
  post: string;
  votes: number | null;
}

/** A term as it stands; `posts` in their order. Days `YYYY-MM-DD`. */
export interface TermRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  number: number;
  electedOn: string;
  years: number | null;
  method: string;
  expiresOn: string | null;
  /** The last day by election and length alone. */
  endsByRule: string | null;
  phase: Phase;
  isCurrent: boolean;
  entitled: number | null;
  present: number | null;
  remark: string;
  posts: (Omit<TermPost, 'memberId'> & { id: string; memberId: string | null })[];
  version: number;
  updatedBy: string;
  updatedAt: Date;
}

const phase = sql<Phase>`case
  when not t.is_current then 'past'
  when t.expires_on is null then 'appointed'
  when t.expires_on < ${dbToday} then 'overdue'
  when t.expires_on <= ${dbToday} + interval '1 month' then 'month1'
  when t.expires_on <= ${dbToday} + interval '3 months' then 'month3'
  when t.expires_on <= ${dbToday} + interval '6 months' then 'month6'
  else 'running' end`;

const columns = sql`
  t.id, t.org_id as "orgId", o.code as "orgCode", o.name as "orgName", t.number, t.elected_on as "electedOn", t.years,
  t.method, t.expires_on as "expiresOn",
  (t.elected_on + make_interval(years => t.years))::date as "endsByRule", ${phase} as phase, t.is_current as "isCurrent", t.entitled, t.present, t.remark,
  coalesce((select json_agg(json_build_object('id', p.id::text, 'memberId', p.member_id::text, 'name', p.name,
                                              'post', p.post, 'votes', p.votes) order by p.sort, p.id)
              from org_post p where p.term_id = t.id), '[]') as posts,
  t.version, t.updated_by as "updatedBy", t.updated_at as "updatedAt"`;

export interface TermFilter {
  /** One organisation with its terms before; null: the current terms of the whole scope. */
  orgId: string | null;
  name: string | undefined;
  phase: Exclude<Phase, 'running' | 'appointed' | 'past'> | undefined;
}

/** Living terms of living organisations. */
const standing = (parts: readonly RawBuilder<unknown>[]) => sql`org_term t
    join organisation o on o.id = t.org_id and o.deleted_at is null
   where ${sql.join([sql`t.deleted_at is null`, ...parts], sql` and `)}`;

function filtered({ name, phase: due }: Pick<TermFilter, 'name' | 'phase'>): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  if (name) parts.push(nameMatches(name));
  // What is told to be due is what the warnings speak of: organisations that are elected for a term.
  if (due) parts.push(sql`(${phase} = ${due} and o.type = any(${[...TERM_TYPES]}::smallint[]))`);
  return parts;
}

/** The terms of many organisations, whom the caller has drawn from the scope; each one's the newest first. */
export async function termsOf(
  db: Db,
  orgIds: readonly string[],
  { isCurrent, ...filter }: Pick<TermFilter, 'name' | 'phase'> & { isCurrent: boolean },
): Promise<TermRecord[]> {
  const parts = [
    sql`t.org_id = any(${orgIds}::bigint[])`,
    ...(isCurrent ? [sql`t.is_current`] : []),
    ...filtered(filter),
  ];
  const { rows } = await sql<TermRecord>`
    select ${columns} from ${standing(parts)} order by o.code, t.elected_on desc, t.id desc`.execute(db);
  return rows;
}

/** A page of terms with how many there are: of one organisation the newest first, of many those that end first. */
export async function pageOfTerms(
  db: Db,
  scope: Scope,
  filter: TermFilter,
  limit: number,
  offset: number,
): Promise<{ rows: TermRecord[]; total: number }> {
  const from = standing([
    within(scope, 'o.code'),
    filter.orgId === null ? sql`t.is_current` : sql`o.id = ${filter.orgId}`,
    ...filtered(filter),
  ]);
  const order =
    filter.orgId === null ? sql`t.expires_on nulls last, t.id` : sql`t.is_current desc, t.elected_on desc, t.id desc`;
  const [page, count] = await Promise.all([
    sql<TermRecord>`select ${columns} from ${from} order by ${order} limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}

/** One term of the scope that is not deleted; `lock` keeps it for this transaction. */
export async function findTerm(db: Db, scope: Scope, id: string, lock = false): Promise<TermRecord | undefined> {
  const { rows } = await sql<TermRecord>`
    select ${columns} from org_term t join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.id = ${id} and t.deleted_at is null and ${within(scope, 'o.code')}
     ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0];
}

/** What is needed to write an organisation's terms; its row is locked, so that its terms are written one after another. */
export async function lockTermOrg(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ code: string; name: string; type: number; nature: string | null; today: string } | undefined> {
  const { rows } = await sql<{ code: string; name: string; type: number; nature: string | null; today: string }>`
    select o.code, o.name, o.type, ${dbToday} as today,
           (select u.nature from unit u
             where u.org_code = any(array(select left(o.code, cut) from generate_series(4, length(o.code), 4) as cut))
               and u.deleted_at is null order by u.org_code desc, u.id limit 1) as nature
      from organisation o
     where o.id = ${id} and o.deleted_at is null and ${within(scope, 'o.code')} for no key update of o`.execute(db);
  return rows[0];
}

/** Full members of the scope by id, those of the recycle bin and those who left excepted. */
export async function fullMembers(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from member
     where id = any(${ids}::bigint[]) and person_category = 1 and membership_status = 1 and deleted_at is null
       and ${within(scope)}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const WHO = {
  full: sql`person_category = 1`,
  floating: sql`is_floating and person_category in (1, 2)`,
};

/** A typed part of a person's name by its grams, or the beginning of full pinyin or initials. */
function personMatches(part: string): RawBuilder<unknown> {
  const typed = searchText(part);
  if (/^[a-z]+$/.test(typed)) {
    const to = `${typed}{`;
    return sql`((pinyin ~>=~ ${typed} and pinyin ~<~ ${to}) or (initials ~>=~ ${typed} and initials ~<~ ${to}))`;
  }
  return sql`(name_grams @> ${queryGrams(typed)}::text[]
              and ${textHolds(sql`name`, typed)})`;
}

/**
 * The first people of the scope whose name holds a text, in tree order; all without a text.
 * @param of full members, or party members registered as floating
 */
export async function peopleByName(db: Db, scope: Scope, name: string, of: keyof typeof WHO, limit: number) {
  const { rows } = await sql<{ memberId: string; name: string; orgName: string; post: string }>`
    select m.id as "memberId", m.name, o.name as "orgName", m.party_post as post
      from (select * from member
             where ${WHO[of]} and membership_status = 1 and deleted_at is null and ${within(scope)}
               and ${name === '' ? sql`true` : personMatches(name)}
             order by org_code, sort, id limit ${limit}) m
      join organisation o on o.id = m.org_id order by m.org_code, m.sort, m.id`.execute(db);
  return rows;
}

/** The numbers and days of an organisation's other terms. */
export async function otherTerms(
  db: Db,
  orgId: string,
  except: string | null,
): Promise<{ id: string; number: number; electedOn: string }[]> {
  const { rows } = await sql<{ id: string; number: number; electedOn: string }>`
    select id, number, elected_on as "electedOn" from org_term
     where org_id = ${orgId} and deleted_at is null and id is distinct from ${except} order by elected_on, id`.execute(
    db,
  );
  return rows;
}

/** The columns of a term that people write, and what the rule makes of them. */
export interface TermFields {
  number: number;
  electedOn: string;
  years: number | null;
  method: string;
  entitled: number | null;
  present: number | null;
  remark: string;
}

const expires = ({ electedOn, years }: TermFields) =>
  sql`(${electedOn}::date + make_interval(years => ${years}::int))::date`;

const extended = ({ electedOn, method }: TermFields) =>
  sql`case when elected_on = ${electedOn}::date and method = ${method} then extended_to end`;

export async function insertTerm(
  db: Db,
  org: { id: string; code: string },
  term: TermFields,
  by: string,
  batchId: string | null = null,
): Promise<{ id: string; expiresOn: string | null }> {
  const { rows } = await sql<{ id: string; expiresOn: string | null }>`
    insert into org_term (org_id, org_code, number, elected_on, years, expires_on, method, entitled, present, remark,
                          is_current, created_by, updated_by, batch_id)
    values (${org.id}, ${org.code}, ${term.number}, ${term.electedOn}, ${term.years}, ${expires(term)}, ${term.method},
            ${term.entitled}, ${term.present}, ${term.remark}, false, ${by}, ${by}, ${batchId})
    returning id, expires_on as "expiresOn"`.execute(db);
  return rows[0] ?? { id: '', expiresOn: null };
}

/**
 * Writes all fields of a locked term; answers its new version. What was allowed to end late stays so unless the term begins
 * on another day or in another way.
 */
export async function writeTerm(db: Db, id: string, term: TermFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update org_term set number = ${term.number}, elected_on = ${term.electedOn}, years = ${term.years},
           expires_on = coalesce(${extended(term)}, ${expires(term)}), extended_to = ${extended(term)}, method = ${term.method}, entitled = ${term.entitled}, present = ${term.present},
           remark = ${term.remark}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Replaces the leading members of a term; their order is that of the list. */
export async function writePosts(
  db: Db,
  term: { id: string; orgId: string },
  posts: readonly TermPost[],
): Promise<void> {
  await sql`delete from org_post where term_id = ${term.id}`.execute(db);
  await sql`
    insert into org_post (term_id, org_id, member_id, name, post, votes, sort)
    select ${term.id}, ${term.orgId}, p."memberId", p.name, p.post, p.votes, p.sort
      from jsonb_to_recordset(${JSON.stringify(posts.map((one, sort) => ({ ...one, memberId: one.memberId || null, sort })))}::jsonb)
           as p("memberId" bigint, name text, post text, votes int, sort smallint)`.execute(db);
}

/** Makes the term that was elected last the current one; answers the ids that were current before or are now. */
export async function settleCurrent(db: Db, orgId: string): Promise<string[]> {
  const { rows: before } = await sql<{ id: string }>`
    update org_term set is_current = false where org_id = ${orgId} and is_current returning id`.execute(db);
  const { rows: after } = await sql<{ id: string }>`
    update org_term set is_current = true
     where id = (select id from org_term where org_id = ${orgId} and deleted_at is null
                  order by elected_on desc, number desc, id desc limit 1) returning id`.execute(db);
  return [...before, ...after].map(({ id }) => id);
}

export async function binTerm(db: Db, id: string, by: string, reason: string): Promise<void> {
  await sql`
    update org_term set is_current = false, deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason},
           version = version + 1, updated_at = now(), updated_by = ${by} where id = ${id}`.execute(db);
}

/** Takes a deleted term out of the bin; answers its organisation, number and day. */
export async function bringBackTerm(
  db: Db,
  id: string,
  by: string,
): Promise<{ orgId: string; number: number; electedOn: string }> {
  const { rows } = await sql<{ orgId: string; number: number; electedOn: string }>`
    update org_term set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1,
           updated_at = now(), updated_by = ${by}
     where id = ${id} returning org_id as "orgId", number, elected_on as "electedOn"`.execute(db);
  return rows[0] ?? { orgId: '0', number: 0, electedOn: '' };
}

/** Destroys who led; when the term was stays for the log. */
export async function eraseTerm(db: Db, id: string): Promise<void> {
  await sql`update org_post set name = '', member_id = null where term_id = ${id}`.execute(db);
  await sql`update org_term set remark = '', erased_at = now() where id = ${id}`.execute(db);
}

/** Who leads an organisation by its current term: post by person. */
export async function leadersOf(db: Db, orgId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ member_id: string; post: string }>`
    select p.member_id, p.post from org_term t join org_post p on p.term_id = t.id
      join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.org_id = ${orgId} and t.is_current and p.member_id is not null`.execute(db);
  return new Map(rows.map(({ member_id, post }) => [member_id, post]));
}

/** Every post that people have by the current term of whatever organisation. */
export async function postsHeld(db: Db, memberIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ member_id: string; posts: string[] }>`
    select p.member_id, array_agg(p.post) as posts from org_post p join org_term t on t.id = p.term_id and t.is_current
      join organisation o on o.id = t.org_id and o.deleted_at is null
     where p.member_id = any(${memberIds}::bigint[]) group by p.member_id`.execute(db);
  return new Map(rows.map(({ member_id, posts }) => [member_id, posts]));
}

/** How many full members stand in an organisation itself. */
export async function countFull(db: Db, orgId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from member
     where org_id = ${orgId} and person_category = 1 and membership_status = 1 and deleted_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The organisation of a term, deleted or not. */
export async function orgOfTerm(db: Db, id: string): Promise<{ id: string; name: string }> {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from org_term t join organisation o on o.id = t.org_id where t.id = ${id}`.execute(db);
  return rows[0] ?? { id: '0', name: '' };
}
