import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { COMMITTEE_FROM } from '#procedures/recruitment/rules/meetings.ts';

export type Proposal = 'agree' | 'convert' | 'extend' | 'revoke';

export interface VotedPerson {
  fileId: string;
  name: string;
  proposal: Proposal;
  months: number | null;
  yes: number;
  no: number;
  abstain: number;
  spoilt: number;
  writtenYes: number;
  writtenNo: number;
  passed: boolean;
  opinion: string;
}

export interface Away {
  id: string;
  name: string;
  reason: string;
}

export interface MeetingRecord {
  id: string;
  orgId: string;
  orgName: string;
  stage: number;
  body: 'committee' | 'general';
  heldOn: string;
  place: string;
  host: string;
  recorder: string;
  due: number;
  present: number;
  minutes: string;
  away: Away[];
  /** Files: papers by which rights are suspended. */
  basis: string[];
  people: VotedPerson[];
}

const COLUMNS = sql`g.id, g.org_id as "orgId", o.name as "orgName", g.stage, g.body, g.held_on as "heldOn", g.place, g.host, g.recorder, g.due,
  g.present, g.minutes, g.away, g.basis, (
    select coalesce(json_agg(json_build_object('fileId', v.file_id::text, 'name', m.name, 'proposal', v.proposal, 'months', v.months,
             'yes', v.yes, 'no', v.no, 'abstain', v.abstain, 'spoilt', v.spoilt, 'writtenYes', v.written_yes,
             'writtenNo', v.written_no, 'passed', v.passed, 'opinion', v.opinion) order by v.file_id), '[]')
      from development_vote v join development_file f on f.id = v.file_id join member m on m.id = f.member_id
     where v.meeting_id = g.id) as people`;

/** A page of meetings of the scope, the latest first. */
export async function pageOfMeetings(
  db: Db,
  scope: Scope,
  filter: { orgId: string | null; stage: number | null; name: string | null },
  limit: number,
  offset: number,
) {
  const from = sql`development_meeting g join organisation o on o.id = g.org_id and o.deleted_at is null
    where ${within(scope, 'g.org_code')} and (${filter.orgId}::bigint is null or g.org_id = ${filter.orgId})
      and (${filter.stage}::int is null or g.stage = ${filter.stage})
      and (${filter.name}::text is null or exists (
        select from development_vote v join development_file f on f.id = v.file_id join member m on m.id = f.member_id
         where v.meeting_id = g.id and ${textHolds(sql`m.name`, filter.name)}))`;
  const [rows, total] = await Promise.all([
    sql<MeetingRecord>`select ${COLUMNS} from ${from} order by g.held_on desc, g.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

export async function findMeeting(db: Db, scope: Scope, id: string): Promise<MeetingRecord | undefined> {
  const { rows } = await sql<MeetingRecord>`
    select ${COLUMNS} from development_meeting g join organisation o on o.id = g.org_id and o.deleted_at is null
     where g.id = ${id} and ${within(scope, 'g.org_code')}`.execute(db);
  return rows[0];
}

/** A branch of the scope that meets, with today. */
export async function findBranch(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<{ id: string; code: string; name: string; type: number; today: string }>`
    select id, code, name, type, ${dbToday} as today from organisation
     where id = ${id} and deleted_at is null and ${within(scope, 'code')}`.execute(db);
  return rows[0];
}

/** Whether a branch has a committee: by its number of full members, or because its current leadership has three posts and more. */
export async function hasCommittee(db: Db, orgId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select (select count(*) from member where org_id = ${orgId} and person_category = 1 and membership_status = 1
               and deleted_at is null) >= ${COMMITTEE_FROM}
        or (select count(*) from org_post p join org_term t on t.id = p.term_id and t.is_current
             where p.org_id = ${orgId}) >= 3 as has`.execute(db);
  return rows[0]?.has ?? true;
}

export async function insertMeeting(
  db: Db,
  meeting: Omit<MeetingRecord, 'id' | 'orgName' | 'people' | 'basis'> & { orgCode: string; by: string },
  people: readonly Omit<VotedPerson, 'name'>[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into development_meeting (org_id, org_code, stage, body, held_on, place, host, recorder, due, away, present, minutes, created_by)
    values (${meeting.orgId}, ${meeting.orgCode}, ${meeting.stage}, ${meeting.body}, ${meeting.heldOn}, ${meeting.place}, ${meeting.host},
            ${meeting.recorder}, ${meeting.due}, ${JSON.stringify(meeting.away)}::jsonb, ${meeting.present}, ${meeting.minutes},
            ${meeting.by})
    returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  for (const one of people) {
    await sql`
      insert into development_vote (meeting_id, file_id, proposal, months, yes, no, abstain, spoilt, written_yes, written_no, passed, opinion)
      values (${id}, ${one.fileId}, ${one.proposal}, ${one.months}, ${one.yes}, ${one.no}, ${one.abstain}, ${one.spoilt},
              ${one.writtenYes}, ${one.writtenNo}, ${one.passed}, ${one.opinion})`.execute(db);
  }
  return id;
}

export const setBasis = (db: Db, id: string, files: readonly string[]) =>
  sql`update development_meeting set basis = ${files}::text[] where id = ${id}`.execute(db);

/** What the page of a 公示 shows, fixed when it began. */
export interface Shown {
  name: string;
  genderName: string;
  birthMonth: string;
  educationName: string;
  unit: string;
  appliedOn: string;
  activistOn: string;
  contacts: string;
  orgName: string;
}

/** Begins a 公示; answers its id and the code in its address. */
export async function insertPublicity(
  db: Db,
  row: { fileId: string; startsOn: string; endsOn: string; heardBy: string; phone: string; shown: Shown; by: string },
): Promise<{ id: string; code: string }> {
  const code = randomBytes(16).toString('hex');
  const { rows } = await sql<{ id: string }>`
    insert into development_publicity (file_id, code, starts_on, ends_on, heard_by, phone, shown, created_by)
    values (${row.fileId}, ${code}, ${row.startsOn}, ${row.endsOn}, ${row.heardBy}, ${row.phone},
            ${JSON.stringify(row.shown)}::jsonb, ${row.by}) returning id`.execute(db);
  return { id: rows[0]?.id ?? '', code };
}

export const endPublicity = (db: Db, id: string, result: string, note: string) =>
  sql`update development_publicity set result = ${result}, result_note = ${note}, ended_on = ${dbToday} where id = ${id}`.execute(
    db,
  );

/** What a code shows today; undefined where its days are over, have not begun, or the code is nobody's. */
export async function publicityByCode(db: Db, code: string) {
  const { rows } = await sql<{
    id: string;
    fileId: string;
    shown: Shown;
    startsOn: string;
    endsOn: string;
    heardBy: string;
    phone: string;
    approver: string;
  }>`
    select p.id, coalesce(a.name, '上级党组织') as approver, p.file_id as "fileId", p.shown, p.starts_on as "startsOn", p.ends_on as "endsOn", p.heard_by as "heardBy", p.phone
      from development_publicity p join development_file f on f.id = p.file_id and f.ended_on is null
      left join development_step s on s.file_id = f.id and s.no = 8
      left join organisation a on a.id = s.approver_org_id
     where p.code = ${code} and p.result is null and ${dbToday} between p.starts_on and p.ends_on`.execute(db);
  return rows[0];
}
