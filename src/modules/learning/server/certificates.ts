import { sql } from 'kysely';
import type { CertificateFacts, CertificateSource } from '#modules/learning/rules.certificate.ts';
import { insertNotice } from '#modules/message/server/index.ts';
import type { Db } from '#platform/server/db.ts';
import * as queries from './queries/certificate.ts';
import { today } from './queries/hours.ts';

/** 提醒, dictionary 0178. */
const REMINDER = '6';
const OWN_PAGE = '“学习”的“学习证明”';

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

/** Tells people with an account. */
async function notify(
  db: Db,
  grant: Pick<CertificateGrant, 'orgId' | 'by'>,
  title: string,
  remark: string,
  people: readonly string[],
) {
  const { rows } = await sql<{ id: string }>`
    select id from account where member_id = any(${people}::bigint[]) and enabled order by id`.execute(db);
  if (rows.length === 0) return;
  const accountIds = rows.map(({ id }) => id);
  await insertNotice(db, { type: REMINDER, title, remark, orgId: grant.orgId, createdBy: grant.by, accountIds });
}

/**
 * Issues certificates in the caller's transaction. Whoever has one of this learning that stands gets no second one. Their numbers follow
 * one another: the row of the organisation's year is locked until the transaction ends, and taken back with it.
 */
export async function issueCertificates(
  db: Db,
  grant: CertificateGrant,
  learned: readonly Learned[],
): Promise<Issued[]> {
  if (learned.length === 0) return [];
  const [setting, day] = await Promise.all([queries.settingOf(db, grant.orgId), today(db)]);
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
    select o.id, o.code, ${setting.issuer}, ${setting.prefix}, ${setting.wording}, ${year},
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
  const title = learned[0]?.title ?? '';
  await notify(
    db,
    grant,
    `您取得了学习证明：${title}`,
    `${setting.issuer}已出具，可在${OWN_PAGE}中查看和打印。`,
    rows.map(({ personId }) => personId),
  );
  return rows.sort((a, b) => a.serial - b.serial);
}

interface Standing extends CertificateFacts {
  id: string;
  personId: string;
}

const same = (a: CertificateFacts, b: CertificateFacts) =>
  a.hours === b.hours && a.central === b.central && a.score === b.score && a.total === b.total;

/** Withdraws certificates of a learning in the caller's transaction; left out, `persons` are all of them. Answers how many. */
export async function withdrawCertificates(
  db: Db,
  grant: Pick<CertificateGrant, 'orgId' | 'source' | 'evidence' | 'by'>,
  why: string,
  persons?: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ personId: string; title: string }>`
    update learning_certificate set voided_at = now(), voided_by = ${grant.by}, void_reason = ${why}
     where source = ${grant.source} and evidence = ${grant.evidence} and voided_at is null
       ${persons ? sql`and member_id = any(${persons}::bigint[])` : sql``}
    returning member_id as "personId", title`.execute(db);
  const people = rows.map(({ personId }) => personId);
  await notify(db, grant, `学习证明已作废：${rows[0]?.title ?? ''}`, `${why}。原来打印的不再有效。`, people);
  return rows.length;
}

/**
 * Lets the certificates of a learning follow who has passed it now: who does not any more, or with other figures, loses the paper
 * with the reason; who has none gets one. Run again it changes nothing.
 */
export async function followCertificates(
  db: Db,
  grant: CertificateGrant,
  passed: readonly Learned[],
  why: string,
): Promise<{ issued: number; withdrawn: number }> {
  const { rows } = await sql<Standing>`
    select id, member_id as "personId", title, starts_on as "startsOn", ends_on as "endsOn", hours, central, score, total
      from learning_certificate where source = ${grant.source} and evidence = ${grant.evidence} and voided_at is null for update`.execute(
    db,
  );
  const now = new Map(passed.map((one) => [one.personId, one]));
  const gone = rows.filter((one) => {
    const next = now.get(one.personId);
    return !next || !same(one, next);
  });
  const withdrawn =
    gone.length === 0
      ? 0
      : await withdrawCertificates(
          db,
          grant,
          why,
          gone.map(({ personId }) => personId),
        );
  const issued = await issueCertificates(db, grant, passed);
  return { issued: issued.length, withdrawn };
}
