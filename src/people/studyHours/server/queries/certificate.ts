import { type RawBuilder, sql } from 'kysely';
import { type CertificateSource, issuerOf, WORDING } from '#people/studyHours/rules.certificate.ts';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface SettingRecord {
  prefix: string;
  issuer: string;
  wording: string;
  version: number;
}

/** How an organisation issues; what it has not set follows from its name. `given`: as it was set. */
export async function settingOf(
  db: Db,
  orgId: string,
): Promise<SettingRecord & { given: SettingRecord; last: number }> {
  const { rows } = await sql<SettingRecord & { name: string; short: string; last: number }>`
    select o.name, left(replace(coalesce(nullif(o.short_name, ''), o.name), '中共', ''), 8) as short, coalesce(s.prefix, '') as prefix,
           coalesce(s.issuer, '') as issuer, coalesce(s.wording, '') as wording, coalesce(s.version, 0) as version,
           coalesce((select last from learning_certificate_serial n where n.org_id = o.id
              and n.year = extract(year from (now() at time zone 'Asia/Shanghai'))), 0) as last
      from organisation o left join learning_certificate_setting s on s.org_id = o.id where o.id = ${orgId}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('no such organisation');
  const { prefix, issuer, wording, version, name, short, last } = row;
  return {
    prefix: prefix || `${short}学证`,
    issuer: issuer || issuerOf(name),
    wording: wording || WORDING,
    version,
    given: { prefix, issuer, wording, version },
    last,
  };
}

/** Saves a setting at the version that was read; undefined: somebody saved meanwhile. */
export async function saveSetting(db: Db, orgId: string, one: SettingRecord, by: string): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    insert into learning_certificate_setting (org_id, prefix, issuer, wording, updated_by)
    select ${orgId}, ${one.prefix}, ${one.issuer}, ${one.wording}, ${by} where ${one.version}::int = 0
        or exists (select from learning_certificate_setting where org_id = ${orgId})
    on conflict (org_id) do update set prefix = excluded.prefix, issuer = excluded.issuer, wording = excluded.wording,
      version = learning_certificate_setting.version + 1, updated_at = now(), updated_by = excluded.updated_by
     where learning_certificate_setting.version = ${one.version}
    returning version`.execute(db);
  return rows[0]?.version;
}

export interface CertificateRecord {
  id: string;
  orgId: string;
  orgCode: string;
  issuer: string;
  prefix: string;
  wording: string;
  year: number;
  serial: number;
  memberId: string;
  name: string;
  branch: string;
  title: string;
  startsOn: string;
  endsOn: string;
  hours: number;
  central: number;
  score: number | null;
  total: number | null;
  source: CertificateSource;
  evidence: string;
  link: string;
  issuedOn: string;
  issuedBy: string;
  voidedAt: Date | null;
  voidedBy: string;
  voidReason: string;
  printed: number;
  printedBy: string;
  printedAt: Date | null;
}

const COLUMNS = sql`c.id, c.org_id as "orgId", c.org_code as "orgCode", c.issuer, c.prefix, c.wording, c.year::int as year, c.serial,
  c.member_id as "memberId", c.person_name as name, o.name as branch, c.title, c.starts_on as "startsOn", c.ends_on as "endsOn",
  c.hours, c.central, c.score, c.total, c.source, c.evidence, c.link, c.issued_on as "issuedOn", c.issued_by as "issuedBy",
  c.voided_at as "voidedAt", c.voided_by as "voidedBy", c.void_reason as "voidReason", c.printed, c.printed_by as "printedBy",
  c.printed_at as "printedAt"`;
const FROM = sql`learning_certificate c join member m on m.id = c.member_id join organisation o on o.id = m.org_id`;
/** What organisations of the scope have issued. */
const issued = (scope: Scope) =>
  sql`(${within(scope, 'c.org_code')} and exists (select from organisation i where i.id = c.org_id and i.deleted_at is null))`;
/** What a worker sees: what an organisation of the scope has issued, and what its people have of others. */
const seen = (scope: Scope) => sql`(${issued(scope)} or m.deleted_at is null and ${peopleWithin(scope, 'm')})`;

export interface CertificateFilter {
  year: number | null;
  state: 'valid' | 'void' | null;
  source: CertificateSource | null;
  words: string | null;
  evidence: string | null;
}

function condition(scope: Scope, of: CertificateFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [seen(scope)];
  if (of.year) parts.push(sql`c.year = ${of.year}`);
  if (of.state) parts.push(of.state === 'void' ? sql`c.voided_at is not null` : sql`c.voided_at is null`);
  if (of.source) parts.push(sql`c.source = ${of.source}`);
  if (of.evidence) parts.push(sql`c.evidence = ${of.evidence}`);
  if (of.words)
    parts.push(sql`(${textHolds(sql`c.person_name`, of.words)} or ${textHolds(sql`c.title`, of.words)}
      or ${textHolds(sql`c.prefix || '〔' || c.year || '〕第' || lpad(c.serial::text, greatest(4, length(c.serial::text)), '0') || '号'`, of.words)})`);
  return sql.join(parts, sql` and `);
}

export async function pageOfCertificates(
  db: Db,
  scope: Scope,
  filter: CertificateFilter,
  limit: number,
  offset: number,
): Promise<{ rows: CertificateRecord[]; total: number }> {
  const where = condition(scope, filter);
  const [page, total] = await Promise.all([
    sql<CertificateRecord>`select ${COLUMNS} from ${FROM} where ${where}
      order by c.issued_on desc, c.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** Those after one, in the order in which they were issued, for a file. */
export async function certificatesAfter(
  db: Db,
  scope: Scope,
  filter: CertificateFilter,
  after: string,
  limit: number,
): Promise<CertificateRecord[]> {
  const { rows } = await sql<CertificateRecord>`
    select ${COLUMNS} from ${FROM} where ${condition(scope, filter)} and c.id > ${after} order by c.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Of these ids what a worker of the scope sees, in the order of their numbers. */
export async function certificatesAmong(db: Db, scope: Scope, ids: readonly string[]): Promise<CertificateRecord[]> {
  const { rows } = await sql<CertificateRecord>`
    select ${COLUMNS} from ${FROM} where c.id = any(${ids}::bigint[]) and ${seen(scope)} order by c.id`.execute(db);
  return rows;
}

/** Of these ids what was issued within the scope, locked. */
export async function lockIssued(db: Db, scope: Scope, ids: readonly string[]): Promise<CertificateRecord[]> {
  const { rows } = await sql<CertificateRecord>`
    select ${COLUMNS} from ${FROM} where c.id = any(${ids}::bigint[]) and ${issued(scope)}
     order by c.id for update of c`.execute(db);
  return rows;
}

/** The certificates of one person, the newest first. */
export async function certificatesOf(db: Db, memberId: string): Promise<CertificateRecord[]> {
  const { rows } = await sql<CertificateRecord>`
    select ${COLUMNS} from ${FROM} where c.member_id = ${memberId} order by c.issued_on desc, c.id desc limit 200`.execute(
    db,
  );
  return rows;
}

/** A certificate by its id, whoever's it is: for whoever holds the paper or is its person. */
export async function certificateById(db: Db, id: string): Promise<CertificateRecord | undefined> {
  const { rows } = await sql<CertificateRecord>`select ${COLUMNS} from ${FROM} where c.id = ${id}`.execute(db);
  return rows[0];
}

export const voidAll = (db: Db, ids: readonly string[], reason: string, by: string) =>
  sql`update learning_certificate set voided_at = now(), voided_by = ${by}, void_reason = ${reason}
       where id = any(${ids}::bigint[]) and voided_at is null`.execute(db);

export const countPrinting = (db: Db, ids: readonly string[], by: string) =>
  sql`update learning_certificate set printed = printed + 1, printed_by = ${by}, printed_at = now()
       where id = any(${ids}::bigint[])`.execute(db);

export interface Earned {
  id: string;
  name: string;
  orgName: string;
  minutes: number;
  central: number;
}

/** Of living people of the scope what the ledger holds between two days, in minutes. */
export async function earnedBetween(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  startsOn: string,
  endsOn: string,
): Promise<Earned[]> {
  const { rows } = await sql<Earned>`
    select m.id, m.name, o.name as "orgName", coalesce(sum(h.minutes), 0)::int as minutes,
           coalesce(sum(h.minutes) filter (where h.central), 0)::int as central
      from member m join organisation o on o.id = m.org_id
      left join learning_hour h on h.member_id = m.id and not h.gone and h.day between ${startsOn} and ${endsOn}
     where m.id = any(${ids}::bigint[]) and m.deleted_at is null and ${peopleWithin(scope, 'm')}
     group by m.id, m.name, o.name, m.org_code, m.sort order by m.org_code, m.sort, m.id`.execute(db);
  return rows;
}

/** The next number of what is issued by hand at once. */
export async function nextBatch(db: Db): Promise<string> {
  const { rows } = await sql<{ n: string }>`select nextval('learning_certificate_batch') as n`.execute(db);
  return rows[0]?.n ?? '';
}
