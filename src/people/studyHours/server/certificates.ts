import type { CertificateFacts } from '#people/studyHours/rules.certificate.ts';
import { type Db, todayOf } from '#platform/server/database/db.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { settingOf } from './queries/certificate.ts';
import type { CertificateGrant, Issued, Learned } from './queries/issue.ts';
import * as queries from './queries/issue.ts';

export type { CertificateGrant, Issued, Learned } from './queries/issue.ts';

/** 提醒, dictionary 0178. */
const REMINDER = '6';
const OWN_PAGE = '“学习”的“学习证明”';

/** Tells people with an account. */
async function notify(
  db: Db,
  grant: Pick<CertificateGrant, 'orgId' | 'by'>,
  title: string,
  remark: string,
  people: readonly string[],
) {
  const accountIds = await queries.accountsOf(db, people);
  if (accountIds.length === 0) return;
  await sendNotice(db, { type: REMINDER, title, remark, orgId: grant.orgId, createdBy: grant.by, accountIds });
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
  const [setting, day] = await Promise.all([settingOf(db, grant.orgId), todayOf(db)]);
  const rows = await queries.insertCertificates(db, grant, learned, { ...setting, day });
  if (rows.length === 0) return [];
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

const same = (a: CertificateFacts, b: CertificateFacts) =>
  a.hours === b.hours && a.central === b.central && a.score === b.score && a.total === b.total;

/** Withdraws certificates of a learning in the caller's transaction; left out, `persons` are all of them. Answers how many. */
export async function withdrawCertificates(
  db: Db,
  grant: Pick<CertificateGrant, 'orgId' | 'source' | 'evidence' | 'by'>,
  why: string,
  persons?: readonly string[],
): Promise<number> {
  const rows = await queries.voidCertificatesOf(db, grant, why, persons);
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
  const rows = await queries.lockStanding(db, grant);
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
