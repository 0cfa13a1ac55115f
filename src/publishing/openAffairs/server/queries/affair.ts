import { type RawBuilder, sql } from 'kysely';
import { deciderOf } from '#kernel/permission/server/index.ts';
import type { Session } from '#platform/server/context.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { type Kind, OPEN_AFFAIR, type Phase, type Rhythm } from '#publishing/openAffairs/rules.ts';
import { PUBLISHER, publisherName } from './publisher.ts';

/** An affair as it stands. Days `YYYY-MM-DD`. */
export interface AffairRecord {
  id: string;
  orgId: string;
  orgCode: string;
  /** In whose name it stands; of a dissolved organisation with who keeps it now. */
  orgName: string;
  /** It came from an organisation that was dissolved. */
  isFormer: boolean;
  parentId: string | null;
  itemId: string;
  itemName: string;
  kind: Kind;
  rhythm: Rhythm;
  period: string;
  title: string;
  content: string;
  files: string[];
  publicDays: number;
  state: 'draft' | 'pending' | 'published' | 'withdrawn';
  phase: Phase;
  note: string;
  despite: string;
  opinion: string;
  instanceId: string | null;
  instanceVersion: number | null;
  submittedBy: string | null;
  submitName: string;
  submittedAt: Date | null;
  shownNumber: number | null;
  shownFrom: string | null;
  shownUntil: string | null;
  /** The public days are over, also while a correction is on its way. */
  isOver: boolean;
  /** Its organisation's board is on: what is shown is read by its code. */
  isOnBoard: boolean;
  withdrawnFor: string;
  versions: number;
  unanswered: number;
  token: string;
  version: number;
  updatedBy: string;
  updatedAt: Date;
}

const phase = sql<Phase>`case
  when a.state = 'pending' and w.state = 'returned' then 'returned'
  when a.state = 'pending' then 'pending'
  when a.state = 'draft' and a.opinion <> '' then 'returned'
  when a.state = 'draft' then 'draft'
  when a.state = 'withdrawn' then 'withdrawn'
  when a.shown_until < ${dbToday} then 'ended'
  else 'open' end`;
const unanswered = sql`exists (select from open_feedback f where f.affair_id = a.id and f.replied_at is null)`;

const COLUMNS = sql`a.id, a.org_id as "orgId", o.code as "orgCode", ${publisherName} as "orgName",
  a.former_org_id is not null as "isFormer", o.parent_id as "parentId",
  a.item_id as "itemId", i.name as "itemName", i.kind, i.rhythm, a.period, a.title, a.content, a.files,
  a.public_days as "publicDays", a.state, ${phase} as phase, a.note, a.despite, a.opinion, a.instance_id as "instanceId",
  w.version as "instanceVersion", a.submitted_by as "submittedBy",
  coalesce((select s.name from account s where s.id = a.submitted_by), '') as "submitName", a.submitted_at as "submittedAt",
  a.shown_number as "shownNumber", a.shown_from as "shownFrom", a.shown_until as "shownUntil",
  coalesce(a.shown_until < ${dbToday}, false) as "isOver", a.withdrawn_for as "withdrawnFor",
  exists (select from open_board b where b.org_id = coalesce(a.former_org_id, a.org_id) and b.shows) as "isOnBoard",
  (select count(*)::int from open_version v where v.affair_id = a.id) as versions,
  (select count(*)::int from open_feedback f where f.affair_id = a.id and f.replied_at is null) as unanswered,
  a.token, a.version, a.updated_by as "updatedBy", a.updated_at as "updatedAt"`;
const FROM = sql`open_affair a
  join organisation o on o.id = a.org_id and o.deleted_at is null ${PUBLISHER}
  join open_item i on i.id = a.item_id
  left join workflow_instance w on w.id = a.instance_id and w.kind = ${sql.lit(OPEN_AFFAIR)}`;

export interface AffairFilter {
  /** One organisation alone; null: the whole scope. */
  orgId: string | null;
  title: string | null;
  kind: Kind | null;
  phase: Phase | null;
  period: string | null;
  view: '' | 'decide' | 'unanswered';
}

/** What waits for a session's own decision: of organisations below it, or of the own one where there is none above. */
const forMe = ({ accountId, orgId }: Session) => sql`(a.state = 'pending' and a.instance_id is null
  and a.submitted_by <> ${accountId} and (a.org_id <> ${orgId} or o.parent_id is null))`;

function filtered(scope: Scope, session: Session, filter: AffairFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [within(scope, 'o.code'), sql`a.deleted_at is null`];
  if (filter.orgId) parts.push(sql`a.org_id = ${filter.orgId}`);
  if (filter.title) parts.push(textHolds(sql`a.title`, filter.title));
  if (filter.kind) parts.push(sql`i.kind = ${filter.kind}`);
  if (filter.phase) parts.push(sql`${phase} = ${filter.phase}`);
  if (filter.period) parts.push(sql`a.period = ${filter.period}`);
  if (filter.view === 'decide') parts.push(forMe(session));
  if (filter.view === 'unanswered') parts.push(unanswered);
  return sql.join(parts, sql` and `);
}

/** A page of affairs with how many there are, the newest first. */
export async function pageOfAffairs(
  db: Db,
  scope: Scope,
  session: Session,
  filter: AffairFilter,
  limit: number,
  offset: number,
): Promise<{ rows: AffairRecord[]; total: number }> {
  const from = sql`${FROM} where ${filtered(scope, session, filter)}`;
  const [rows, total] = await Promise.all([
    sql<AffairRecord>`select ${COLUMNS} from ${from} order by a.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** One affair of the scope; `lock` keeps it for this transaction. */
export async function findAffair(db: Db, scope: Scope, id: string, lock = false): Promise<AffairRecord | undefined> {
  const { rows } = await sql<AffairRecord>`
    select ${COLUMNS} from ${FROM} where a.id = ${id} and a.deleted_at is null and ${within(scope, 'o.code')}
    ${lock ? sql`for update of a` : sql``}`.execute(db);
  return rows[0];
}

/** An organisation of the scope to which something is written, with today; undefined where there is none. */
export async function findOrgAndToday(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<{ id: string; code: string; name: string; today: string }>`
    select id, code, name, ${dbToday} as today from organisation
     where id = ${id} and deleted_at is null and ${within(scope, 'code')}`.execute(db);
  return rows[0];
}

/**
 * Who decides directly: the nearest organisation above where somebody else than the sender works on 三务公开; the top's
 * workers where nobody does.
 */
export async function superiorOf(db: Db, orgId: string, senderId: string | null) {
  const { id, code, name } = await deciderOf(db, orgId, senderId ?? '0', 'open:write');
  return { id, code, name };
}

/** The fields of an affair that people write. */
export interface AffairFields {
  itemId: string;
  period: string;
  title: string;
  content: string;
  words: string;
  files: readonly string[];
  publicDays: number;
  note: string;
}

/** Adds a draft; the ids of its files are known once it has an id itself. */
export async function insertAffair(
  db: Db,
  orgId: string,
  fields: AffairFields,
  token: string,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into open_affair (org_id, item_id, period, title, content, words, public_days, note, token, created_by, updated_by)
    values (${orgId}, ${fields.itemId}, ${fields.period}, ${fields.title}, ${fields.content}, ${fields.words},
            ${fields.publicDays}, ${fields.note}, ${token}, ${by}, ${by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes the text with the ids that its files have now, without a new version. */
export const setFiles = (db: Db, id: string, content: string, files: readonly string[]) =>
  sql`update open_affair set content = ${content}, files = ${files}::text[] where id = ${id}`.execute(db);

/** Writes a locked affair; what was published or withdrawn becomes a draft. Answers the new version. */
export async function writeAffair(db: Db, id: string, fields: AffairFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update open_affair set item_id = ${fields.itemId}, period = ${fields.period}, title = ${fields.title},
           content = ${fields.content}, words = ${fields.words}, files = ${fields.files}::text[],
           public_days = ${fields.publicDays}, note = ${fields.note}, despite = '',
           state = case when state = 'pending' then state else 'draft' end,
           version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** What a step of an affair's life writes; what is left out stays. */
export interface Step {
  state: AffairRecord['state'];
  opinion?: string;
  /** Why it is published although personal numbers stand in it. */
  despite?: string;
  withdrawnFor?: string;
  /** Null: nothing is shown. */
  shownNumber?: number | null;
  /** `by`: sent in by this account; null `instanceId`: for the superior. */
  sent?: { by: string; instanceId: string | null };
}

/** Takes a locked affair to its next state; answers the new version. */
export async function takeStep(db: Db, id: string, step: Step): Promise<number> {
  const sets: RawBuilder<unknown>[] = [sql`state = ${step.state}`, sql`version = version + 1`];
  if (step.opinion !== undefined) sets.push(sql`opinion = ${step.opinion}`);
  if (step.despite !== undefined) sets.push(sql`despite = ${step.despite}`);
  if (step.withdrawnFor !== undefined) sets.push(sql`withdrawn_for = ${step.withdrawnFor}`);
  if (step.shownNumber !== undefined) sets.push(sql`shown_number = ${step.shownNumber}`);
  if (step.sent)
    sets.push(
      sql`submitted_by = ${step.sent.by}, submitted_at = now(), instance_id = ${step.sent.instanceId}, opinion = ''`,
    );
  const { rows } = await sql<{ version: number }>`
    update open_affair set ${sql.join(sets)} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Makes the text of a locked affair its next version and shows it from today for its public days; answers the new version of the row. */
export async function publish(db: Db, id: string, approvedBy: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with made as (
      insert into open_version (affair_id, number, title, content, words, files, public_days, note, written_by, approved_by)
      select a.id, coalesce((select max(number) from open_version where affair_id = a.id), 0) + 1, a.title, a.content,
             a.words, a.files, a.public_days, a.note, coalesce(s.name, ''), ${approvedBy}
        from open_affair a left join account s on s.id = a.submitted_by where a.id = ${id}
      returning number
    )
    update open_affair set state = 'published', shown_number = made.number, opinion = '', withdrawn_for = '',
           first_shown = coalesce(first_shown, ${dbToday}), shown_from = ${dbToday},
           shown_until = ${dbToday} + public_days - 1, version = version + 1
      from made where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Puts a draft into the recycle bin. */
export const binAffair = (db: Db, id: string, by: string, reason: string) =>
  sql`update open_affair set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1
       where id = ${id}`.execute(db);
