import { type RawBuilder, sql } from 'kysely';
import { EDUCATION_BANDS } from '#people/member/rules/facts.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { hiddenFromPlanner } from '#platform/server/database/prepared.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { placeColumn } from '#platform/server/sums/ruleChecks.ts';
import { holdsIdCard } from './idCard.ts';

/** Codes of the organisations directly below one of the scope. */
export async function childCodes(db: Db, scope: Scope, id: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from organisation
    where parent_id = ${id} and ${within(scope, 'code')} and deleted_at is null order by code`.execute(db);
  return rows.map(({ code }) => code);
}

/** The filters of a list, already read: an id card or phone is its blind index. */
export interface MemberFilter {
  /** Only these organisations themselves, without what lies below; null: the whole scope. */
  codes: readonly string[] | null;
  categories: readonly number[] | null;
  idCardIndex: Buffer | null;
  phoneIndex: Buffer | null;
  /** Each must occur in the name, cleaned as `nameSearch.ts` does. */
  nameParts: readonly string[];
  /** A prefix of full pinyin or initials. */
  pinyin: string | null;
  gender: number | null;
  nation: string | null;
  education: string | null;
  occupation: number | null;
  membershipStatus: number | null;
  ageFrom: number | null;
  ageTo: number | null;
  /** The day on which both ages are counted; null: today. `YYYY-MM-DD` */
  ageDay: string | null;
  admittedFrom: string | null;
  admittedTo: string | null;
  view: keyof typeof VIEWS | null;
  /** The batch of an import that wrote them. */
  importId?: string | null;
  /** The 党小组 that they belong to. */
  groupId?: string | null;
  /** A set of conditions that somebody has put together (query.ts). */
  query?: RawBuilder<boolean>;
  /** What a module above asks of `member` besides, e.g. to be in a group; no counter knows it. */
  also?: readonly RawBuilder<boolean>[];
}

const yearsAgo = (years: number, day: string | null) =>
  sql`(${day === null ? dbToday : sql`${day}::date`} - make_interval(years => ${years}))::date`;
/** Dictionary 0003 from 停止党籍 to 其他减少: they stand in the history library, and in the roll where they are asked for alone. */
const HAS_LEFT = sql<boolean>`membership_status between 2 and 6`;
const counted = sql`person_category in (1, 2) and membership_status = 1`;

const VIEWS = {
  members: sql<boolean>`person_category in (1, 2)`,
  incomplete: sql<boolean>`(${counted} and completeness < 100)`,
  floating: sql<boolean>`(${counted} and is_floating)`,
  probationDue: sql<boolean>`(person_category = 2 and membership_status = 1
    and coalesce(probation_until, (admission_date + interval '1 year')::date) <= (${dbToday} + interval '2 months')::date)`,
  politicalBirthday: sql<boolean>`(${counted} and extract(month from admission_date) = extract(month from ${dbToday}))`,
  gone: sql<boolean>`${HAS_LEFT}`,
  over70: sql<boolean>`(${counted} and birth_date <= (${dbToday} - interval '70 years')::date)`,
} as const;

/** The conditions of a filter within a scope, joined by `and`; `isPrepared`: for a statement that is kept. */
export function filterConditions(scope: Scope, filter: MemberFilter, isPrepared = false): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [
    sql`member.deleted_at is null`,
    isPrepared && scope.memberId === null ? opaqueRange(scope, findsByLetters(scope, filter)) : peopleWithin(scope),
  ];
  const add = (condition: RawBuilder<unknown>) => all.push(condition);
  if (filter.codes) {
    const [only] = filter.codes;
    add(filter.codes.length === 1 ? sql`org_code = ${only}` : sql`org_code = any(${filter.codes})`);
  }
  if (filter.categories) {
    const [only] = filter.categories;
    add(
      filter.categories.length === 1
        ? sql`person_category = ${isPrepared ? hiddenFromPlanner(only, 'smallint') : only}`
        : sql`person_category = any(${isPrepared ? hiddenFromPlanner(filter.categories, 'smallint[]') : filter.categories}::smallint[])`,
    );
  }
  if (filter.idCardIndex) add(holdsIdCard(filter.idCardIndex));
  if (filter.phoneIndex) add(sql`phone_index = ${filter.phoneIndex}`);
  for (const part of filter.nameParts) add(namePart(part, isPrepared));
  if (filter.pinyin) {
    const [from, to] = [filter.pinyin, `${filter.pinyin}{`];
    add(sql`((pinyin ~>=~ ${from} and pinyin ~<~ ${to}) or (initials ~>=~ ${from} and initials ~<~ ${to}))`);
  }
  if (filter.gender !== null) add(sql`gender = ${filter.gender}`);
  if (filter.nation) add(filter.nation === 'minority' ? sql`nation <> '01'` : sql`nation = ${filter.nation}`);
  const band = EDUCATION_BANDS.find(({ value }) => value === filter.education);
  if (band) add(sql`education between ${band.from} and ${band.to}`);
  if (filter.education === 'none') add(sql`coalesce(education, '') = ''`);
  if (filter.occupation === 0) add(sql`coalesce(occupation, 0) = 0`);
  else if (filter.occupation !== null) add(sql`occupation = ${filter.occupation}`);
  if (filter.membershipStatus !== null) add(sql`membership_status = ${filter.membershipStatus}`);
  // 29 February comes of age on 1 March: PostgreSQL takes 28 February for it, so only those born by then count.
  if (filter.ageFrom !== null) add(sql`birth_date <= ${yearsAgo(filter.ageFrom, filter.ageDay)}`);
  if (filter.ageTo !== null) add(sql`birth_date > ${yearsAgo(filter.ageTo + 1, filter.ageDay)}`);
  if (filter.admittedFrom) add(sql`admission_date >= ${filter.admittedFrom}`);
  if (filter.admittedTo) add(sql`admission_date <= ${filter.admittedTo}`);
  if (filter.view) add(VIEWS[filter.view]);
  // Whoever asks by a status, by their own conditions or for what an import wrote says whom they mean.
  const isAsked = filter.view === 'gone' || filter.membershipStatus !== null || filter.importId || filter.query;
  if (!isAsked) add(sql`not (${HAS_LEFT})`);
  if (filter.importId) {
    add(sql`member.id in (select member_id from import_row where batch_id = ${filter.importId} and state = 'written')`);
  }
  if (filter.groupId) {
    add(sql`member.id in (select member_id from party_group_person where group_id = ${filter.groupId})`);
  }
  if (filter.query) add(filter.query);
  for (const condition of filter.also ?? []) add(condition);
  return sql.join(all, sql` and `);
}

/** @param unindexed where another index must be taken: the planner's guess lets the tree's win by a hair's breadth. */
const opaqueRange = (scope: Scope, unindexed = false) => {
  const code = unindexed ? sql`(org_code || '')` : sql`org_code`;
  return sql<boolean>`(${code} >= ${hiddenFromPlanner(scope.from, 'text')} and ${code} < ${hiddenFromPlanner(scope.to, 'text')})`;
};

/** Whether the index of letters is right whatever the values are: a pair of letters, sought in a wide place. */
const findsByLetters = (scope: Scope, { nameParts }: MemberFilter) =>
  scope.from.length <= WIDE && nameParts.some((part) => part.length > 1);

function namePart(part: string, isPrepared: boolean): RawBuilder<unknown> {
  const wanted = isPrepared ? hiddenFromPlanner(queryGrams(part), 'text[]') : sql`${queryGrams(part)}`;
  const grams = sql`name_grams @> ${wanted}::text[]`;
  const letters = [...part];
  // One pair, or one character, is the whole question; longer parts must also stand together.
  return letters.length <= 2 ? grams : sql`${grams} and ${textHolds(sql`name`, part)}`;
}

/** One row of the list as the database gives it. */
export interface ListRecord {
  id: string;
  name: string;
  id_card_mask: string | null;
  gender: number;
  nation: string;
  birth_date: string | null;
  education: string | null;
  occupation: number | null;
  person_category: number;
  membership_status: number;
  org_id: string;
  org_name: string;
  org_code: string;
  phone_mask: string | null;
  admission_date: string | null;
  conversion_date: string | null;
  completeness: number;
  is_floating: boolean;
  sort: number;
  version: number;
}

const listColumns = sql`
  m.id, m.name, m.id_card_mask, m.gender, m.nation, m.birth_date, m.education, m.occupation, m.person_category,
  m.membership_status, m.org_id, (select o.name from organisation o where o.id = m.org_id) as org_name, m.org_code,
  m.phone_mask, m.admission_date, m.conversion_date, m.completeness, m.is_floating, m.sort, m.version`;

/** The last row of the page before. */
export interface Place {
  orgCode: string;
  sort: number;
  id: string;
}

export type MemberOrder = { by: 'tree' | 'name' | 'admissionDate' | 'age'; descending: boolean };

const down = (order: MemberOrder) => (order.descending ? sql`desc` : sql`asc`);
function orderBy(order: MemberOrder): RawBuilder<unknown> {
  switch (order.by) {
    case 'name':
      return sql`pinyin ${down(order)}, id ${down(order)}`;
    case 'admissionDate':
      return sql`admission_date ${down(order)} nulls last, id ${down(order)}`;
    case 'age':
      // The young come first in ascending order of age.
      return sql`birth_date ${order.descending ? sql`asc` : sql`desc`} nulls last, id ${down(order)}`;
    default:
      return sql`org_code ${down(order)}, sort ${down(order)}, id ${down(order)}`;
  }
}

export interface PageRequest {
  order: MemberOrder;
  limit: number;
  offset: number;
  after: Place | null;
}

/** How a list's total is had: from the counters of an organisation, or by counting up to a cap. */
export type TotalPlan = { counters: Counted } | { cap: number };

/** One fact of an organisation's subtree: some of its values, that of this month, or all. */
export interface Counted {
  code: string;
  fact: string;
  values: readonly string[] | 'thisMonth' | null;
}

/** Beyond this many rows, the page's ids are found in the index before any row is fetched. */
const DEEP = 500;
/** Up to this many people found are held, so that their number and the page come of one look. */
const HELD = 1000;
/** Length of the codes down to the committees of a county; below them a range holds few people. */
const WIDE = 12;

interface PageOfMembers {
  rows: ListRecord[];
  total: number;
  today: string;
}

/**
 * A page of people and the total of the list in one round trip, but for a page beyond the end. `total` is one more than
 * the cap where counting stopped there; `today` is empty where there is no row.
 */
export async function pageOfMembers(
  db: Db,
  scope: Scope,
  filter: MemberFilter,
  request: PageRequest,
  plan: TotalPlan,
): Promise<PageOfMembers> {
  if ('cap' in plan && plan.cap <= HELD) {
    const page = await readPage(db, scope, filter, request, plan, true);
    // Of more people than are held, others may come first.
    if (page.total <= plan.cap) return page;
  }
  return readPage(db, scope, filter, request, plan, false);
}

/**
 * The page is drawn from the index that carries the order, or from all that were found where those
 * are `held`; of a deep page the rows are fetched for its ids alone.
 */
async function readPage(
  db: Db,
  scope: Scope,
  filter: MemberFilter,
  { after, order, limit, offset: wantedOffset }: PageRequest,
  plan: TotalPlan,
  held: boolean,
): Promise<PageOfMembers> {
  // Conditions put together freely are too many texts to be kept.
  const isPrepared = 'counters' in plan || (held && !filter.query && findsByLetters(scope, filter));
  const where = filterConditions(scope, filter, isPrepared);
  const beyond = after
    ? sql`and (org_code, sort, id) ${order.descending ? sql`<` : sql`>`} (${after.orgCode}, ${after.sort}::int, ${after.id}::bigint)`
    : sql``;
  const offset = after ? 0 : wantedOffset;
  const piece = (n: number) => (isPrepared ? hiddenFromPlanner(n, 'int') : sql`${n}`);
  const source = held ? sql`from hit where true` : sql`from member where ${where}`;
  const found = sql`${source} ${beyond} order by ${orderBy(order)} limit ${piece(limit)} offset ${piece(offset)}`;
  const page =
    held || offset > DEEP
      ? sql`select member.* from (select id ${found}) as ids join member using (id)`
      : sql`select * ${found}`;
  const hit = held
    ? sql`with hit as materialized (
        select id, org_code, sort, pinyin, admission_date, birth_date from member where ${where} limit ${sql.lit(HELD + 1)})`
    : sql``;
  const total = held ? sql`(select count(*)::int from hit)` : totalOf(scope, where, plan);
  const head = isPrepared ? sql`/* prepared */ ${hit}` : hit;
  const { rows } = await sql<ListRecord & { total: number; today: string }>`${head}
    select ${total} as total, (select ${dbToday}) as today, ${listColumns} from (${page}) as m order by ${orderBy(order)}`.execute(
    db,
  );
  const [first] = rows;
  if (first) return { rows, total: first.total, today: first.today };
  // No row says the total: of the first page it is none, of a page beyond the end it is asked for alone.
  if (offset === 0 && !after) return { rows, total: 0, today: '' };
  const { rows: counted } = await sql<{ total: number }>`${head} select ${total} as total`.execute(db);
  return { rows, total: counted[0]?.total ?? 0, today: '' };
}

function totalOf(scope: Scope, where: RawBuilder<unknown>, plan: TotalPlan): RawBuilder<unknown> {
  if ('cap' in plan)
    return sql`(select count(*)::int from (select from member where ${where} limit ${plan.cap + 1}) as found)`;
  const { code, fact: name, values } = plan.counters;
  const wanted =
    values === 'thisMonth' ? sql`array[${thisMonth}]` : sql`${hiddenFromPlanner(values, 'text[]')}::text[]`;
  const fact = values ? sql`fact = ${name} and value = any(${wanted})` : sql`fact = ${name}`;
  return sql`((select coalesce(sum(n), 0) from member_counter where org_code = ${code} and ${fact})
    + (select coalesce(sum(n), 0) from member_counter_delta where ${opaqueRange(scope)} and ${fact}))::int`;
}

/** Counts people of a filter, up to a cap. */
export async function countMembers(db: Db, scope: Scope, filter: MemberFilter, cap: number): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select ${totalOf(scope, filterConditions(scope, filter), { cap })} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The month of today as the counters write months of joining. */
const thisMonth = sql`to_char(${dbToday}, 'MM')`;

/** Whose probation ends within two months, and which month it is: what the counters cannot say. */
export async function probation(db: Db, scope: Scope): Promise<{ due: number; month: string }> {
  const { rows } = await sql<{ due: number; month: string }>`/* prepared */
    select ${thisMonth} as month, (
      select count(*)::int from member where deleted_at is null and ${peopleWithin(scope)} and ${VIEWS.probationDue}) as due`.execute(
    db,
  );
  return rows[0] ?? { due: 0, month: '' };
}

/** Whose probation is due at several organisations at once, each with all below it. @param codes of one length */
export async function probationBelow(db: Db, scope: Scope, codes: readonly string[]) {
  const { rows } = await sql<{ place: string; n: number }>`
    select ${placeColumn(codes, 'member.org_code')} as place, count(*)::int as n from member
     where deleted_at is null and ${peopleWithin(scope)} and ${VIEWS.probationDue} group by 1`.execute(db);
  return rows;
}

/** Rows of an export: whole chunks in tree order, after the last row of the chunk before. */
export async function exportChunk(db: Db, scope: Scope, filter: MemberFilter, after: Place | null, limit: number) {
  const beyond = after
    ? sql`and (member.org_code, member.sort, member.id) > (${after.orgCode}, ${after.sort}::int, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<ExportRecord>`
    select ${listColumns}, m.degree, m.native_place, m.residence, m.work_unit,
      m.position, m.party_post, m.applied_on, m.join_type, m.joined_branch_on, m.is_lost_contact, m.is_migrant_worker, m.remark,
      ${filter.ageDay === null ? dbToday : sql`${filter.ageDay}::date`} as today
    from (select * from member where ${filterConditions(scope, filter)} ${beyond}
      order by org_code, sort, id limit ${limit}) as m
    order by m.org_code, m.sort, m.id`.execute(db);
  return rows;
}

export interface ExportRecord extends ListRecord {
  degree: string | null;
  native_place: string;
  residence: string;
  work_unit: string;
  position: string;
  party_post: string;
  applied_on: string | null;
  join_type: number | null;
  joined_branch_on: string | null;
  is_lost_contact: boolean;
  is_migrant_worker: boolean;
  remark: string;
  /** The day on which the age is counted. */
  today: string;
}

/** How many people of a view each organisation of the scope has, in tree order; organisations without any are left out. */
export async function peopleByOrg(
  db: Db,
  scope: Scope,
  view: keyof typeof VIEWS,
  limit: number,
): Promise<{ orgId: string; n: number }[]> {
  const { rows } = await sql<{ orgId: string; n: number }>`
    select member.org_id as "orgId", count(*)::int as n from member
     where member.deleted_at is null and ${peopleWithin(scope)} and ${VIEWS[view]}
     group by member.org_id, member.org_code order by member.org_code limit ${limit}`.execute(db);
  return rows;
}
