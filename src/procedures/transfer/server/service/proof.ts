import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { GENDERS, PERSON_CATEGORIES } from '#people/member/contract.ts';
import { ageOn } from '#people/member/rules.ts';
import { membersOf } from '#people/member/server/index.ts';
import { personOf } from '#people/member/server/person.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import type { Verified } from '#platform/server/module.ts';
import { answerPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import { verifyCode } from '#platform/server/papers/verify.ts';
import { numeralDay } from '#platform/text/numerals.ts';
import { shownVerifyCode, verifyPath } from '#platform/text/verifyCode.ts';
import type * as contract from '#procedures/transfer/contract.proof.ts';
import { PROOF_STATES, type ProofState } from '#procedures/transfer/contract.proof.ts';
import { redactedName } from '#procedures/transfer/rules/letter.ts';
import { proofFaults, proofNumber } from '#procedures/transfer/rules/proof.ts';
import { duesOf } from '../neighbours.ts';
import { peopleOf } from '../queries/people.ts';
import * as queries from '../queries/proof.ts';
import { withParty } from './issue.ts';

/** Papers of this kind are looked up by strangers. */
export const PROOF = 'relation.proof';
const MISSING_PROOF = '该证明信不存在，或不在您的管理范围内';

const stateOf = (one: queries.ProofRecord): ProofState =>
  one.voidedAt !== null ? 'void' : one.endsOn < one.today ? 'expired' : 'valid';

/** 党员证明信 of the scope. */
export async function proofs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listProofs>,
): Promise<ReplyOf<typeof contract.listProofs>> {
  if (ctx.scope.memberId !== null) throw forbidden();
  const filter = { name: input.name || null, state: input.state ?? null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const [page, today] = await Promise.all([
    queries.pageOfProofs(ctx.db, ctx.scope, filter, input.pageSize, offset),
    todayOf(ctx.db),
  ]);
  return {
    rows: page.rows.map((one) => {
      const state = stateOf(one);
      return {
        id: one.id,
        memberId: one.memberId,
        name: one.name,
        orgName: one.orgName,
        number: proofNumber(one),
        byName: one.byName,
        toName: one.toName,
        reason: one.reason,
        startsOn: one.startsOn,
        endsOn: one.endsOn,
        issuedOn: one.issuedOn,
        handler: one.handler,
        state,
        stateName: PROOF_STATES[state],
        voidReason: one.voidReason,
        printed: one.printed,
        version: one.version,
        can: { print: state === 'valid', void: state !== 'void' },
      };
    }),
    total: page.total,
    today,
  };
}

/** Issues a proof for a member in good standing who is away for up to six months; nobody proves the own membership. */
export async function issueProof(ctx: Ctx, input: ParsedOf<typeof contract.addProof>): Promise<null> {
  if (ctx.scope.memberId !== null) throw forbidden();
  const [person] = await peopleOf(ctx.db, ctx.scope, [input.memberId], true);
  if (!person) throw notFound('该党员不存在，或不在您的管理范围内');
  if (person.id === ctx.session.memberId) throw refuse('本人的证明信由他人开具');
  if (person.category > 2) throw badInput({ memberId: '只给正式党员和预备党员开证明信' });
  if (person.status !== 1) throw badInput({ memberId: '党籍不正常的不能开证明信' });
  if (person.isFloating) throw badInput({ memberId: '该党员已登记为流动党员，凭流动党员活动证参加组织生活' });
  const today = await todayOf(ctx.db);
  const faults = proofFaults(input, today);
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const [names, dues] = await Promise.all([dictionaryNames(ctx.services), duesOf(ctx.db, person.id)]);
  const facts: queries.ProofFacts = {
    gender: GENDERS[person.gender as keyof typeof GENDERS] ?? '',
    age: person.birthDate === null ? null : ageOn(person.birthDate, today),
    nation: names.name('0005', person.nation),
    category: PERSON_CATEGORIES[person.category as keyof typeof PERSON_CATEGORIES] ?? '',
    branch: person.orgName,
  };
  const made = await queries.insertProof(ctx.db, {
    memberId: person.id,
    orgId: person.orgId,
    orgCode: person.orgCode,
    byOrgId: ctx.session.orgId,
    byName: ctx.session.orgName,
    toName: input.toName,
    reason: input.reason,
    startsOn: input.startsOn,
    endsOn: input.endsOn,
    paidTo: dues?.month ?? null,
    facts,
    handler: ctx.session.accountName,
  });
  ctx.audit({
    type: 'member',
    id: person.id,
    name: person.name,
    orgCode: person.orgCode,
    reason: `证明信${proofNumber(made)}`,
  });
  return null;
}

/** Makes a proof void; its number is not given again. */
export async function cancelProof(ctx: Ctx, input: ParsedOf<typeof contract.voidProof>): Promise<null> {
  if (ctx.scope.memberId !== null) throw forbidden();
  const one = await queries.findProof(ctx.db, ctx.scope, input.id, true);
  if (!one) throw notFound(MISSING_PROOF);
  if (one.voidedAt !== null) throw refuse('这份证明信已经作废');
  if (one.version !== input.version) throw conflict('这份证明信已有变化，请刷新后再办理');
  await queries.markVoid(ctx.db, one.id, ctx.session.accountName, input.reason);
  ctx.audit({
    type: 'member',
    id: one.memberId,
    name: one.name,
    orgCode: one.orgCode,
    reason: `证明信${proofNumber(one)}作废：${input.reason}`,
  });
  return null;
}

/** One sheet, with its code; the full number only by the right to read it. */
export async function printProof(
  ctx: Ctx,
  input: ParsedOf<typeof contract.printProof>,
): Promise<ReplyOf<typeof contract.printProof>> {
  if (ctx.scope.memberId !== null) throw forbidden();
  const one = await queries.findProof(ctx.db, ctx.scope, input.id);
  if (!one) throw notFound(MISSING_PROOF);
  if (stateOf(one) !== 'valid') throw refuse(`这份证明信${PROOF_STATES[stateOf(one)]}，不能打印`);
  if (input.full && !ctx.may('member:reveal')) throw forbidden('打印完整号码须有查看完整信息的权限');
  const [row] = await membersOf(ctx.db, wholeScope, [one.memberId]);
  const person = row ? personOf(row, ctx.vault) : null;
  const idCard = (input.full ? person?.idCard : row?.id_card_mask) ?? '';
  const purpose = input.full ? '打印证明信' : '';
  const { line } = await markOfDownload(ctx, `打印党员证明信 ${proofNumber(one)}`, purpose);
  const code = await verifyCode(ctx, PROOF, one.id);
  await queries.countProofPrinting(ctx.db, one.id);
  ctx.audit({
    type: 'member',
    id: one.memberId,
    name: one.name,
    orgCode: one.orgCode,
    reason: `打印证明信${proofNumber(one)}${input.full ? '（完整号码）' : ''}`,
  });
  const { facts } = one;
  const who = [facts.gender, facts.age === null ? '' : `${facts.age}岁`, facts.nation].filter(Boolean).join('，');
  return answerPaper(ctx, {
    name: `党员证明信 ${one.name}`,
    template: new URL('../../papers/proof.typ', import.meta.url),
    data: {
      mark: line,
      number: proofNumber(one),
      to: one.toName,
      paragraphs: [
        `兹有${one.name}同志（${who}），系中共${facts.category}，身份证号${idCard || '未登记'}，因${one.reason}，自${numeralDay(one.startsOn)}至${numeralDay(one.endsOn)}外出。`,
        `该同志的组织关系仍在${facts.branch}${one.paidTo ? `，党费交至${one.paidTo.slice(0, 4)}年${Number(one.paidTo.slice(5))}月` : ''}。外出期间请准其参加你处党的组织生活。`,
        '特此证明。',
      ],
      until: numeralDay(one.endsOn),
      by: withParty(one.byName),
      day: numeralDay(one.issuedOn),
      handler: one.handler,
      code: shownVerifyCode(code),
      qr: await qrSvg(pageAddress(ctx, verifyPath(code))),
    },
  });
}

/** What a stranger reads of a proof. */
export async function verifyProof(ctx: Ctx, id: string): Promise<Verified | null> {
  const one = await queries.findProof(ctx.db, wholeScope, id);
  if (!one) return null;
  const state = stateOf(one);
  return {
    title: '党员证明信',
    state: state === 'valid' ? '有效' : '已失效',
    tone: state === 'valid' ? 'good' : 'warn',
    orgName: one.byName,
    name: redactedName(one.name),
    number: proofNumber(one),
    issuedOn: one.issuedOn,
    facts: [['有效期至', one.endsOn]],
  };
}
