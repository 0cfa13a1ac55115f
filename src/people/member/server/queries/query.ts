import { type RawBuilder, sql } from 'kysely';
import {
  isGroup,
  type MemberQuery,
  type QueryCondition,
  type QueryGroup,
  queryField,
} from '#people/member/rules/query.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { personLabels } from '../personLabels.ts';

type Condition = RawBuilder<boolean>;

/** The columns behind the fields: nothing that a caller writes ever becomes a part of a statement's text. */
const COLUMNS: Readonly<Record<string, { column: string; type: 'text' | 'smallint' | 'date' }>> = {
  name: { column: 'name', type: 'text' },
  gender: { column: 'gender', type: 'smallint' },
  birthDate: { column: 'birth_date', type: 'date' },
  nation: { column: 'nation', type: 'text' },
  nativePlace: { column: 'native_place', type: 'text' },
  education: { column: 'education', type: 'text' },
  degree: { column: 'degree', type: 'text' },
  occupation: { column: 'occupation', type: 'smallint' },
  workUnit: { column: 'work_unit', type: 'text' },
  position: { column: 'position', type: 'text' },
  residence: { column: 'residence', type: 'text' },
  personCategory: { column: 'person_category', type: 'smallint' },
  membershipStatus: { column: 'membership_status', type: 'smallint' },
  appliedOn: { column: 'applied_on', type: 'date' },
  admissionDate: { column: 'admission_date', type: 'date' },
  conversionDate: { column: 'conversion_date', type: 'date' },
  joinType: { column: 'join_type', type: 'smallint' },
  joinedBranchOn: { column: 'joined_branch_on', type: 'date' },
  partyPost: { column: 'party_post', type: 'text' },
  remark: { column: 'remark', type: 'text' },
  completeness: { column: 'completeness', type: 'smallint' },
  age: { column: 'birth_date', type: 'date' },
  partyAge: { column: 'conversion_date', type: 'date' },
};
const FLAGS: Readonly<Record<string, Condition>> = {
  isFloating: sql`member.is_floating`,
  isLostContact: sql`member.is_lost_contact`,
  isMigrantWorker: sql`member.is_migrant_worker`,
  hasPhone: sql`(member.phone_index is not null)`,
  hasPhoto: sql`(member.photo is not null)`,
  hasAccount: sql`exists (select from account a where a.member_id = member.id)`,
};

/** Means nobody. */
export const NOBODY: Condition = sql<boolean>`false`;

const all = (parts: readonly Condition[]) => sql<boolean>`(${sql.join(parts, sql` and `)})`;
const any = (parts: readonly Condition[]) => sql<boolean>`(${sql.join(parts, sql` or `)})`;
const not = (part: Condition) => sql<boolean>`(not coalesce(${part}, false))`;

/**
 * A query over `member` as one condition; every value is bound. What is not filled is neither one value nor contains one,
 * so that 不是 and 不包含 find it too.
 * @param codes of the organisations named, by id: the caller has looked them up within the scope
 * @throws Error for a field or an operator that `faultsOf` would have refused
 */
export function queryCondition(group: QueryGroup, codes: ReadonlyMap<string, string>): Condition {
  const parts = group.items.map((item) => (isGroup(item) ? queryCondition(item, codes) : condition(item, codes)));
  return group.join === 'and' ? all(parts) : any(parts);
}

function condition({ field: name, op, values }: QueryCondition, codes: ReadonlyMap<string, string>): Condition {
  const kind = queryField(name)?.kind;
  switch (kind) {
    case 'yesNo': {
      const flag = FLAGS[name];
      if (!flag) break;
      return op === 'yes' ? flag : not(flag);
    }
    case 'org': {
      const below = any(
        values.map((id) => {
          const code = codes.get(id) ?? '';
          return sql<boolean>`(member.org_code >= ${code} and member.org_code < ${`${code}:`})`;
        }),
      );
      return op === 'below' ? below : not(below);
    }
    case 'label': {
      const has = personLabels().carries(values);
      return op === 'has' ? has : not(has);
    }
    case 'record': {
      const has = sql<boolean>`exists (select from sub_record r
        where r.member_id = member.id and r.kind = any(${values}::text[]) and r.deleted_at is null)`;
      return op === 'has' ? has : not(has);
    }
    case 'text':
    case 'choice':
    case 'day':
    case 'number': {
      const found = COLUMNS[name];
      if (found) return ofColumn(sql.ref(`member.${found.column}`), found.type, kind, name, op, values);
    }
  }
  throw new Error(`no condition for ${name}`);
}

function ofColumn(
  column: RawBuilder<unknown>,
  type: 'text' | 'smallint' | 'date',
  kind: 'text' | 'choice' | 'day' | 'number',
  name: string,
  op: string,
  values: readonly string[],
): Condition {
  const blank = kind === 'text' ? sql<boolean>`(${column} = '')` : sql<boolean>`(${column} is null)`;
  if (op === 'blank') return blank;
  if (op === 'filled') return not(blank);
  const [first = '', last = ''] = values;
  switch (op) {
    case 'contains':
      return sql`(${textHolds(column, first)})`;
    case 'lacks':
      return sql`(not ${textHolds(column, first)})`;
    case 'is':
      return sql`(${column} = ${first})`;
    case 'in':
      return type === 'text'
        ? sql`(${column} = any(${values}::text[]))`
        : sql`(${column} = any(${values}::smallint[]))`;
    case 'notIn':
      return not(condition({ field: name, op: 'in', values: [...values] }, new Map()));
    case 'month':
      return sql`(extract(month from ${column}) = any(${values.map(Number)}::int[]))`;
    case 'between': {
      const ends: Condition[] = [];
      if (name === 'age' || name === 'partyAge') {
        // As the list's filter: whoever is so old has been born by the same day so many years ago.
        if (first !== '') ends.push(sql`${column} <= ${yearsAgo(Number(first))}`);
        if (last !== '') ends.push(sql`${column} > ${yearsAgo(Number(last) + 1)}`);
      } else {
        const bound = (text: string) => (kind === 'day' ? sql`${text}::date` : sql`${Number(text)}::int`);
        if (first !== '') ends.push(sql`${column} >= ${bound(first)}`);
        if (last !== '') ends.push(sql`${column} <= ${bound(last)}`);
      }
      return all(ends);
    }
  }
  throw new Error(`no condition ${op}`);
}

const yearsAgo = (years: number) => sql`(${dbToday} - make_interval(years => ${years}))::date`;

export interface QueryRecord {
  id: string;
  account_id: string;
  name: string | null;
  shared: boolean;
  query: unknown;
  version: number;
}

const columns = sql`id, account_id, name, shared, query, version`;

/** A query of the organisation; whoever works for it may use one by its id. */
export async function findQuery(db: Db, orgId: string, id: string): Promise<QueryRecord | undefined> {
  const { rows } = await sql<QueryRecord>`
    select ${columns} from member_query where id = ${id} and org_id = ${orgId}`.execute(db);
  return rows[0];
}

/** The kept queries of an account at an organisation, then those that others share there. */
export async function keptQueries(db: Db, orgId: string, accountId: string): Promise<QueryRecord[]> {
  const { rows } = await sql<QueryRecord>`
    select ${columns} from member_query
    where org_id = ${orgId} and name is not null and (account_id = ${accountId} or shared)
    order by account_id <> ${accountId}, name, id`.execute(db);
  return rows;
}

/** An own query, locked. */
export async function lockQuery(
  db: Db,
  orgId: string,
  accountId: string,
  id: string,
): Promise<QueryRecord | undefined> {
  const { rows } = await sql<QueryRecord>`
    select ${columns} from member_query
    where id = ${id} and org_id = ${orgId} and account_id = ${accountId} for update`.execute(db);
  return rows[0];
}

/** Whether the account keeps another query under a name; and how many it keeps. The account's queries are locked together. */
export async function keptNames(db: Db, orgId: string, accountId: string, exceptId: string | null): Promise<string[]> {
  await sql`select from account where id = ${accountId} for no key update`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select name from member_query
    where org_id = ${orgId} and account_id = ${accountId} and name is not null
      and id is distinct from ${exceptId}::bigint`.execute(db);
  return rows.map(({ name }) => name);
}

/** The id of the account's unnamed query that says the same, if there is one. */
export async function sameUnnamed(db: Db, orgId: string, accountId: string, query: MemberQuery) {
  const { rows } = await sql<{ id: string }>`
    select id from member_query where org_id = ${orgId} and account_id = ${accountId} and name is null
      and query = ${JSON.stringify(query)}::jsonb order by id limit 1`.execute(db);
  return rows[0]?.id;
}

export interface NewQuery {
  orgId: string;
  accountId: string;
  name: string | null;
  shared: boolean;
  query: MemberQuery;
}

export async function insertQuery(db: Db, { orgId, accountId, name, shared, query }: NewQuery): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into member_query (account_id, org_id, name, shared, query)
    values (${accountId}, ${orgId}, ${name}, ${shared}, ${JSON.stringify(query)}::jsonb) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export async function updateQuery(db: Db, id: string, { name, shared, query }: Omit<NewQuery, 'orgId' | 'accountId'>) {
  await sql`
    update member_query set name = ${name}, shared = ${shared}, query = ${JSON.stringify(query)}::jsonb,
      version = version + 1, updated_at = now()
    where id = ${id}`.execute(db);
}

/** Puts a query under a name, or takes it off the list; what uses it goes on. */
export async function renameQuery(db: Db, id: string, name: string | null, shared: boolean): Promise<void> {
  await sql`
    update member_query set name = ${name}, shared = ${shared}, version = version + 1, updated_at = now()
    where id = ${id}`.execute(db);
}

/** Organisations of a scope by id, as far as they stand. */
export async function orgsOf(db: Db, scope: Scope, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select id, code, name from organisation
    where id = any(${ids}::bigint[]) and ${within(scope, 'code')} and deleted_at is null`.execute(db);
  return rows;
}
