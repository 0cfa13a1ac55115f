import { sql } from 'kysely';
import type { Design, Fault, FilledRow, Returned, Source } from '#life/tasks/rules.form.ts';
import { figuresJoin, secretaryName } from '#people/org/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { furtherFigures } from './known.ts';
import { isInAudience } from './publish.ts';
import type { Audience } from './tasks.ts';

export interface FormRecord {
  design: Design;
  previousId: string | null;
  previousTitle: string | null;
}

/** The grid of a task; undefined: none is designed yet. */
export async function findForm(db: Db, taskId: string): Promise<FormRecord | undefined> {
  const { rows } = await sql<FormRecord>`
    select f.design, f.previous_id as "previousId", t.title as "previousTitle"
      from office_form f left join office_task t on t.id = f.previous_id and t.deleted_at is null
     where f.task_id = ${taskId}`.execute(db);
  return rows[0];
}

/** Writes the grid of a draft; `previousId` undefined leaves where it was copied from. */
export const writeForm = (db: Db, taskId: string, design: Design, by: string, previousId?: string) =>
  sql`insert into office_form (task_id, design, previous_id, updated_by)
      values (${taskId}, ${JSON.stringify(design)}::jsonb, ${previousId ?? null}, ${by})
      on conflict (task_id) do update set design = excluded.design, updated_at = now(), updated_by = excluded.updated_by,
         previous_id = coalesce(excluded.previous_id, office_form.previous_id)`.execute(db);

/** Tasks with a grid that an organisation has given, the newest first. */
export async function formSources(db: Db, orgId: string) {
  const { rows } = await sql<{ id: string; title: string; day: string; columns: number }>`
    select t.id, t.title, t.starts_on::text as day, jsonb_array_length(f.design->'columns') as columns
      from office_form f join office_task t on t.id = f.task_id
     where t.org_id = ${orgId} and t.state in (2, 3) and t.deleted_at is null
       and jsonb_array_length(f.design->'columns') > 0
     order by t.id desc limit 100`.execute(db);
  return rows;
}

/** Dictionaries of one level, whose names a column may offer. */
export async function flatDictionaries(db: Db) {
  const { rows } = await sql<{ code: string; name: string }>`
    select d.dictionary_code as code, d.name from dict_item d
     where d.value = '' and d.deleted_at is null and d.enabled
       and (select count(*) from dict_item e where e.dictionary_code = d.dictionary_code and e.value <> '' and e.deleted_at is null)
           between 2 and 60
     order by d.dictionary_code`.execute(db);
  return rows;
}

export interface FillRecord {
  rows: FilledRow[];
  faults: Fault[];
  returned: Returned[];
  asOf: Date;
  version: number;
  savedAt: Date;
  savedBy: string;
}

/** What is filled in for a part; `lock` keeps it for this transaction. */
export async function findFill(db: Db, partId: string, lock = false): Promise<FillRecord | undefined> {
  const { rows } = await sql<FillRecord>`
    select rows, faults, returned, as_of as "asOf", version, saved_at as "savedAt", saved_by as "savedBy"
      from office_fill where part_id = ${partId} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** Saves a filling; answers its new version. */
export async function writeFill(
  db: Db,
  partId: string,
  one: { rows: readonly FilledRow[]; faults: readonly Fault[]; fresh: boolean; by: string },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into office_fill (part_id, rows, faults, saved_by)
    values (${partId}, ${JSON.stringify(one.rows)}::jsonb, ${JSON.stringify(one.faults)}::jsonb, ${one.by})
    on conflict (part_id) do update set rows = excluded.rows, faults = excluded.faults, saved_by = excluded.saved_by,
       saved_at = now(), version = office_fill.version + 1,
       as_of = case when ${one.fresh} then now() else office_fill.as_of end
    returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Keeps what is handed in as the next version, and what it brings to the sums. @param sums a Postgres array's text */
export async function fileFill(db: Db, partId: string, sums: string, by: string): Promise<void> {
  await sql`update office_fill set sums = ${sums}::bigint[], version = version + 1 where part_id = ${partId}`.execute(
    db,
  );
  await sql`insert into office_filing (part_id, no, rows, filed_by)
    select f.part_id, (select count(*) + 1 from office_filing n where n.part_id = f.part_id), f.rows, ${by}
      from office_fill f where f.part_id = ${partId}`.execute(db);
}

/** Which cells are open again: those, or all where the list is empty. What was handed in last keeps what was returned of it. */
export async function setReturned(db: Db, partId: string, cells: readonly Returned[]): Promise<void> {
  const list = JSON.stringify(cells);
  await sql`update office_fill set returned = ${list}::jsonb, version = version + 1 where part_id = ${partId}`.execute(
    db,
  );
  if (cells.length > 0)
    await sql`update office_filing n set returned = ${list}::jsonb where n.part_id = ${partId}
      and n.no = (select max(no) from office_filing where part_id = ${partId})`.execute(db);
}

/** All cells of these parts are open again: they were returned as wholes. */
export const openWhole = (db: Db, partIds: readonly string[]) =>
  sql`update office_fill set returned = '[]', version = version + 1
       where part_id = any(${partIds}::bigint[]) and returned <> '[]'`.execute(db);

/** The times a part was handed in, the first one first. */
export async function filingsOf(db: Db, partId: string) {
  const { rows } = await sql<{
    no: number;
    rows: FilledRow[];
    returned: Returned[];
    filedAt: Date;
    filedBy: string;
  }>`
    select no, rows, returned, filed_at as "filedAt", filed_by as "filedBy" from office_filing
     where part_id = ${partId} order by no`.execute(db);
  return rows;
}

/** What the same organisation handed in last time: in the cycle before, or for the task that the grid was copied from. */
export async function previousOf(db: Db, partId: string) {
  const { rows } = await sql<{ label: string; rows: FilledRow[] }>`
    select case when c2.label = '' then t2.title else c2.label end as label, f2.rows
      from office_part p join office_circle c on c.id = p.circle_id join office_form f on f.task_id = p.task_id
      join office_part p2 on p2.org_id = p.org_id and p2.state in (2, 4) and p2.task_id in (p.task_id, f.previous_id)
      join office_circle c2 on c2.id = p2.circle_id join office_task t2 on t2.id = p2.task_id
      join office_fill f2 on f2.part_id = p2.id
     where p.id = ${partId} and (p2.task_id <> p.task_id or c2.seq < c.seq)
     order by p2.task_id = p.task_id desc, c2.seq desc limit 1`.execute(db);
  return rows[0];
}

/** What the platform knows of an organisation, with its subtree. */
export async function knownOf(db: Db, orgId: string, withWomen: boolean): Promise<Partial<Record<Source, string>>> {
  const { rows } = await sql<Record<string, string | null>>`
    select o.name as "orgName", ${secretaryName} as secretary, figures.party::text as members, figures.full_members::text as full,
           figures.probationary::text as probationary, figures.targets::text as developing, figures.activists::text as activists,
           figures.applicants::text as applicants,
           ${
             withWomen
               ? sql`(select count(*)::text from member m where m.org_code >= o.code and m.org_code < o.code || ':'
                  and m.deleted_at is null and m.gender = 2 and m.person_category in (1, 2) and m.membership_status = 1)`
               : sql`''`
           } as women,
           (select count(*)::text from unit u where u.org_code >= o.code and u.org_code < o.code || ':' and u.deleted_at is null) as units
           ${furtherFigures()}
      from organisation o ${figuresJoin} where o.id = ${orgId}`.execute(db);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([key, value]) => [key, value ?? '']));
}

/**
 * Which of some columns other collections asked for, of organisations that an audience means, within the last days: for
 * each column the latest that somebody has answered, else the latest. Names are compared without blanks.
 */
export async function listColumnsAskedLately(
  db: Db,
  scope: Scope,
  { taskId, giverId, audience }: { taskId: string; giverId: string; audience: Audience },
  names: readonly string[],
  days: number,
) {
  const { rows } = await sql<{
    column: string;
    taskId: string;
    title: string;
    giver: string;
    day: string;
    orgs: number;
    same: number;
  }>`
    with asked as (
      select distinct on (n.name) n.name as column, t.id, t.title, g.name as giver, t.published_at::date::text as day
        from office_task t join office_form f on f.task_id = t.id join organisation g on g.id = t.org_id
        cross join lateral jsonb_array_elements(f.design->'columns') as c
        join unnest(${[...names]}::text[]) as n (name) on replace(c->>'name', ' ', '') = replace(n.name, ' ', '')
       where t.id <> ${taskId} and t.deleted_at is null and t.state in (2, 3) and c->>'source' = ''
         and t.published_at > now() - make_interval(days => ${days})
         and exists (select from office_part p where p.task_id = t.id and p.state <> 5 and ${within(scope, 'p.org_code')})
       order by n.name, exists (select from office_part p where p.task_id = t.id and p.state in (2, 4)
                  and ${within(scope, 'p.org_code')}) desc, t.published_at desc)
    select asked.column, asked.id as "taskId", asked.title, asked.giver, asked.day, count(distinct p.org_id)::int as orgs,
           count(distinct p.org_id) filter (where p.org_id in (select o.id ${isInAudience(scope, giverId, audience)}))::int as same
      from asked join office_part p on p.task_id = asked.id and p.state <> 5 and ${within(scope, 'p.org_code')}
     group by 1, 2, 3, 4, 5 order by 1`.execute(db);
  return rows.filter(({ same }) => same > 0);
}

/** Names of organisations of a scope that hold some words. */
export async function orgsNamed(db: Db, scope: Scope, words: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select o.name from organisation o where o.deleted_at is null and ${textHolds(sql`o.name`, words)} and ${within(scope, 'o.code')}
     order by o.code limit 20`.execute(db);
  return rows.map(({ name }) => name);
}

/** Of some names those that nobody of a subtree bears. */
export async function unknownNames(db: Db, scope: Scope, kind: 'person' | 'org', names: readonly string[]) {
  if (names.length === 0) return new Set<string>();
  const known =
    kind === 'person'
      ? sql`select from member where member.name = n and member.deleted_at is null and ${peopleWithin(scope)}`
      : sql`select from organisation o where o.name = n and o.deleted_at is null and ${within(scope, 'o.code')}`;
  const { rows } = await sql<{ n: string }>`
    select n from unnest(${[...names]}::text[]) as n where not exists (${known})`.execute(db);
  return new Set(rows.map(({ n }) => n));
}
