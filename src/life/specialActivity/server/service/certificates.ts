import { tellWorkers } from '#kernel/permission/server/tell.ts';
import type { CertificateRow, listCertificates } from '#life/specialActivity/contract.read.ts';
import type * as contract from '#life/specialActivity/contract.ts';
import { certificateNumber, certificateText } from '#life/specialActivity/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import type { Verified } from '#platform/server/module.ts';
import { answerPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import { verifyCode } from '#platform/server/papers/verify.ts';
import { numeralDay } from '#platform/text/numerals.ts';
import { shownVerifyCode, verifyPath } from '#platform/text/verifyCode.ts';
import { redactedName } from '#procedures/transfer/rules/letter.ts';
import { stepActivity } from '../queries/activities.ts';
import * as queries from '../queries/certificates.ts';
import { CERTIFICATES } from '../todos.ts';
import { lockOwn, logActivity } from './common.ts';

/** Certificates of this kind are looked up by strangers. */
export const CERTIFICATE = 'special.certificate';
const NO_CERTIFICATE = '证书不存在，或不在管理范围内';
/** 系统, dictionary 0178. */
const NOTICE_TYPE = '5';

type Certificate = queries.CertificateRecord;

const readerOf = (ctx: Ctx): queries.Reader => ({
  scope: ctx.scope,
  orgId: ctx.session.orgId,
  memberId: ctx.session.memberId,
});
const mayRevoke = (ctx: Ctx, one: Certificate) =>
  ctx.scope.memberId === null && one.setterId === ctx.session.orgId && ctx.may('special:set');

const rowOf = (ctx: Ctx, one: Certificate): CertificateRow => ({
  id: one.id,
  number: one.number,
  title: one.title,
  name: one.name,
  isPerson: one.memberId !== null,
  orgName: one.orgName,
  issuer: one.issuer,
  issuedOn: one.issuedOn,
  isRevoked: one.revokedOn !== null,
  reason: one.reason,
  can: { revoke: one.revokedOn === null && mayRevoke(ctx, one) },
});

/** A page of certificates. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof listCertificates>,
): Promise<ReplyOf<typeof listCertificates>> {
  const { view, title = '' } = input;
  const offset = (input.pageNum - 1) * input.pageSize;
  const filter = { view, title: title || null };
  const found = await queries.pageOfCertificates(ctx.db, readerOf(ctx), filter, input.pageSize, offset);
  return { rows: found.rows.map((one) => rowOf(ctx, one)), total: found.total };
}

/** Gives certificates to the organisations that have handed everything in and to who took part of them; who has one gets no other. */
export async function issue(
  ctx: Ctx,
  input: ParsedOf<typeof contract.issueCertificates>,
): Promise<ReplyOf<typeof contract.issueCertificates>> {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state !== 'published' && row.state !== 'ended') throw refuse('发布后的专项活动才能颁发证书');
  const found = await queries.deserving(ctx.db, row.id);
  if (found.length === 0) throw refuse('没有可以颁发的：附件资料交齐的组织和它们登记的党员都已有证书');
  const year = row.today.slice(0, 4);
  const given = found.map((one, at) => ({ ...one, number: certificateNumber(year, row.id, row.serial + at + 1) }));
  const by = ctx.session.accountName;
  await queries.insertCertificates(ctx.db, { activityId: row.id, title: row.title, issuer: row.orgName, by }, given);
  const version = await stepActivity(ctx.db, row.id, { serial: row.serial + given.length }, by);
  const orgIds = given.filter(({ memberId }) => memberId === null).map(({ orgId }) => orgId);
  const memberIds = given.flatMap(({ memberId }) => (memberId === null ? [] : [memberId]));
  const words = { title: `获得证书：${row.title}`, remark: `${row.orgName}颁发，可以查看和打印。` };
  await tellWorkers(ctx, orgIds, words, () => `${CERTIFICATES}?view=org`);
  const accountIds = await queries.accountsOf(ctx.db, memberIds);
  if (accountIds.length > 0)
    await sendNotice(ctx.db, {
      ...words,
      type: NOTICE_TYPE,
      orgId: row.orgId,
      createdBy: by,
      accountIds,
      jumpUrl: CERTIFICATES,
    });
  logActivity(ctx, row, { certificates: [row.serial, row.serial + given.length] });
  return { version, orgs: orgIds.length, people: memberIds.length };
}

async function find(ctx: Ctx, id: string): Promise<Certificate> {
  const one = await queries.findCertificate(ctx.db, readerOf(ctx), id);
  if (!one) throw notFound(NO_CERTIFICATE);
  return one;
}

const log = (ctx: Ctx, one: Certificate, reason?: string) =>
  ctx.audit({
    type: 'specialCertificate',
    id: one.id,
    name: `${one.number} ${one.name}`,
    orgCode: one.orgCode,
    ...(reason ? { reason } : {}),
  });

/** Revokes a certificate, by whoever gave it; who deserves one may be given another. */
export async function revoke(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.revokeCertificate>): Promise<null> {
  const one = await find(ctx, id);
  if (!mayRevoke(ctx, one)) throw refuse(`由${one.issuer}撤销`);
  if (one.revokedOn !== null) throw refuse('已经撤销');
  await queries.revoke(ctx.db, id, ctx.session.accountName, reason);
  const words = { title: `证书已撤销：${one.title}`, remark: `${one.number}，${reason}` };
  if (one.memberId === null) await tellWorkers(ctx, [one.orgId], words, () => `${CERTIFICATES}?view=org`);
  else {
    const accountIds = await queries.accountsOf(ctx.db, [one.memberId]);
    const { orgId, accountName: createdBy } = ctx.session;
    if (accountIds.length > 0)
      await sendNotice(ctx.db, { ...words, type: NOTICE_TYPE, orgId, createdBy, accountIds, jumpUrl: CERTIFICATES });
  }
  log(ctx, one, reason);
  return null;
}

/** A certificate on paper, with the code by which a stranger looks it up. */
export async function print(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.printCertificate>,
): Promise<ReplyOf<typeof contract.printCertificate>> {
  const one = await find(ctx, id);
  if (one.revokedOn !== null) throw refuse('已撤销的证书不能打印');
  const code = await verifyCode(ctx, CERTIFICATE, id);
  const title = `证书 ${one.name}`;
  const { line } = await markOfDownload(ctx, `打印${title}`);
  log(ctx, one);
  const isPerson = one.memberId !== null;
  return answerPaper(ctx, {
    name: title,
    template: new URL('../../papers/certificate.typ', import.meta.url),
    data: {
      mark: line,
      number: one.number,
      name: isPerson ? `${one.name}同志` : one.name,
      text: certificateText({ isPerson, title: one.title, startsOn: one.startsOn, endsOn: one.endsOn }),
      issuer: one.issuer,
      day: numeralDay(one.issuedOn),
      code: shownVerifyCode(code),
      qr: await qrSvg(pageAddress(ctx, verifyPath(code))),
    },
  });
}

/** What a stranger reads of a certificate: whom it names, a person by the surname alone, and whether it holds. */
export async function verifyCertificate(ctx: Ctx, id: string): Promise<Verified | null> {
  const one = await queries.certificateById(ctx.db, id);
  if (!one) return null;
  return {
    title: '专项活动证书',
    state: one.revokedOn === null ? '有效' : '已撤销',
    tone: one.revokedOn === null ? 'good' : 'warn',
    orgName: one.issuer,
    name: one.memberId === null ? one.name : redactedName(one.name),
    number: one.number,
    issuedOn: one.issuedOn,
    facts: [['专项活动', one.title], ...(one.revokedOn === null ? [] : [['撤销日期', one.revokedOn] as const])],
  };
}
