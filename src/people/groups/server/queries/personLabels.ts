import { sql } from 'kysely';
import type { PersonLabels } from '#people/member/server/personLabels.ts';

/** A person's labels stand where those of every other row do, under this kind. */
const KIND = 'member';

export const labelsOfPeople: PersonLabels = {
  async of(db, memberId) {
    const { rows } = await sql<{ id: string; name: string; colour: string }>`
      select b.id, b.name, b.colour from content_label_link l
      join content_label b on b.id = l.label_id and b.deleted_at is null
      where l.kind = ${KIND} and l.row_id = ${memberId} order by b.name`.execute(db);
    return rows;
  },

  async named(db, ids) {
    if (ids.length === 0) return [];
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from content_label where id = any(${ids}::bigint[]) and deleted_at is null order by name`.execute(
      db,
    );
    return rows;
  },

  async carriedBy(db, memberIds, labelIds) {
    const { rows } = await sql<{ id: string; labels: string[]; total: number }>`
      select row_id as id, count(*)::int as total,
        coalesce(array_agg(label_id::text) filter (where label_id = any(${labelIds}::bigint[])), '{}') as labels
      from content_label_link where kind = ${KIND} and row_id = any(${memberIds}::bigint[])
      group by row_id`.execute(db);
    return new Map(rows.map(({ id, labels, total }) => [id, { labels: new Set(labels), total }]));
  },

  async lock(db, ids) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from content_label where id = any(${ids}::bigint[]) and deleted_at is null order by id for share`.execute(
      db,
    );
    return rows;
  },

  async add(db, links, by) {
    if (links.length === 0) return;
    await sql`
      insert into content_label_link (label_id, kind, row_id, org_code, added_by)
      select u.label_id, ${KIND}, m.id, m.org_code, ${by}
      from unnest(${links.map((l) => l.labelId)}::bigint[], ${links.map((l) => l.memberId)}::bigint[]) as u (label_id, member_id)
      join member m on m.id = u.member_id
      on conflict do nothing`.execute(db);
  },

  async drop(db, links) {
    if (links.length === 0) return;
    await sql`
      delete from content_label_link l
      using unnest(${links.map((l) => l.labelId)}::bigint[], ${links.map((l) => l.memberId)}::bigint[]) as u (label_id, member_id)
      where l.kind = ${KIND} and l.label_id = u.label_id and l.row_id = u.member_id`.execute(db);
  },

  carries: (ids) => sql<boolean>`member.id in (
    select l.row_id from content_label_link l join content_label b on b.id = l.label_id and b.deleted_at is null
    where l.kind = ${sql.lit(KIND)} and l.label_id = any(${ids}::bigint[]))`,
};
