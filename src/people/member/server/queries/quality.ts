import { type RawBuilder, sql } from 'kysely';
import { PERSON_FIELDS } from '#people/member/rules/fields.ts';
import { ROW_CHECKS } from '#people/member/rules/quality.ts';
import { REQUIRED_FIELDS } from '#people/member/rules.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';
import { openDuplicates } from './duplicates.ts';

type Condition = RawBuilder<boolean>;

/** Asked once for a statement, where the bare expression would be worked out for each row. */
export const todayOnce = sql`(select ${dbToday})`;

/** The column behind a field of `Person`; of the personal ones the mask, which is there whenever the value is. */
const columnOf = (field: string, personal = false) =>
  sql.ref(`member.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}${personal ? '_mask' : ''}`);

const NUMBERS: readonly string[] = ['gender', 'occupation', 'joinType'];
const DAYS: readonly string[] = ['birthDate', 'appliedOn', 'admissionDate', 'conversionDate', 'joinedBranchOn'];
const BRANCHES = sql.join(BRANCH_TYPES.map((type) => sql.lit(type)));

/** As `isFilled` of rules.ts says it: neither null nor empty nor the number 0. */
function isMissing(field: string): Condition {
  const personal = PERSON_FIELDS.some((one) => one.field === field && one.personal);
  const column = columnOf(field, personal);
  if (DAYS.includes(field)) return sql`${column} is null`;
  return NUMBERS.includes(field) ? sql`coalesce(${column}, 0) = 0` : sql`coalesce(${column}, '') = ''`;
}

// Literals: the conditions are texts that never change, however many of them stand in one statement.
const GAPS = REQUIRED_FIELDS.map(({ field, of }): readonly [string, Condition] => [
  `no-${PERSON_FIELDS.find((one) => one.field === field)?.wire ?? field}`,
  of.length === 5
    ? isMissing(field)
    : sql`(member.person_category in (${sql.join(of.map((category) => sql.lit(category)))}) and ${isMissing(field)})`,
]);

// `age()` counts as `ageOn` and `addYears` do: who is born on 29 February comes of age on 1 March.
const CONDITIONS: Readonly<Record<string, Condition>> = {
  ...Object.fromEntries(GAPS),
  'card-birth': sql`member.birth_date <> member.id_card_birth`,
  'card-gender': sql`(member.id_card_gender in (1, 2) and member.gender in (1, 2) and member.gender <> member.id_card_gender)`,
  'joined-young': sql`extract(year from age(member.admission_date, member.birth_date)) < 18`,
  'applied-young': sql`extract(year from age(member.applied_on, member.birth_date)) < 18`,
  'full-before-joined': sql`member.conversion_date < member.admission_date`,
  'short-probation': sql`(member.conversion_date >= member.admission_date and member.admission_date >= date '1978-01-01'
    and age(member.conversion_date, member.admission_date) < interval '1 year')`,
  'applied-after-joined': sql`member.applied_on > member.admission_date`,
  'branch-before-birth': sql`member.joined_branch_on < member.birth_date`,
  'branch-before-joined': sql`(member.joined_branch_on < member.admission_date
    and (member.birth_date is null or member.joined_branch_on >= member.birth_date))`,
  'joined-no-member': sql`(member.person_category not in (1, 2)
    and (member.admission_date is not null or member.conversion_date is not null))`,
  'probationary-full': sql`(member.person_category = 2 and member.conversion_date is not null)`,
  'long-probation': sql`(member.person_category = 2 and age(${todayOnce}, member.admission_date) > interval '2 years')`,
  'bad-card': sql`member.id_card_gender = 0`,
  future: sql`greatest(member.birth_date, member.applied_on, member.admission_date, member.conversion_date,
    member.joined_branch_on) > ${todayOnce}`,
  'very-old': sql`extract(year from age(${todayOnce}, member.birth_date)) > 110`,
  'no-branch': sql`member.org_id not in (select home.id from organisation home
    where home.deleted_at is null and home.type in (${BRANCHES}))`,
  // Kept by triggers (0182), by the rules of rules/recordChecks.ts.
  ...Object.fromEntries(ROW_CHECKS.map((key) => [key, sql`${sql.lit(key)} = any(member.row_faults)`])),
};

/** When a check finds a record. Throws for a key that `CHECKS` does not know, and for `duplicate`, which asks who looks (`foundIn`). */
export function conditionOf(key: string): Condition {
  const condition = CONDITIONS[key];
  if (!condition) throw new Error(`no check ${key}`);
  return condition;
}

/** People of whom a pair waits for a verdict, as far as it may be told within a scope. */
export const duplicatesIn = (scope: Scope): Condition => sql`member.id in (${openDuplicates(scope)})`;

/** When a check finds a record for whoever works in a scope. */
const foundIn = (scope: Scope, key: string) => (key === 'duplicate' ? duplicatesIn(scope) : conditionOf(key));

/** Whom the checks look at: the living whose membership stands. */
export const isCheckedMember = sql<boolean>`(member.deleted_at is null and member.membership_status = 1)`;
const looked = (scope: Scope): Condition => sql`(${isCheckedMember} and ${peopleWithin(scope)})`;

/** A record that a check has found, with everything that may be fixed. */
export interface FaultRecord {
  id: string;
  name: string;
  org_id: string;
  org_code: string;
  org_name: string;
  id_card_mask: string | null;
  phone_mask: string | null;
  gender: number;
  birth_date: string | null;
  nation: string;
  person_category: number;
  education: string | null;
  occupation: number | null;
  native_place: string;
  residence: string;
  applied_on: string | null;
  admission_date: string | null;
  conversion_date: string | null;
  join_type: number | null;
  joined_branch_on: string | null;
  sort: number;
  version: number;
}

/** Columns of `FaultRecord`, of a member `m` and its organisation `o`. */
export const faultColumns = sql`m.id, m.name, m.org_id, m.org_code, o.name as org_name, m.id_card_mask, m.phone_mask, m.gender, m.birth_date,
  m.nation, m.person_category, m.education, m.occupation, m.native_place, m.residence, m.applied_on, m.admission_date,
  m.conversion_date, m.join_type, m.joined_branch_on, m.sort, m.version`;

/** The people of a place whom a check finds for whoever works in the scope, in tree order. */
export async function faultRows(
  db: Db,
  scope: Scope,
  place: Scope,
  key: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<FaultRecord[]> {
  const { rows } = await sql<FaultRecord>`
    select ${faultColumns}
      from (select * from member where ${looked(place)} and ${foundIn(scope, key)}
             order by org_code, sort, id limit ${limit} offset ${offset}) as m
      join organisation o on o.id = m.org_id
     order by m.org_code, m.sort, m.id`.execute(db);
  return rows;
}

/** How many people of a place a check finds for whoever works in the scope. */
export async function countFaults(db: Db, scope: Scope, place: Scope, key: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from member where ${looked(place)} and ${foundIn(scope, key)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The next rows of an export after one of them; null begins. */
export async function faultsAfter(
  db: Db,
  scope: Scope,
  place: Scope,
  key: string,
  after: Pick<FaultRecord, 'org_code' | 'sort' | 'id'> | null,
  limit: number,
): Promise<FaultRecord[]> {
  const beyond = after
    ? sql`and (org_code, sort, id) > (${after.org_code}, ${after.sort}::int, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<FaultRecord>`
    select ${faultColumns}
      from (select * from member where ${looked(place)} and ${foundIn(scope, key)} ${beyond}
             order by org_code, sort, id limit ${limit}) as m
      join organisation o on o.id = m.org_id
     order by m.org_code, m.sort, m.id`.execute(db);
  return rows;
}

/** Encrypted id cards that nobody has read yet for what they say: rows from before it was noted. */
export async function unreadCards(db: Db, limit: number): Promise<{ id: string; encrypted: Buffer }[]> {
  const { rows } = await sql<{ id: string; encrypted: Buffer }>`
    select id, id_card_enc as encrypted from member
     where id_card_enc is not null and id_card_gender is null order by id limit ${limit}`.execute(db);
  return rows;
}

/** Notes what cards say; a row whose card was changed meanwhile has it already. */
export async function noteCards(
  db: Db,
  cards: readonly { id: string; birth: string | null; gender: number }[],
): Promise<void> {
  await sql`
    update member set id_card_birth = c.birth, id_card_gender = c.gender
      from unnest(${cards.map(({ id }) => id)}::bigint[], ${cards.map(({ birth }) => birth)}::date[],
                  ${cards.map(({ gender }) => gender)}::smallint[]) as c (id, birth, gender)
     where member.id = c.id and member.id_card_gender is null and member.id_card_enc is not null`.execute(db);
}
