import { sql } from 'kysely';
import { PROOF_KINDS, type ProofKind } from '#life/tasks/contract.proof.ts';
import { announceProof, type ProofRecord } from '#life/tasks/server/proofs.ts';
import type { Db } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** What a report names, in the order in which it was named. */
export async function proofsOf(db: Db, partId: string) {
  const { rows } = await sql<{ key: string; kind: ProofKind; title: string; day: string; path: string }>`
    select kind || ':' || ref_id as key, kind, title, day::text as day, path from office_proof
     where part_id = ${partId} order by id`.execute(db);
  return rows.map(({ kind, ...row }) => ({ ...row, kindName: PROOF_KINDS[kind] }));
}

/** Makes these what the report names; the meeting that answers it stays. */
export async function writeProofs(
  db: Db,
  partId: string,
  named: readonly { kind: ProofKind; record: ProofRecord }[],
): Promise<void> {
  await sql`delete from office_proof where part_id = ${partId} and not answers`.execute(db);
  if (named.length === 0) return;
  await sql`
    insert into office_proof (part_id, kind, ref_id, title, day, path)
    select ${partId}, kind, id, title, day, path
      from unnest(${named.map(({ kind }) => kind)}::text[], ${named.map(({ record }) => record.id)}::bigint[],
                  ${named.map(({ record }) => record.title)}::text[], ${named.map(({ record }) => record.day)}::date[],
                  ${named.map(({ record }) => record.path)}::text[]) as one (kind, id, title, day, path)
    on conflict on constraint office_proof_one do nothing`.execute(db);
}

/** The meeting whose minutes are the report. */
export const writeAnswer = (db: Db, partId: string, kind: ProofKind, one: ProofRecord) =>
  sql`insert into office_proof (part_id, kind, ref_id, title, day, path, answers)
      values (${partId}, ${kind}, ${one.id}, ${one.title}, ${one.day}, ${one.path}, true)
      on conflict on constraint office_proof_one do update
         set title = excluded.title, day = excluded.day, path = excluded.path, answers = true`.execute(db);

/** Its minutes were taken back. */
export const dropAnswer = (db: Db, partId: string, kind: ProofKind, id: string) =>
  sql`delete from office_proof where part_id = ${partId} and kind = ${kind} and ref_id = ${id}`.execute(db);

/** Own meetings of work whose minutes are out, published affairs and rewards: what lies in this room and below it. */
export function announceProofs(): void {
  announceProof({
    kind: 'work',
    right: 'task:read',
    async find(db, orgId, { words, ids, limit }) {
      const { rows } = await sql<ProofRecord>`
        select id, title, (starts_at at time zone 'Asia/Shanghai')::date::text as day,
               '/affairs/meeting/viewMeetingRecord/' || id || '/0' as path
          from office_meeting
         where org_id = ${orgId} and state = 3 and (${words}::text is null or ${textHolds(sql`title`, words)})
           and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
         order by starts_at desc, id desc limit ${limit}`.execute(db);
      return rows;
    },
  });
  announceProof({
    kind: 'affair',
    right: 'open:read',
    async find(db, orgId, { words, ids, limit }) {
      const { rows } = await sql<ProofRecord>`
        select a.id, v.title, a.first_shown::text as day, '/affairs/organization/threeAffairs/OpenDetail/' || a.id as path
          from open_affair a join open_version v on v.affair_id = a.id and v.number = a.shown_number
         where a.org_id = ${orgId} and a.deleted_at is null and a.state <> 'withdrawn' and a.first_shown is not null
           and (${words}::text is null or ${textHolds(sql`v.title`, words)})
           and (${ids}::bigint[] is null or a.id = any(${ids}::bigint[]))
         order by a.first_shown desc, a.id desc limit ${limit}`.execute(db);
      return rows;
    },
  });
  announceProof({
    kind: 'reward',
    right: 'org:read',
    async find(db, orgId, { words, ids, limit }) {
      const { rows } = await sql<ProofRecord>`
        select r.id, coalesce(d.name, r.title) as title, r.ordered_by as day,
               '/affairs/organization/browseOrganization/' || r.org_id || '?tab=reward' as path
          from sub_record r left join dict_item d on d.dictionary_code = '0081' and d.value = r.title and d.deleted_at is null
         where r.org_id = ${orgId} and r.kind = 'reward' and r.deleted_at is null and r.ordered_by ~ '^\d{4}-\d\d-\d\d$'
           and (${words}::text is null or ${textHolds(sql`coalesce(d.name, r.title)`, words)})
           and (${ids}::bigint[] is null or r.id = any(${ids}::bigint[]))
         order by r.ordered_by desc, r.id desc limit ${limit}`.execute(db);
      return rows;
    },
  });
}
