import { sql } from 'kysely';
import type { CertificateFacts, CertificateSource } from '#people/studyHours/rules.certificate.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { SettingRecord } from './certificate.ts';

/** Who issues what for. */
export interface CertificateGrant {
  orgId: string;
  source: CertificateSource;
  /** The learning, unique to its source: `course:17`. A person has one certificate of it that stands. */
  evidence: string;
  /** Where the learning can be seen by whoever may; empty: nowhere. */
  link: string;
  /** Whose name stands as who issued. */
  by: string;
}

/** A person with what stands on the certificate. */
export interface Learned extends CertificateFacts {
  personId: string;
}

export interface Issued {
  id: string;
  personId: string;
  name: string;
  serial: number;
}

/** Accounts of people by which they can be told. */
export async function accountsOf(db: Db, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where member_id = any(${memberIds}::bigint[]) and enabled order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Writes certificates of a day with the next numbers of the organisation's year, whose row is locked until the transaction
 * ends; whoever has one of this learning that stands gets none.
 */
export async function insertCertificates(
  db: Db,
  grant: CertificateGrant,
  learned: readonly Learned[],
  { issuer, prefix, wording, day }: Pick<SettingRecord, 'issuer' | 'prefix' | 'wording'> & { day: string },
): Promise<Issued[]> {
  const year = Number(day.slice(0, 4));
  const { rows: held } = await sql<{ last: number }>`
    insert into learning_certificate_serial (org_id, year, last) values (${grant.orgId}, ${year}, 0)
    on conflict (org_id, year) do update set last = learning_certificate_serial.last returning last`.execute(db);
  const given = JSON.stringify(
    learned.map((one) => ({
      member_id: one.personId,
      title: one.title,
      starts_on: one.startsOn,
      ends_on: one.endsOn,
      hours: one.hours,
      central: one.central,
      score: one.score,
      total: one.total,
    })),
  );
  const { rows } = await sql<Issued>`
    insert into learning_certificate (org_id, org_code, issuer, prefix, wording, year, serial, member_id, person_name, title,
      starts_on, ends_on, hours, central, score, total, source, evidence, link, issued_on, issued_by)
    select o.id, o.code, ${issuer}, ${prefix}, ${wording}, ${year},
           ${held[0]?.last ?? 0}::int + row_number() over (order by m.org_code, m.sort, m.id), m.id, m.name, r.title,
           r.starts_on, r.ends_on, r.hours, r.central, r.score, r.total, ${grant.source}, ${grant.evidence}, ${grant.link}, ${day}, ${grant.by}
      from (select distinct on (member_id) * from jsonb_to_recordset(${given}::jsonb)
              as g(member_id bigint, title text, starts_on date, ends_on date, hours int, central int, score int, total int)
             order by member_id) as r
      join member m on m.id = r.member_id and m.deleted_at is null join organisation o on o.id = ${grant.orgId}
     where not exists (select from learning_certificate c where c.source = ${grant.source} and c.evidence = ${grant.evidence}
                          and c.member_id = r.member_id and c.voided_at is null)
    returning id, member_id as "personId", person_name as name, serial`.execute(db);
  if (rows.length === 0) return [];
  await sql`update learning_certificate_serial set last = last + ${rows.length} where org_id = ${grant.orgId} and year = ${year}`.execute(
    db,
  );
  return rows;
}

/** A learning of which certificates stand. */
type Learning = Pick<CertificateGrant, 'source' | 'evidence'>;

/** Withdraws what stands of a learning, of all or of some people; answers whose it was. */
export async function voidCertificatesOf(
  db: Db,
  grant: Learning & Pick<CertificateGrant, 'by'>,
  why: string,
  persons?: readonly string[],
): Promise<{ personId: string; title: string }[]> {
  const { rows } = await sql<{ personId: string; title: string }>`
    update learning_certificate set voided_at = now(), voided_by = ${grant.by}, void_reason = ${why}
     where source = ${grant.source} and evidence = ${grant.evidence} and voided_at is null
       ${persons ? sql`and member_id = any(${persons}::bigint[])` : sql``}
    returning member_id as "personId", title`.execute(db);
  return rows;
}

/** A certificate that stands. */
export interface Standing extends CertificateFacts {
  id: string;
  personId: string;
}

/** What stands of a learning, kept for this transaction. */
export async function lockStanding(db: Db, grant: Learning): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, member_id as "personId", title, starts_on as "startsOn", ends_on as "endsOn", hours, central, score, total
      from learning_certificate where source = ${grant.source} and evidence = ${grant.evidence} and voided_at is null for update`.execute(
    db,
  );
  return rows;
}
