import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

export interface TranscriptRecord {
  id: string;
  fileId: string;
  /** 0 on its way, 1 done, 2 failed; a job that ended without a word has failed. */
  state: number;
  text: string;
  fault: string;
  message: string;
  createdAt: Date;
}

/** What became of each recording of a meeting the last time. */
export async function transcriptsOf(db: Db, meetingId: string): Promise<TranscriptRecord[]> {
  const { rows } = await sql<TranscriptRecord>`
    select distinct on (t.file_id) t.id, t.file_id as "fileId", t.text, t.fault, t.created_at as "createdAt",
           coalesce(j.message, '') as message,
           case when t.state = 0 and coalesce(j.state, 'failed') not in ('queued', 'running') then 2 else t.state end as state
      from life_transcript t left join job j on j.id = t.job_id
     where t.meeting_id = ${meetingId} order by t.file_id, t.id desc`.execute(db);
  return rows;
}

/** Takes back what its job left unsaid, and notes a new one; the unique index keeps one on its way for each recording. */
export async function insertTranscript(db: Db, meetingId: string, fileId: string, by: string): Promise<string> {
  await sql`
    update life_transcript t set state = 2, ended_at = now() where meeting_id = ${meetingId} and file_id = ${fileId} and state = 0
       and not exists (select from job j where j.id = t.job_id and j.state in ('queued', 'running'))`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into life_transcript (meeting_id, file_id, created_by) values (${meetingId}, ${fileId}, ${by}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

export const setJob = (db: Db, id: string, jobId: string) =>
  sql`update life_transcript set job_id = ${jobId} where id = ${id}`.execute(db);

/** The recording of a transcript that is still wanted; undefined: submitted or said meanwhile. */
export async function recordingOf(db: Db, id: string) {
  const { rows } = await sql<{ key: string; name: string }>`
    select coalesce(f.bytes_of, f.id) as key, f.name from life_transcript t join stored_file f on f.id = t.file_id
     where t.id = ${id} and t.state = 0`.execute(db);
  return rows[0];
}

/** Ends one that is on its way with its text, or with what went wrong. */
export const endTranscript = (db: Db, id: string, result: { text: string } | { fault: string }) =>
  sql`update life_transcript set state = ${'text' in result ? 1 : 2}, text = ${'text' in result ? result.text : ''},
             fault = ${'fault' in result ? result.fault : ''}, ended_at = now() where id = ${id} and state = 0`.execute(
    db,
  );

export const removeTranscripts = (db: Db, meetingId: string) =>
  sql`delete from life_transcript where meeting_id = ${meetingId}`.execute(db);
