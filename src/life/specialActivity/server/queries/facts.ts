import { type RawBuilder, sql } from 'kysely';
import type { Behind } from '#house/server/givenWork.ts';
import { isUrged } from '#house/server/urging.ts';
import type { PartStanding, State } from '#life/specialActivity/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { type Item, runsInYear } from './activities.ts';

/** How an organisation's part `p` stands, added up over its materials; as a lateral `m`. */
export const TALLY = sql`cross join lateral (
    select (count(*) filter (where i.required))::int as required,
           (count(*) filter (where i.required and w.state = 'done'))::int as accepted,
           (count(*) filter (where w.state = 'asked'))::int as asked,
           (count(*) filter (where i.required and w.state in ('open', 'returned') and i.due_on < ${dbToday}))::int as late,
           coalesce(array_agg(i.name order by i.due_on, i.id)
             filter (where i.required and w.state in ('open', 'returned', 'void')), '{}') as missing
      from special_material w join special_item i on i.id = w.item_id where w.part_id = p.id
  ) m`;

/** Its place in the list of 附件情况. */
const standing = sql<PartStanding>`case when m.accepted = m.required then 'finished' when m.late > 0 then 'late'
  when m.asked > 0 then 'waiting' else 'lacking' end`;

/** What lists and the record show of activities beside their fields. */
export interface ActivityFacts {
  id: string;
  state: State;
  reason: string;
  poster: string;
  files: string[];
  publishedBy: string;
  publishedOn: string | null;
  items: Item[];
  parts: number;
  finished: number;
  late: number;
  asked: number;
  certificates: number;
  deservingOrgs: number;
  deservingPeople: number;
  orgs: { id: string; name: string }[];
  ownPartId: string | null;
}

/** The facts of some activities, whose scope was judged before. @param orgId of the session */
export async function factsOf(db: Db, ids: readonly string[], orgId: string): Promise<ActivityFacts[]> {
  const { rows } = await sql<ActivityFacts>`
    select a.id, a.state, a.reason, a.poster, a.files, a.published_by as "publishedBy",
           (a.published_at at time zone 'Asia/Shanghai')::date::text as "publishedOn",
           coalesce((select json_agg(json_build_object('id', i.id::text, 'name', i.name, 'note', i.note, 'dueOn', i.due_on::text,
                                                       'required', i.required) order by i.due_on, i.id)
                       from special_item i where i.activity_id = a.id), '[]') as items,
           coalesce(sum.parts, 0)::int as parts, coalesce(sum.finished, 0)::int as finished, coalesce(sum.late, 0)::int as late,
           coalesce(sum.asked, 0)::int as asked, coalesce(sum.orgs, '[]') as orgs, sum.own as "ownPartId",
           coalesce(sum.deserving, 0)::int as "deservingOrgs", coalesce(sum.people, 0)::int as "deservingPeople",
           (select count(*)::int from special_certificate c where c.activity_id = a.id and c.revoked_at is null) as certificates
      from special_activity a left join lateral (
        select count(*) as parts, count(*) filter (where m.accepted = m.required) as finished, count(*) filter (where m.late > 0) as late,
               sum(m.asked) as asked, json_agg(json_build_object('id', o.id::text, 'name', o.name) order by p.org_code) as orgs,
               max(p.id) filter (where p.org_id = ${orgId}) as own,
               count(*) filter (where m.accepted = m.required and not exists (select from special_certificate c
                 where c.activity_id = a.id and c.org_id = p.org_id and c.member_id is null and c.revoked_at is null)) as deserving,
               sum((select count(*) from special_person s where s.part_id = p.id and m.accepted = m.required and not exists (
                 select from special_certificate c where c.activity_id = a.id and c.member_id = s.member_id and c.revoked_at is null))) as people
          from special_part p join organisation o on o.id = p.org_id and o.deleted_at is null ${TALLY}
         where p.activity_id = a.id
      ) sum on true
     where a.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

export interface ConditionFilter {
  activityId: string | null;
  title: string | null;
  standing: PartStanding | null;
  year: number | null;
}

export interface ConditionRecord {
  id: string;
  activityId: string;
  title: string;
  orgId: string;
  orgName: string;
  required: number;
  accepted: number;
  asked: number;
  late: number;
  missing: string[];
  people: number;
  certificates: number;
  standing: PartStanding;
  urgedAt: Date | null;
}

export interface ConditionSum {
  parts: number;
  finished: number;
  late: number;
  asked: number;
}

const condition = (scope: Scope, orgId: string | null, of: ConditionFilter): RawBuilder<unknown> => {
  const own = orgId === null ? sql`` : sql`or a.org_id = ${orgId}`;
  const parts: RawBuilder<unknown>[] = [
    sql`a.deleted_at is null`,
    sql`a.state in ('published', 'ended')`,
    sql`${scope.memberId === null}`,
    sql`(${within(scope, 'p.org_code')} ${own})`,
  ];
  if (of.activityId) parts.push(sql`a.id = ${of.activityId}`);
  if (of.title) parts.push(sql`(${textHolds(sql`a.title`, of.title)} or ${textHolds(sql`o.name`, of.title)})`);
  if (of.year) parts.push(runsInYear(of.year));
  if (of.standing) parts.push(sql`${standing} = ${of.standing}`);
  return sql.join(parts, sql` and `);
};

const PARTS = sql`special_part p join special_activity a on a.id = p.activity_id
  join organisation o on o.id = p.org_id and o.deleted_at is null ${TALLY}`;

/**
 * A page of parts with how they stand, what is late first, and the sum of all.
 * @param orgId of the session: parts of what it started are seen wherever they lie; null: of the scope alone
 */
export async function pageOfConditions(
  db: Db,
  scope: Scope,
  orgId: string | null,
  filter: ConditionFilter,
  limit: number,
  offset: number,
): Promise<{ rows: ConditionRecord[]; total: number; sum: ConditionSum }> {
  const where = condition(scope, orgId, filter);
  const [page, all] = await Promise.all([
    sql<ConditionRecord>`
      select p.id, a.id as "activityId", a.title, p.org_id as "orgId", o.name as "orgName", m.required, m.accepted, m.asked, m.late,
             m.missing, (select count(*)::int from special_person s where s.part_id = p.id) as people,
             (select count(*)::int from special_certificate c where c.activity_id = a.id and c.org_id = p.org_id and c.revoked_at is null)
               as certificates,
             ${standing} as standing, p.urged_at as "urgedAt"
        from ${PARTS} where ${where}
       order by a.state = 'ended', (m.late > 0) desc, a.id desc, p.org_code, p.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<ConditionSum>`
      select count(*)::int as parts, (count(*) filter (where m.accepted = m.required))::int as finished,
             (count(*) filter (where m.late > 0))::int as late, coalesce(sum(m.asked), 0)::int as asked
        from ${PARTS} where ${where}`.execute(db),
  ]);
  const sum = all.rows[0] ?? { parts: 0, finished: 0, late: 0, asked: 0 };
  return { rows: page.rows, total: sum.parts, sum };
}

/** Parts of an activity with something required that is late or due within some days. */
export async function listLateParts(db: Db, activityId: string) {
  const { rows } = await sql<Behind>`
    select p.id, p.org_id as "orgId", o.name as "orgName",
           ${isUrged(sql`p.urged_at`)} as recently
      from special_part p join organisation o on o.id = p.org_id
     where p.activity_id = ${activityId} and exists (
       select from special_material m join special_item i on i.id = m.item_id
        where m.part_id = p.id and m.state in ('open', 'returned') and i.required)
     order by p.org_code, p.id for update of p`.execute(db);
  return rows;
}
