import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { ownMemberId } from '#people/studyHours/server/service/hours.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { PaperFile } from '#platform/papers/paper.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import type { Verified } from '#platform/server/module.ts';
import { answerPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import { verifyCode } from '#platform/server/papers/verify.ts';
import { shownVerifyCode, verifyPath } from '#platform/text/verifyCode.ts';
import { redactedName } from '#procedures/transfer/rules/letter.ts';
import { POSTS } from '#service/dualReport/rules.ts';
import { ruleOf } from '#service/dualReport/server/index.ts';
import type * as contract from '#service/volunteer/contract.proof.ts';
import { PROOFS, type Proof } from '#service/volunteer/contract.proof.ts';
import { starName, starsOf, yearStarsOf } from '#service/volunteer/rules.ts';
import { findVolunteer } from '../queries/people.ts';
import * as queries from '../queries/proof.ts';

/** Papers of this kind are looked up by strangers. */
export const PROOF = 'volunteer.proof';

const hoursText = (minutes: number): string => `${Math.round(minutes / 0.6) / 100}小时`;

/** The paper of a person, written down with what it says, so that whoever enters its code reads whether that still holds. */
async function paperOf(ctx: Ctx, memberId: string, kind: Proof): Promise<PaperFile> {
  const person = await queries.proofPerson(ctx.db, memberId);
  if (!person) throw notFound('没有这名志愿者，或不在管理范围内');
  const year = kind === 2 ? Number(person.today.slice(0, 4)) : null;
  const [names, rule, ofYear] = await Promise.all([
    dictionaryNames(ctx.services),
    ruleOf(ctx.db, person.orgCode),
    year === null ? null : queries.yearLines(ctx.db, memberId, year),
  ]);
  const { minutes, times } = ofYear ?? person;
  if (kind === 1 && minutes === 0) throw refuse('还没有认定的时长，没有可以证明的');
  const by = ctx.session.accountName;
  const id = await queries.addProof(ctx.db, { memberId, kind, year, minutes, times, by });
  const code = await verifyCode(ctx, PROOF, id);
  const title = `${PROOFS[kind]} ${person.name}`;
  const { line } = await markOfDownload(ctx, `打印${title}`);
  ctx.audit({ type: 'member', id: memberId, name: person.name, orgCode: person.orgCode });
  const stars = year === null ? starsOf(minutes / 60) : yearStarsOf(minutes / 60, rule.starHours);
  return answerPaper(ctx, {
    name: title,
    template: new URL(`../../papers/${kind === 1 ? 'proof' : 'card'}.typ`, import.meta.url),
    data: {
      mark: line,
      name: person.name,
      homeName: person.homeName,
      placeName: person.placeName,
      posts: person.posts.map((post) => names.name(POSTS, post)).join('、'),
      hours: hoursText(minutes),
      times: String(times),
      stars: starName(stars),
      year: String(year ?? ''),
      goal: `${rule.goalHours}小时`,
      left: ofYear && ofYear.times > ofYear.lines.length ? `另有${ofYear.times - ofYear.lines.length}次` : '',
      lines: (ofYear?.lines ?? []).map((one) => ({
        day: one.day,
        title: one.title,
        orgName: one.orgName,
        hours: hoursText(one.minutes),
      })),
      issuedOn: person.today,
      code: shownVerifyCode(code),
      qr: await qrSvg(pageAddress(ctx, verifyPath(code))),
    },
  });
}

/** The paper of a volunteer whom the session reaches. */
export async function print(ctx: Ctx, { id, kind }: ParsedOf<typeof contract.printProof>): Promise<PaperFile> {
  const row = await findVolunteer(ctx.db, ctx.scope, id);
  // Of a foreign person the place reads what was done there, never all.
  if (!row?.isOwn) throw notFound('没有这名志愿者，或不是本组织的党员');
  return paperOf(ctx, id, kind);
}

/** The own paper. */
export const printOwn = (ctx: Ctx, { kind }: ParsedOf<typeof contract.printOwnProof>): Promise<PaperFile> =>
  paperOf(ctx, ownMemberId(ctx), kind);

/** What a stranger reads: the name masked, the hours, and whether as many are still recognised. */
export async function verify(ctx: Ctx, id: string): Promise<Verified | null> {
  const row = await queries.proofForVerify(ctx.db, id);
  if (!row) return null;
  const holds = row.now >= row.minutes;
  return {
    title: PROOFS[row.kind],
    state: holds ? '有效' : '已作废',
    tone: holds ? 'good' : 'warn',
    orgName: row.orgName,
    name: redactedName(row.name),
    number: null,
    issuedOn: row.issuedOn,
    facts: [
      ['服务时长', hoursText(row.minutes)],
      ...(row.year === null ? [] : [['年度', `${row.year}年`] as const]),
      ...(holds ? [] : [['现在认定', hoursText(row.now)] as const]),
    ],
  };
}
