import type * as contract from '#people/studyHours/contract.certificate.ts';
import { certificateNumber, certificateText, MOST_ON_PAPER } from '#people/studyHours/rules.certificate.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload, markOfJob } from '#platform/server/export/exportMark.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { answerPaper, finishPaper, type NamedPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import { verifyCode } from '#platform/server/papers/verify.ts';
import { numeralDay } from '#platform/text/numerals.ts';
import { shownVerifyCode, verifyPath } from '#platform/text/verifyCode.ts';
import * as queries from '../queries/certificate.ts';
import { filterOf, NO_CERTIFICATE } from './certificate.ts';
import { ownMemberId } from './hours.ts';

/** Papers of this kind are looked up by strangers. */
export const CERTIFICATE = 'learning.certificate';
export const CERTIFICATES_PAPER = 'learning.certificatePaper';
const VOID = '已作废的学习证明不能打印';

type Printer = Pick<Ctx, 'db' | 'services'>;

/** One landscape page each. @param address of the product's pages, without a path. */
async function paperOf(
  at: Printer,
  all: readonly queries.CertificateRecord[],
  address: string,
  mark: string,
  preview: boolean,
): Promise<NamedPaper> {
  const pages = [];
  for (const one of all) {
    const code = await verifyCode(at, CERTIFICATE, one.id);
    pages.push({
      number: certificateNumber(one),
      pieces: certificateText(one.name, one.wording, one),
      issuer: one.issuer,
      day: numeralDay(one.issuedOn),
      code: shownVerifyCode(code),
      qr: await qrSvg(`${address}${verifyPath(code)}`),
    });
  }
  const [first] = all;
  return {
    name: all.length === 1 && first ? `学习证明 ${first.name}` : `学习证明${all.length}份`,
    template: new URL('../../papers/certificate.typ', import.meta.url),
    data: { mark, preview, pages },
    files: {},
  };
}

async function answer(ctx: Ctx, all: readonly queries.CertificateRecord[], preview: boolean) {
  if (all.some(({ voidedAt }) => voidedAt !== null)) throw refuse(VOID);
  const [first] = all;
  const name = all.length === 1 && first ? `${certificateNumber(first)} ${first.name}` : `${all.length}份`;
  const { line } = await markOfDownload(ctx, `${preview ? '预览' : '打印'}学习证明 ${name}`);
  if (!preview)
    await queries.countPrinting(
      ctx.db,
      all.map(({ id }) => id),
      ctx.session.accountName,
    );
  const again = !preview && all.some(({ printed }) => printed > 0);
  ctx.audit({
    type: 'certificate',
    id: first?.id ?? '0',
    name,
    orgCode: first?.orgCode ?? '',
    reason: preview ? '预览' : again ? '补打' : '打印',
  });
  return answerPaper(ctx, await paperOf(ctx, all, pageAddress(ctx, ''), line, preview));
}

/** The chosen ones of the scope in one PDF, in the order of their numbers. */
export async function print(
  ctx: Ctx,
  { ids, preview }: ParsedOf<typeof contract.printCertificates>,
): Promise<ReplyOf<typeof contract.printCertificates>> {
  const uniqueIds = [...new Set(ids)];
  const found = ctx.scope.memberId === null ? await queries.certificatesAmong(ctx.db, ctx.scope, uniqueIds) : [];
  if (found.length < uniqueIds.length) throw notFound(NO_CERTIFICATE);
  return answer(ctx, found, preview);
}

export async function printOwn(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.printOwnCertificate>,
): Promise<ReplyOf<typeof contract.printOwnCertificate>> {
  const mine = (await queries.certificatesOf(ctx.db, ownMemberId(ctx))).filter((one) => one.id === id);
  if (mine.length === 0) throw notFound('没有找到这份学习证明');
  return answer(ctx, mine, false);
}

interface Asked {
  by: { name: string; org: string };
  address: string;
}

/** Queues a paper of all that stand as the list is filtered. */
export async function startPrinting(
  ctx: Ctx,
  input: ParsedOf<typeof contract.printAllCertificates>,
): Promise<ReplyOf<typeof contract.printAllCertificates>> {
  const filter = filterOf({ ...input, state: 'valid' });
  const { total } = await queries.pageOfCertificates(ctx.db, ctx.scope, filter, 1, 0);
  if (total === 0) throw refuse('没有可以打印的学习证明');
  if (total > MOST_ON_PAPER)
    throw refuse(`一次最多打印${MOST_ON_PAPER}份，筛选出了${total}份，请按年份或培训名称分几次打印`);
  const title = '打印学习证明';
  const { accountName, orgName, orgCode } = ctx.session;
  const by = { name: accountName, org: orgName };
  const more = { by, address: pageAddress(ctx, '') };
  const jobId = await enqueue(ctx, {
    kind: CERTIFICATES_PAPER,
    title,
    right: 'hours:read',
    input: { ...input, ...more },
  });
  ctx.audit({ type: 'job', id: jobId, name: `${title} ${total}份`, orgCode, reason: input.purpose });
  return { jobId };
}

/** Sets them all, and counts the printing where it is done. */
export async function runPrinting(job: RunningJob): Promise<JobResult> {
  const input = job.input as unknown as ParsedOf<typeof contract.printAllCertificates> & Asked;
  const { services } = job;
  const filter = filterOf({ ...input, state: 'valid' });
  const all = await queries.certificatesAfter(services.db, workerScope(job.orgCode), filter, '0', MOST_ON_PAPER);
  await job.progress(0, all.length, '正在排版');
  const { line } = await markOfJob(job, { title: '打印学习证明', by: input.by, purpose: input.purpose });
  const paper = await paperOf({ db: services.db, services }, all, input.address, line, false);
  const made = await finishPaper(job, paper);
  await transact(services.db, (tx) =>
    queries.countPrinting(
      tx,
      all.map(({ id }) => id),
      input.by.name,
    ),
  );
  return made;
}
