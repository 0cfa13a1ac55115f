import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { filterConditions, type MemberFilter } from './list.ts';

/** A filter that leaves nobody of the roll out; a report fills in what it asks for. */
export const NOBODY_LEFT_OUT: MemberFilter = {
  codes: null,
  categories: null,
  idCardIndex: null,
  phoneIndex: null,
  nameParts: [],
  pinyin: null,
  gender: null,
  nation: null,
  education: null,
  occupation: null,
  membershipStatus: null,
  ageFrom: null,
  ageTo: null,
  ageDay: null,
  admittedFrom: null,
  admittedTo: null,
  view: null,
};

/**
 * People of a scope by the beginning of their organisation's code, counted by the list's own conditions; places without
 * anybody are left out.
 * @param length signs of the code that name a place
 * @param whole what all parts have in common: nobody else is looked at
 */
export async function countPeople<Part extends string>(
  db: Db,
  scope: Scope,
  length: number,
  whole: MemberFilter,
  parts: Readonly<Record<Part, MemberFilter>>,
): Promise<({ place: string } & Record<Part, number>)[]> {
  const counts = Object.entries<MemberFilter>(parts).map(
    ([key, filter]) => sql`count(*) filter (where ${filterConditions(scope, filter)})::int as ${sql.ref(key)}`,
  );
  const { rows } = await sql<{ place: string } & Record<Part, number>>`
    select left(org_code, ${length}::int) as place, ${sql.join(counts)}
      from member where ${filterConditions(scope, whole)} group by 1`.execute(db);
  return rows;
}

/** Bands of 党龄 in full years, from the day of becoming a full member (`partyAgeMonths`), both ends included. */
export const PARTY_AGES = [
  { value: 'u5', label: '5年及以下', from: 0, to: 5 },
  { value: '6-10', label: '6–10年', from: 6, to: 10 },
  { value: '11-20', label: '11–20年', from: 11, to: 20 },
  { value: '21-30', label: '21–30年', from: 21, to: 30 },
  { value: '31-40', label: '31–40年', from: 31, to: 40 },
  { value: '41-49', label: '41–49年', from: 41, to: 49 },
  { value: '50+', label: '50年及以上', from: 50, to: 999 },
] as const;

const partyAgeEnd = (day: string | null) => (day === null ? dbToday : sql`${day}::date`);
// As days, worked out once: years of each of a million rows take seconds. Who became one on 29 February is a year older on 1 March.
const sinceYears = (day: string | null, years: number) =>
  sql`(select (${partyAgeEnd(day)} - make_interval(years => ${sql.lit(years)}))::date)`;

/** A person of a band of `PARTY_AGES`, or of none: in probation, or without the day. @param day on which it is counted; null: today */
export function ofPartyAge(band: string, day: string | null): RawBuilder<boolean> {
  const found = PARTY_AGES.find(({ value }) => value === band);
  const date = sql.ref('conversion_date');
  if (!found) return sql`(${date} is null or ${date} > ${sinceYears(day, 0)})`;
  return sql`(${date} <= ${sinceYears(day, found.from)} and ${date} > ${sinceYears(day, found.to + 1)})`;
}

/**
 * Members in good standing by 党龄, by the beginning of their organisation's code, and `none`: in probation, or without the day;
 * read from the index `member_paying` alone.
 * @param length signs of the code that name a place
 * @param day on which it is counted; null: today
 */
export async function partyAges(db: Db, scope: Scope, length: number, day: string | null) {
  const bands = PARTY_AGES.map(
    ({ value }) => sql`count(*) filter (where ${ofPartyAge(value, day)})::int as ${sql.ref(value)}`,
  );
  const { rows } = await sql<{ place: string; none: number } & Record<(typeof PARTY_AGES)[number]['value'], number>>`
    select left(m.org_code, ${length}::int) as place, ${sql.join(bands)},
           count(*) filter (where ${ofPartyAge('none', day)})::int as none
      from member m
     where m.deleted_at is null and m.person_category in (1, 2) and m.membership_status = 1 and ${within(scope, 'm.org_code')}
     group by 1`.execute(db);
  return rows;
}
