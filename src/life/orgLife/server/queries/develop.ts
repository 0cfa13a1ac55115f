import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { STEPS } from '#procedures/recruitment/rules/steps.ts';

export interface DevelopTopic {
  id: string;
  title: string;
  stage: number | null;
  passed: boolean | null;
}

/** The topics 发展党员 of a meeting. */
export async function topicsOf(db: Db, meetingId: string): Promise<DevelopTopic[]> {
  const { rows } = await sql<DevelopTopic>`
    select id, title, stage, passed from life_topic where meeting_id = ${meetingId} and kind = 3 order by sort, id`.execute(
    db,
  );
  return rows;
}

/** The running files of a branch. */
export async function filesOf(db: Db, scope: Scope, orgId: string) {
  const { rows } = await sql<{ fileId: string; name: string; step: number }>`
    select f.id as "fileId", m.name, f.step from development_file f join member m on m.id = f.member_id
     where f.org_id = ${orgId} and f.ended_on is null and m.deleted_at is null and ${within(scope, 'f.org_code')}
     order by f.step desc, f.id limit 200`.execute(db);
  return rows.map(({ step, ...one }) => ({ ...one, stepName: STEPS.find(({ no }) => no === step)?.title ?? '' }));
}

export async function findFile(db: Db, scope: Scope, id: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, m.name from development_file f join member m on m.id = f.member_id
     where f.id = ${id} and m.deleted_at is null and ${within(scope, 'f.org_code')}`.execute(db);
  return rows[0];
}

/** The vote of a topic as it went to the file; it is typed once. */
export const bindTopic = (
  db: Db,
  meetingId: string,
  one: {
    topicId: string;
    fileId: string;
    stage: number;
    meetingId: string;
    yes: number;
    no: number;
    abstain: number;
    spoilt: number;
    passed: boolean;
  },
) =>
  sql`update life_topic set file_id = ${one.fileId}, stage = ${one.stage}, development_meeting_id = ${one.meetingId},
             yes = ${one.yes}, no = ${one.no}, abstain = ${one.abstain}, spoilt = ${one.spoilt}, passed = ${one.passed}
       where id = ${one.topicId} and meeting_id = ${meetingId}`.execute(db);
