import { type RawBuilder, sql } from 'kysely';
import { isUrged } from '#house/server/urging.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { PartView } from '#life/tasks/contract.ts';
import type { Kind, PartState, TaskState } from '#life/tasks/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { isLate, keptSums } from './tally.ts';

export interface PartRecord {
  id: string;
  taskId: string;
  circleId: string;
  title: string;
  circle: string;
  kind: Kind;
  giverId: string;
  giverName: string;
  orgId: string;
  orgCode: string;
  /** Whoever answers it: the organisation, or the person with the organisation. */
  orgName: string;
  /** Of a part that was given to a person. */
  personId: string | null;
  startsOn: string;
  dueOn: string;
  daysLeft: number;
  state: PartState;
  taskState: TaskState;
  isLate: boolean;
  isOverdue: boolean;
  assigneeId: string | null;
  assignee: string;
  content: string;
  taskFiles: string[];
  nilAllowed: boolean;
  openToOthers: boolean;
  report: string;
  isNil: boolean;
  files: string[];
  receivedAt: Date | null;
  reportedAt: Date | null;
  reportedBy: string;
  decidedAt: Date | null;
  decidedBy: string;
  opinion: string;
  askedUntil: string | null;
  askedFor: string;
  urgedRecently: boolean;
  watched: boolean;
  watchedFor: string;
  revisions: number;
  version: number;
}

/** Who answers a part `p` of organisation `o`, or of its person `m`. */
export const receiverName = sql<string>`case when m.id is null then o.name else m.name || '（' || o.name || '）' end`;

const COLUMNS = sql`p.id, p.task_id as "taskId", p.circle_id as "circleId", t.title, c.label as circle, t.kind, t.org_id as "giverId",
  g.name as "giverName", p.org_id as "orgId", p.org_code as "orgCode", ${receiverName} as "orgName",
  p.person_id as "personId", c.starts_on::text as "startsOn",
  p.due_on::text as "dueOn", p.due_on - ${dbToday} as "daysLeft", p.state, t.state as "taskState", p.is_late as "isLate",
  ${isLate} as "isOverdue", p.assignee_id as "assigneeId", p.assignee, t.content, t.files as "taskFiles",
  t.nil_allowed as "nilAllowed", t.open_to_others as "openToOthers", p.report, p.is_nil as "isNil", p.files, p.received_at as "receivedAt",
  p.reported_at as "reportedAt", p.reported_by as "reportedBy", p.decided_at as "decidedAt", p.decided_by as "decidedBy",
  p.opinion, p.asked_until::text as "askedUntil", p.asked_for as "askedFor",
  ${isUrged(sql`p.urged_at`)} as "urgedRecently", p.watched,
  p.watched_for as "watchedFor", (select count(*)::int from office_revision r where r.task_id = t.id) as revisions, p.version`;
const FROM = sql`office_part p join office_task t on t.id = p.task_id join office_circle c on c.id = p.circle_id
  join organisation o on o.id = p.org_id join organisation g on g.id = t.org_id left join member m on m.id = p.person_id`;

export interface Receiver {
  orgId: string;
  accountId: string;
  memberId: string | null;
}

/**
 * Whose parts `p` a list shows: those of the organisation; of them those that one of its workers was given, with what was
 * given to that person; or the latter alone (`own`), wherever the person's organisation stands.
 */
export const isInPartView = ({ orgId, accountId, memberId }: Receiver, view: PartView | 'own') =>
  view === 'received'
    ? sql`p.org_id = ${orgId} and p.person_id is null`
    : view === 'own'
      ? sql`p.person_id = ${memberId}`
      : sql`((p.org_id = ${orgId} and p.assignee_id = ${accountId}) or p.person_id = ${memberId})`;

export interface PartFilter {
  view: PartView | 'own';
  state: number | null;
  overdue: boolean;
  words: string | null;
}

/** What an organisation, or one of its workers, has received: what is to be done first, the next day first; then what is done, the latest first. */
export async function pageOfParts(db: Db, who: Receiver, filter: PartFilter, limit: number, offset: number) {
  const parts: RawBuilder<unknown>[] = [
    isInPartView(who, filter.view),
    sql`t.state in (2, 3) and t.deleted_at is null and p.state <> 5 and (c.starts_on <= ${dbToday} or p.state > 0)`,
  ];
  if (filter.state !== null) parts.push(sql`p.state = ${filter.state}`);
  if (filter.overdue) parts.push(isLate);
  if (filter.words) parts.push(textHolds(sql`t.title`, filter.words));
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<PartRecord>`select ${COLUMNS} from ${FROM} where ${where}
      order by p.state not in (0, 1, 3), case when p.state in (0, 1, 3) then p.due_on end, p.due_on desc, p.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from office_part p join office_task t on t.id = p.task_id
      join office_circle c on c.id = p.circle_id where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A part of the scope; `lock` keeps it for this transaction. */
export async function findPart(db: Db, scope: Scope, id: string, lock = false): Promise<PartRecord | undefined> {
  const { rows } = await sql<PartRecord>`select ${COLUMNS} from ${FROM}
    where p.id = ${id} and ${within(scope, 'p.org_code')} and t.deleted_at is null and o.deleted_at is null ${lock ? sql`for update of p` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** Parts of the scope, locked, in the order of their ids. */
export async function lockParts(db: Db, scope: Scope, ids: readonly string[]): Promise<PartRecord[]> {
  const { rows } = await sql<PartRecord>`select ${COLUMNS} from ${FROM}
    where p.id = any(${ids}::bigint[]) and ${within(scope, 'p.org_code')} and t.deleted_at is null and o.deleted_at is null order by p.id for update of p`.execute(
    db,
  );
  return rows;
}

/** The id of an organisation's part in a cycle. */
export async function ownPart(db: Db, orgId: string, taskId: string, circleId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from office_part where task_id = ${taskId} and circle_id = ${circleId} and org_id = ${orgId}
       and person_id is null`.execute(db);
  return rows[0]?.id;
}

/**
 * The open part that a meeting of an organisation on a day answers: that of the cycle in which the day lies, else the one
 * due first.
 */
export async function partOnDay(db: Db, orgId: string, taskId: string, day: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from office_part p join office_circle c on c.id = p.circle_id join office_task t on t.id = p.task_id
     where p.task_id = ${taskId} and p.org_id = ${orgId} and p.person_id is null and p.state in (0, 1, 3) and t.state = 2
     order by ${day}::date between c.starts_on and p.due_on desc, p.due_on, p.id limit 1`.execute(db);
  return rows[0]?.id;
}

/** An organisation's parts of a task by cycle. */
export async function ownParts(db: Db, orgId: string, taskId: string) {
  const { rows } = await sql<{ circleId: string; partId: string; state: number }>`
    select circle_id as "circleId", id as "partId", state from office_part
     where task_id = ${taskId} and org_id = ${orgId} and person_id is null order by circle_id`.execute(db);
  return rows;
}

/** What of a part an act changes; what is left out stays. */
export interface PartChange {
  state?: PartState;
  received?: true;
  assignee?: { accountId: string; name: string };
  report?: { text: string; isNil: boolean; files: readonly string[]; by: string };
  decided?: { by: string; opinion: string };
  asked?: { until: string; reason: string } | null;
  dueOn?: string;
}

/** Writes a change of a part; answers its new version. */
export async function writeParts(db: Db, ids: readonly string[], change: PartChange): Promise<number> {
  const { assignee, report, decided, asked } = change;
  const sets: RawBuilder<unknown>[] = [sql`version = version + 1`];
  if (change.state !== undefined) sets.push(sql`state = ${change.state}`);
  if (change.received) sets.push(sql`received_at = coalesce(received_at, now())`);
  if (assignee) sets.push(sql`assignee_id = ${assignee.accountId}, assignee = ${assignee.name}`);
  if (report)
    sets.push(sql`report = ${report.text}, is_nil = ${report.isNil}, files = ${report.files}::text[], reported_at = now(),
      reported_by = ${report.by}, is_late = due_on < ${dbToday}, received_at = coalesce(received_at, now())`);
  if (decided) sets.push(sql`decided_at = now(), decided_by = ${decided.by}, opinion = ${decided.opinion}`);
  if (asked !== undefined) sets.push(sql`asked_until = ${asked?.until ?? null}, asked_for = ${asked?.reason ?? ''}`);
  if (change.dueOn) sets.push(sql`due_on = ${change.dueOn}`);
  const { rows } = await sql<{ version: number }>`
    update office_part set ${sql.join(sets, sql`, `)} where id = any(${ids}::bigint[]) returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Ends what is open of a task: void, and nobody asks for it any more. */
export const voidParts = (db: Db, taskId: string) =>
  sql`update office_part set state = 5, version = version + 1 where task_id = ${taskId} and state in (0, 1, 2, 3)`.execute(
    db,
  );

/** Writes one line of the history of some parts. */
export const addEntries = (
  db: Db,
  partIds: readonly string[],
  entry: { act: string; text: string; orgName: string; by: string; files?: readonly string[] },
) =>
  sql`insert into office_entry (part_id, act, text, org_name, made_by, files)
      select id, ${entry.act}, ${entry.text}, ${entry.orgName}, ${entry.by}, ${entry.files ?? []}::text[] from unnest(${partIds}::bigint[]) as id`.execute(
    db,
  );

/** The history of a part. */
export async function entriesOf(db: Db, partId: string) {
  const { rows } = await sql<{
    id: string;
    act: string;
    text: string;
    orgName: string;
    madeBy: string;
    madeAt: Date;
    files: string[];
  }>`
    select id, act, text, org_name as "orgName", made_by as "madeBy", made_at as "madeAt", files from office_entry
     where part_id = ${partId} order by id`.execute(db);
  return rows;
}

/**
 * What other organisations have handed in for the same cycle, in the order of the tree: for tasks whose giver let them see
 * each other (互相可见). Beyond the reader's scope; the caller has made sure that the task says so.
 */
export async function othersOf(db: Db, part: { id: string; circleId: string }, limit: number) {
  const { rows } = await sql<{ orgName: string; report: string; isLate: boolean; reportedAt: Date | null }>`
    select ${receiverName} as "orgName", case when p.is_nil then '零报告' else p.report end as report, p.is_late as "isLate",
           p.reported_at as "reportedAt"
      from office_part p join organisation o on o.id = p.org_id left join member m on m.id = p.person_id
     where p.circle_id = ${part.circleId} and p.id <> ${part.id} and p.state in (2, 4) and o.deleted_at is null
     order by p.org_code, p.id limit ${limit}`.execute(db);
  return rows;
}

/** What an organisation has handed on below a part: its tasks, and what has come back of them. */
export async function childrenOf(db: Db, partId: string) {
  const { rows } = await sql<{
    id: string;
    title: string;
    state: TaskState;
    live: number;
    completed: number;
    reports: { orgName: string; circle: string; report: string }[];
  }>`
    select t.id, t.title, t.state, count(p.id) filter (where p.state <> 5)::int as live,
           count(p.id) filter (where p.state = 4)::int as completed,
           coalesce(jsonb_agg(jsonb_build_object('orgName', ${receiverName}, 'circle', c.label, 'report',
             case when p.is_nil then '零报告' else p.report end) order by c.seq, p.org_code)
             filter (where p.state in (2, 4)), '[]') as reports
      from office_task t left join office_part p on p.task_id = t.id left join office_circle c on c.id = p.circle_id
      left join organisation o on o.id = p.org_id left join member m on m.id = p.person_id
     where t.parent_part_id = ${partId} and t.deleted_at is null and t.state <> 4
     group by t.id order by t.id`.execute(db);
  return rows;
}

/** Whoever may work at an organisation as a party worker. */
export async function workersOf(db: Db, orgId: string) {
  const { rows } = await sql<{ accountId: string; name: string }>`
    select distinct account_id as "accountId", account_name as name from usable_grant
     where org_id = ${orgId} and role_id = ${ROLE.worker} order by name, 1`.execute(db);
  return rows;
}

/** Of a task: receivers that are late or due within three days, and not urged within the last hours. */
export async function behind(db: Db, taskId: string) {
  const { rows } = await sql<{ partId: string; receiver: string; orgName: string; recently: boolean }>`
    select p.id as "partId", p.org_id || ':' || coalesce(p.person_id, 0) as receiver, ${receiverName} as "orgName",
           ${isUrged(sql`p.urged_at`)} as recently
      from office_part p join office_circle c on c.id = p.circle_id join organisation o on o.id = p.org_id
      left join member m on m.id = p.person_id
     where p.task_id = ${taskId} and p.state in (0, 1, 3) and c.starts_on <= ${dbToday}
     order by p.org_code, p.id for update of p`.execute(db);
  return rows;
}

export const markUrged = (db: Db, partIds: readonly string[]) =>
  sql`update office_part set urged_at = now() where id = any(${partIds}::bigint[])`.execute(db);

/** The worker's accounts at some organisations, with their organisation. */
export async function accountsAt(db: Db, orgIds: readonly string[]) {
  const { rows } = await sql<{ accountId: string; orgId: string }>`
    select distinct account_id as "accountId", org_id as "orgId" from usable_grant
     where org_id = any(${orgIds}::bigint[]) and role_id = ${ROLE.worker}`.execute(db);
  return rows;
}

/** The next part of a task that waits for its giver, after a place in the tree, else from its beginning. */
export async function nextWaiting(db: Db, taskId: string, after: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from office_part where task_id = ${taskId} and state = 2
     order by org_code < ${after}, org_code, circle_id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** Whether nothing of a task waits for its giver any more. */
export async function isAllDecided(db: Db, taskId: string): Promise<boolean> {
  const { rows } = await sql`select from office_part where task_id = ${taskId} and state = 2 limit 1`.execute(db);
  return rows.length === 0;
}

/** The numbers of an organisation: what it has to do, and what it gave. */
export async function homeCounts(db: Db, orgId: string) {
  const { rows } = await sql<{
    received: number;
    working: number;
    returned: number;
    overdue: number;
    drafts: number;
    running: number;
    toCheck: number;
    lateBelow: number;
  }>`
    select own.*, given.* from (
      select count(*) filter (where p.state = 0)::int as received, count(*) filter (where p.state = 1)::int as working,
             count(*) filter (where p.state = 3)::int as returned, count(*) filter (where ${isLate})::int as overdue
        from office_part p join office_task t on t.id = p.task_id and t.state = 2 join office_circle c on c.id = p.circle_id
       where p.org_id = ${orgId} and p.person_id is null and p.state in (0, 1, 3) and c.starts_on <= ${dbToday}) as own, (
      select count(*) filter (where t.state = 0 and not t.is_template)::int as drafts, count(*) filter (where t.state = 2)::int as running,
             coalesce(sum(k."toCheck") filter (where t.state = 2), 0)::int as "toCheck",
             coalesce(sum(k.late) filter (where t.state = 2), 0)::int as "lateBelow"
        from office_task t cross join lateral (
          select sum(p.n) filter (where p.state = 2) as "toCheck", sum(p.n) filter (where ${isLate}) as late
            from ${keptSums(sql`k.task_id = t.id`)} p) k
       where t.org_id = ${orgId} and t.deleted_at is null) as given`.execute(db);
  return rows[0];
}

/** Organisations that are late with what an organisation gave them, the latest first. */
export async function lateBelow(db: Db, orgId: string, limit: number) {
  const { rows } = await sql<{
    orgId: string;
    orgName: string;
    parts: number;
    days: number;
    partId: string;
    taskId: string;
    total: number;
  }>`
    select o."orgId", ${receiverName} as "orgName", o.parts, o.days, o."partId", o."taskId", o.total from (
      select p.org_id as "orgId", place.name, place.code, p.person_id, count(*)::int as parts, (${dbToday} - min(p.due_on))::int as days,
             (array_agg(p.id order by p.due_on, p.id))[1] as "partId", (array_agg(p.task_id order by p.due_on, p.id))[1] as "taskId",
             count(*) over ()::int as total
        from office_part p join office_task t on t.id = p.task_id and t.state = 2 and t.deleted_at is null
        join organisation place on place.id = p.org_id
       where t.org_id = ${orgId} and ${isLate}
       group by p.org_id, place.name, place.code, p.person_id
       order by days desc, place.code, p.person_id limit ${limit}) o
      left join member m on m.id = o.person_id
     order by o.days desc, o.code, o.person_id`.execute(db);
  return rows;
}

/** Where an organisation stands in the tree. */
export async function codeOf(db: Db, orgId: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`select code from organisation where id = ${orgId}`.execute(db);
  return rows[0]?.code ?? '';
}
