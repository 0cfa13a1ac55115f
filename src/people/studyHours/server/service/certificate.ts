import { writeExport } from '#kernel/job/server/exportFile.ts';
import type * as contract from '#people/studyHours/contract.certificate.ts';
import { CERTIFICATE_SOURCES, certificateNumber, tenthsText } from '#people/studyHours/rules.certificate.ts';
import { hoursOf } from '#people/studyHours/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope, workerScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { diff } from '#platform/server/log/audit.ts';
import type { JobResult, RunningJob, Verified } from '#platform/server/module.ts';
import { issueCertificates, withdrawCertificates } from '../certificates.ts';
import * as queries from '../queries/certificate.ts';
import { dutyOf } from '../queries/hours.ts';
import { ownMemberId } from './hours.ts';

export const CERTIFICATES_EXPORT = 'learning.certificatesExport';
export const NO_CERTIFICATE = '学习证明不存在，或不在管理范围内';
const NO_PERSON = '人员不存在，或不在管理范围内';
const CHUNK = 1000;

export const filterOf = (
  input: Pick<ParsedOf<typeof contract.listCertificates>, 'year' | 'state' | 'source' | 'evidence' | 'keyWords'>,
): queries.CertificateFilter => ({
  year: input.year ?? null,
  state: input.state ?? null,
  source: input.source ?? null,
  evidence: input.evidence || null,
  words: input.keyWords || null,
});

function rowOf(ctx: Ctx, one: queries.CertificateRecord, isOwn: boolean): contract.CertificateRow {
  const isVoid = one.voidedAt !== null;
  const issuedHere = !isOwn && ctx.scope.memberId === null && inScope(ctx.scope, one.orgCode);
  return {
    id: one.id,
    number: certificateNumber(one),
    name: one.name,
    branch: one.branch,
    title: one.title,
    startsOn: one.startsOn,
    endsOn: one.endsOn,
    hours: one.hours === 0 ? null : one.hours / 10,
    central: one.central / 10,
    score: one.score === null ? null : one.score / 10,
    source: one.source,
    sourceName: CERTIFICATE_SOURCES[one.source],
    evidence: one.evidence,
    link: issuedHere ? one.link : '',
    issuer: one.issuer,
    issuedOn: one.issuedOn,
    issuedBy: one.issuedBy,
    isVoid,
    voidReason: one.voidReason,
    voidedBy: one.voidedBy,
    printed: one.printed,
    printedBy: one.printedBy,
    printedAt: one.printedAt?.toISOString() ?? null,
    can: { void: issuedHere && !isVoid && ctx.may('certificate:write') },
  };
}

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listCertificates>,
): Promise<ReplyOf<typeof contract.listCertificates>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfCertificates(ctx.db, ctx.scope, filterOf(input), input.pageSize, offset);
  return { rows: found.rows.map((one) => rowOf(ctx, one, false)), total: found.total };
}

/** The certificates of the session's person; an account without one has none. */
export async function own(ctx: Ctx): Promise<ReplyOf<typeof contract.ownCertificates>> {
  if (ctx.session.memberId === null) return { rows: [], total: 0 };
  const found = await queries.certificatesOf(ctx.db, ownMemberId(ctx));
  return { rows: found.map((one) => rowOf(ctx, one, true)), total: found.length };
}

export async function setting(ctx: Ctx): Promise<ReplyOf<typeof contract.getCertificateSetting>> {
  const { given, prefix, issuer, wording, last } = await queries.settingOf(ctx.db, ctx.session.orgId);
  const year = Number((await todayOf(ctx.db)).slice(0, 4));
  return {
    ...given,
    shown: { prefix, issuer, wording },
    nextNumber: certificateNumber({ prefix, year, serial: last + 1 }),
  };
}

export async function saveSetting(
  ctx: Ctx,
  input: ParsedOf<typeof contract.saveCertificateSetting>,
): Promise<ReplyOf<typeof contract.saveCertificateSetting>> {
  const { orgId, orgName, orgCode, accountName } = ctx.session;
  const { given } = await queries.settingOf(ctx.db, orgId);
  const version = await queries.saveSetting(ctx.db, orgId, input, accountName);
  if (version === undefined) throw conflict('学习证明的设置已被他人修改，请核对后再保存');
  const { version: _was, ...before } = given;
  const { version: _read, ...after } = input;
  const changes = diff<Record<string, unknown>>(before, after);
  ctx.audit({ type: 'certificateSetting', id: orgId, name: orgName, orgCode, changes });
  return { version };
}

/** Minutes of the ledger as tenths of a class hour. */
const tenthsOf = (minutes: number, classMinutes: number) => Math.round(hoursOf(minutes, classMinutes) * 10);

/** What the ledger holds of people of the scope between two days; a foreign one reads as not there. */
async function earnedBy(ctx: Ctx, memberIds: readonly string[], startsOn: string, endsOn: string) {
  const uniqueIds = [...new Set(memberIds)];
  const found = await queries.earnedBetween(ctx.db, ctx.scope, uniqueIds, startsOn, endsOn);
  if (found.length < uniqueIds.length) throw notFound(NO_PERSON);
  const { classMinutes } = await dutyOf(ctx.db, Number(endsOn.slice(0, 4)));
  return found.map(({ minutes, central, ...one }) => ({
    ...one,
    hours: tenthsOf(minutes, classMinutes),
    central: tenthsOf(central, classMinutes),
  }));
}

export async function earned(
  ctx: Ctx,
  input: ParsedOf<typeof contract.earnedHours>,
): Promise<ReplyOf<typeof contract.earnedHours>> {
  if (input.endsOn < input.startsOn) throw badInput({ endsOn: '结束日期不能早于开始日期' });
  const found = await earnedBy(ctx, input.memberIds, input.startsOn, input.endsOn);
  const rows = found.map((one) => ({ ...one, hours: one.hours / 10, central: one.central / 10 }));
  return { rows, total: rows.length };
}

/** Names of a few people, and how many more there are. */
const few = (names: readonly string[]) =>
  `${names.slice(0, 5).join('、')}${names.length > 5 ? `等${names.length}人` : ''}`;

/** Issues to one person or many, in the name of the session's organisation. */
export async function issue(
  ctx: Ctx,
  input: ParsedOf<typeof contract.issueCertificate>,
): Promise<ReplyOf<typeof contract.issueCertificate>> {
  const { title, startsOn, endsOn, basis } = input;
  if (endsOn < startsOn) throw badInput({ endsOn: '结束日期不能早于开始日期' });
  if (startsOn > (await todayOf(ctx.db))) throw badInput({ startsOn: '培训开始后再出具' });
  if (basis === 'same' && input.hours === 0 && input.score === undefined)
    throw badInput({ hours: '请填写学时，或填写测试成绩' });
  if (input.central > input.hours && basis === 'same') throw badInput({ central: '集中培训学时不能多于总学时' });
  const people = await earnedBy(ctx, input.memberIds, startsOn, endsOn);
  if (basis === 'ledger') {
    const none = people.filter(({ hours }) => hours === 0);
    if (none.length > 0)
      throw badInput({ memberIds: `${few(none.map(({ name }) => name))}在这段时间没有学时，请移出或改为统一填写` });
  }
  const score = input.score === undefined ? null : Math.round(input.score * 10);
  const { orgId, orgName, orgCode, accountName: by } = ctx.session;
  const evidence = `hand:${await queries.nextBatch(ctx.db)}`;
  const issued = await issueCertificates(
    ctx.db,
    { orgId, source: 'hand', evidence, link: '', by },
    people.map((one) => ({
      personId: one.id,
      title,
      startsOn,
      endsOn,
      hours: basis === 'ledger' ? one.hours : Math.round(input.hours * 10),
      central: basis === 'ledger' ? one.central : Math.round(input.central * 10),
      score,
      total: score === null ? null : 1000,
    })),
  );
  const { prefix } = await queries.settingOf(ctx.db, orgId);
  const year = Number((await todayOf(ctx.db)).slice(0, 4));
  const numberOf = (serial: number | undefined) => certificateNumber({ prefix, year, serial: serial ?? 0 });
  ctx.audit({
    type: 'certificate',
    id: issued[0]?.id ?? '0',
    name: title,
    orgCode,
    reason: `${orgName}出具${issued.length}份：${few(issued.map(({ name }) => name))}`,
  });
  return {
    evidence,
    issued: issued.length,
    first: numberOf(issued[0]?.serial),
    last: numberOf(issued.at(-1)?.serial),
  };
}

export async function voidThem(
  ctx: Ctx,
  { ids, reason }: ParsedOf<typeof contract.voidCertificates>,
): Promise<ReplyOf<typeof contract.voidCertificates>> {
  const uniqueIds = [...new Set(ids)];
  const found = ctx.scope.memberId === null ? await queries.lockIssued(ctx.db, ctx.scope, uniqueIds) : [];
  if (found.length < uniqueIds.length) throw notFound(NO_CERTIFICATE);
  const standing = found.filter(({ voidedAt }) => voidedAt === null);
  if (standing.length === 0) throw refuse('已经作废');
  for (const [evidence, some] of Map.groupBy(standing, (one) => `${one.source} ${one.evidence} ${one.orgId}`)) {
    const [first] = some;
    if (!first || evidence === '') continue;
    const { orgId, source } = first;
    const grant = { orgId, source, evidence: first.evidence, by: ctx.session.accountName };
    await withdrawCertificates(
      ctx.db,
      grant,
      reason,
      some.map(({ memberId }) => memberId),
    );
  }
  for (const one of standing)
    ctx.audit({
      type: 'certificate',
      id: one.id,
      name: `${certificateNumber(one)} ${one.name}`,
      orgCode: one.orgCode,
      reason,
    });
  return { voided: standing.length };
}

/** What a stranger reads of a certificate: whether it holds, a surname, number and day, what was learnt and the hours. */
export async function verifyCertificate(ctx: Ctx, id: string): Promise<Verified | null> {
  const one = await queries.certificateById(ctx.db, id);
  if (!one) return null;
  const isVoid = one.voidedAt !== null;
  return {
    title: '学习证明',
    state: isVoid ? '已作废' : '有效',
    tone: isVoid ? 'warn' : 'good',
    orgName: one.issuer,
    name: `${[...one.name][0] ?? ''}**`,
    number: certificateNumber(one),
    issuedOn: one.issuedOn,
    facts: [
      ['学习内容', one.title],
      ['学时', one.hours === 0 ? '未记学时' : `${tenthsText(one.hours)}学时`],
    ],
  };
}

interface Asked {
  by: { name: string; org: string };
}

/** Queues the list as it is filtered; answers the job's id. */
export async function startExport(
  ctx: Ctx,
  input: ParsedOf<typeof contract.exportCertificates>,
): Promise<ReplyOf<typeof contract.exportCertificates>> {
  const title = '导出学习证明';
  const { accountName, orgName, orgCode } = ctx.session;
  const by = { name: accountName, org: orgName };
  const jobId = await enqueue(ctx, { kind: CERTIFICATES_EXPORT, title, right: 'hours:read', input: { ...input, by } });
  ctx.audit({ type: 'job', id: jobId, name: title, orgCode, reason: input.purpose });
  return { jobId };
}

const COLUMNS = [
  { head: '编号', width: 26 },
  { head: '姓名', width: 12 },
  { head: '党支部', width: 32 },
  { head: '培训名称', width: 34 },
  { head: '开始日期', width: 12 },
  { head: '结束日期', width: 12 },
  { head: '学时', width: 8, kind: 'number' },
  { head: '集中培训学时', width: 12, kind: 'number' },
  { head: '成绩', width: 8 },
  { head: '取得方式', width: 10 },
  { head: '落款', width: 30 },
  { head: '出具日期', width: 12 },
  { head: '状态', width: 10 },
  { head: '作废原因', width: 24 },
  { head: '打印次数', width: 10, kind: 'whole' },
] as const;

/** A line for each certificate. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const input = job.input as unknown as ParsedOf<typeof contract.exportCertificates> & Asked;
  const { db } = job.services;
  async function* rows() {
    let done = 0;
    for (let after = '0'; ; ) {
      await job.progress(done, null, '正在导出');
      const found = await queries.certificatesAfter(db, workerScope(job.orgCode), filterOf(input), after, CHUNK);
      for (const one of found)
        yield [
          certificateNumber(one),
          one.name,
          one.branch,
          one.title,
          one.startsOn,
          one.endsOn,
          one.hours === 0 ? '' : tenthsText(one.hours),
          one.central === 0 ? '' : tenthsText(one.central),
          one.score === null ? '' : tenthsText(one.score),
          CERTIFICATE_SOURCES[one.source],
          one.issuer,
          one.issuedOn,
          one.voidedAt === null ? '有效' : '已作废',
          one.voidReason,
          String(one.printed),
        ];
      done += found.length;
      after = found.at(-1)?.id ?? '';
      if (found.length < CHUNK) return;
    }
  }
  const { by, purpose } = input;
  return writeExport(job, {
    kind: CERTIFICATES_EXPORT,
    title: '学习证明台账',
    unit: '份',
    columns: COLUMNS,
    rows: rows(),
    by,
    purpose,
  });
}
