import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';

/** A person's labels stand where those of every other row do (module content), under this kind. */
export const MEMBER_KIND = 'member';

/** The labels of one person, but for those in the recycle bin. */
export async function labelsOfMember(db: Db, memberId: string) {
  const { rows } = await sql<{ id: string; name: string; colour: string }>`
    select b.id, b.name, b.colour from content_label_link l
    join content_label b on b.id = l.label_id and b.deleted_at is null
    where l.kind = ${MEMBER_KIND} and l.row_id = ${memberId} order by b.name`.execute(db);
  return rows;
}

/** Which of these labels each person carries, and how many in all; a label in the recycle bin counts as well. */
export async function carriedBy(db: Db, memberIds: readonly string[], labelIds: readonly string[]) {
  const { rows } = await sql<{ id: string; labels: string[]; total: number }>`
    select row_id as id, count(*)::int as total,
      coalesce(array_agg(label_id::text) filter (where label_id = any(${labelIds}::bigint[])), '{}') as labels
    from content_label_link where kind = ${MEMBER_KIND} and row_id = any(${memberIds}::bigint[])
    group by row_id`.execute(db);
  return new Map(rows.map(({ id, labels, total }) => [id, { labels: new Set(labels), total }]));
}

/** Labels that are there, kept so until the transaction ends. */
export async function lockLabels(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from content_label where id = any(${ids}::bigint[]) and deleted_at is null order by id for share`.execute(
    db,
  );
  return rows;
}

export interface Link {
  memberId: string;
  labelId: string;
}

/** Puts labels on people; those that they carry stay as they are. */
export async function addLinks(db: Db, links: readonly Link[], by: string): Promise<void> {
  if (links.length === 0) return;
  await sql`
    insert into content_label_link (label_id, kind, row_id, org_code, added_by)
    select u.label_id, ${MEMBER_KIND}, m.id, m.org_code, ${by}
    from unnest(${links.map((l) => l.labelId)}::bigint[], ${links.map((l) => l.memberId)}::bigint[]) as u (label_id, member_id)
    join member m on m.id = u.member_id
    on conflict do nothing`.execute(db);
}

/** Takes labels from people. */
export async function dropLinks(db: Db, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  await sql`
    delete from content_label_link l
    using unnest(${links.map((l) => l.labelId)}::bigint[], ${links.map((l) => l.memberId)}::bigint[]) as u (label_id, member_id)
    where l.kind = ${MEMBER_KIND} and l.label_id = u.label_id and l.row_id = u.member_id`.execute(db);
}

/** People of a scope by id with their branches, as lists of labelled rows name them. */
export async function peopleWithBranches(db: Db, scope: Scope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; org_name: string }>`
    select m.id, m.name, o.name as org_name from member m join organisation o on o.id = m.org_id
    where m.id = any(${ids}::bigint[]) and m.deleted_at is null and ${peopleWithin(scope, 'm')}`.execute(db);
  return rows;
}
