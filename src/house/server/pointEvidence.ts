import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** One fact that may give points, as the module of the fact writes it. */
export interface Evidence {
  /** Of the sources that the module announces. */
  source: string;
  /** The fact, unique to its source: `meeting:17`. Written twice it stands once. */
  subject: string;
  /** Whose it is; null: the organisation's alone. */
  memberId: string | null;
  orgId: string;
  orgCode: string;
  /** `YYYY-MM-DD` on which it happened. */
  day: string;
  /** Times or hours in hundredths; by default one time. */
  quantity?: number;
  /** What it is, in words for the reader of the line. */
  title: string;
  /** Where it can be seen; empty: nowhere. */
  link?: string;
}

/**
 * Writes evidence in the caller's transaction. Evidence that exists already is updated; evidence that was taken back counts again.
 * The counting work reads it later.
 */
export async function recordEvidence(db: Db, rows: readonly Evidence[]): Promise<void> {
  if (rows.length === 0) return;
  const given = JSON.stringify(
    rows.map((row) => ({
      source: row.source,
      subject: row.subject,
      member_id: row.memberId,
      org_id: row.orgId,
      org_code: row.orgCode,
      day: row.day,
      quantity: row.quantity ?? 100,
      title: row.title,
      link: row.link ?? '',
    })),
  );
  await sql`
    insert into point_evidence (source, subject, member_id, org_id, org_code, day, quantity, title, link)
    select distinct on (source, subject, member_id) * from jsonb_to_recordset(${given}::jsonb)
      as r(source text, subject text, member_id bigint, org_id bigint, org_code text, day date, quantity int, title text, link text)
     order by source, subject, member_id
    on conflict (source, subject, member_id) do update set org_id = excluded.org_id, org_code = excluded.org_code,
           day = excluded.day, quantity = excluded.quantity, title = excluded.title, link = excluded.link, gone = false
     where (point_evidence.day, point_evidence.quantity, point_evidence.org_id, point_evidence.title, point_evidence.gone)
           is distinct from (excluded.day, excluded.quantity, excluded.org_id, excluded.title, false)`.execute(db);
}

/**
 * A statement that writes evidence of rows as a query finds them.
 * @param facts a query of `source, subject, member_id, org_id, org_code, day, quantity, title, link`, in this order
 * @param renewed what of evidence that stands already is brought up to date, and what was taken back stands again; empty: it stays as it is
 */
export function evidenceOf(
  facts: RawBuilder<unknown>,
  renewed: readonly ('day' | 'quantity' | 'title' | 'link')[],
): RawBuilder<unknown> {
  const of = (table: string) => sql.join(renewed.map((column) => sql.ref(`${table}.${column}`)));
  const set = sql.join(renewed.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
  return sql`
    insert into point_evidence (source, subject, member_id, org_id, org_code, day, quantity, title, link) ${facts}
    on conflict (source, subject, member_id) do ${
      renewed.length === 0
        ? sql`nothing`
        : sql`update set ${set}, gone = false
     where (${of('point_evidence')}, point_evidence.gone) is distinct from (${of('excluded')}, false)`
    }`;
}

/** Takes back the evidence of these subjects, of everybody, in the caller's transaction. It stays readable but no longer counts. */
export async function withdrawEvidence(db: Db, sources: readonly string[], subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await sql`
    update point_evidence set gone = true
     where source = any(${sources}::text[]) and subject = any(${subjects}::text[]) and not gone`.execute(db);
}
