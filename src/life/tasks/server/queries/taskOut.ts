import { sql } from 'kysely';
import type { Frequency, Kind } from '#life/tasks/rules.ts';
import { secretaryName } from '#people/org/server/index.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { FILL_FILES, PART_FILES } from '../service/common.ts';
import { receiverName } from './parts.ts';
import { isLate } from './tasks.ts';

/** The secretary of organisation `o` with the number as the roll shows it. */
const secretaryOf = sql`lateral (
  select m.id, m.phone_mask from org_post p join org_term t on t.id = p.term_id and t.is_current
    left join member m on m.id = p.member_id and m.deleted_at is null
   where p.org_id = o.id and p.post = '书记' order by p.sort, p.id limit 1)`;

/** Who is late with a task within the scope, the latest first, with whom to call. */
export async function listLateReceivers(db: Db, scope: Scope, taskId: string, limit: number) {
  const { rows } = await sql<{
    orgName: string;
    circles: string[];
    dueOn: string;
    days: number;
    /** Whom to call: the secretary, or whoever has to answer; null: no record of the roll. */
    callId: string | null;
    secretary: string | null;
    /** Veiled, as lists show it. */
    secretaryPhone: string | null;
    contact: string;
    phone: string;
    urgedAt: Date | null;
    total: number;
  }>`
    select ${receiverName} as "orgName", late.circles, late.due::text as "dueOn", (${dbToday} - late.due)::int as days,
           coalesce(m.id, s.id) as "callId", coalesce(m.name, ${secretaryName}) as secretary,
           case when m.id is null then s.phone_mask else m.phone_mask end as "secretaryPhone",
           o.contact, o.contact_phone as phone, late.urged as "urgedAt", late.total
      from (select found.*, place.code from (
              select p.org_id, p.person_id, array_agg(c.label order by c.seq) as circles, min(p.due_on) as due,
                     max(p.urged_at) as urged, count(*) over ()::int as total
                from office_part p join office_circle c on c.id = p.circle_id
               where p.task_id = ${taskId} and ${isLate} and ${within(scope, 'p.org_code')}
               group by p.org_id, p.person_id) found
              join organisation place on place.id = found.org_id
             order by found.due, place.code, found.person_id limit ${limit}) late
      join organisation o on o.id = late.org_id left join member m on m.id = late.person_id
      left join ${secretaryOf} s on true
     order by late.due, late.code, late.person_id`.execute(db);
  return rows;
}

/** Papers `f` of the parts `p` of a task that were handed in: those of the report, and those in the cells of a grid. */
const reported = (scope: Scope, taskId: string) => sql`
  office_part p join office_task t on t.id = p.task_id
  join stored_file f on f.kind in (${PART_FILES}, ${FILL_FILES}) and f.row_id = p.id::text and f.expires_at is null
  join office_circle c on c.id = p.circle_id join organisation o on o.id = p.org_id
  left join member m on m.id = p.person_id
  where p.task_id = ${taskId} and p.state in (2, 4) and ${within(scope, 'p.org_code')}
    and (cardinality(p.files) > 0 or t.kind = 3)`;

export interface ReportedFile {
  id: string;
  key: string;
  name: string;
  size: number;
  orgName: string;
  /** Whose report it is; empty: the organisation's. */
  person: string;
  circle: string;
}

/** The papers of what was handed in for a task within the scope, in the order of the tree, after a place in it. */
export async function reportedFiles(
  db: Db,
  scope: Scope,
  taskId: string,
  after: { code: string; id: string },
  limit: number,
) {
  const { rows } = await sql<ReportedFile & { code: string }>`
    select f.id, coalesce(f.bytes_of, f.id) as key, f.name, f.size::float8 as size, o.name as "orgName", coalesce(m.name, '') as person, c.label as circle,
           p.org_code as code
      from ${reported(scope, taskId)}
       and (p.org_code, f.id) > (${after.code}, ${after.id})
     order by p.org_code, f.id limit ${limit}`.execute(db);
  return rows;
}

/** How many papers were handed in for a task, and their bytes together. */
export async function reportedSize(db: Db, scope: Scope, taskId: string) {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(f.size), 0)::float8 as bytes
      from ${reported(scope, taskId)}`.execute(db);
  return rows[0] ?? { files: 0, bytes: 0 };
}

/** Keeps a copy of a task as a template. */
export const markTemplate = (db: Db, id: string) =>
  sql`update office_task set is_template = true where id = ${id} and state = 0`.execute(db);

/** The templates of an organisation, the newest first. */
export async function templatesOf(db: Db, orgId: string, limit: number) {
  const { rows } = await sql<{
    id: string;
    title: string;
    kind: Kind;
    frequency: Frequency;
    savedAt: Date;
    savedBy: string;
  }>`
    select id, title, kind, frequency, updated_at as "savedAt", updated_by as "savedBy" from office_task
     where org_id = ${orgId} and is_template and deleted_at is null order by id desc limit ${limit}`.execute(db);
  return rows;
}
