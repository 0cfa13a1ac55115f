import { ROLE } from '#kernel/session/contract.ts';
import { PERSON_CATEGORIES } from '#people/member/contract.ts';
import { entering, PASSED } from '#people/member/rules/records.ts';
import { addToLedger, joinGroupNamed, lockMember } from '#people/member/server/index.ts';
import { changePerson, type PersonChange } from '#people/member/server/service/record.ts';
import { MOST_RECORDS } from '#platform/records/records.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { insertRecord } from '#platform/server/records/queries.ts';
import { addMonths } from '#platform/time/days.ts';
import { type Named, probationEnd, type StepState } from '#procedures/recruitment/rules/path.ts';
import { CATEGORY_AFTER, STEPS, stepName } from '#procedures/recruitment/rules/steps.ts';
import { isTalk } from '#procedures/recruitment/rules/talk.ts';
import * as queries from '../queries/file.ts';
import { closeTalks } from '../queries/talk.ts';
import * as writes from '../queries/write.ts';
import { fixSubject, MODULE, subjectsOf, workPath } from '../todos.ts';
import { loadWholeFile, MISSING, saveFileState, stepOf, type WholeFile } from './wholeFile.ts';

/** Dictionary 0178: 系统. */
export const NOTICE = '5';
/** Dictionary 0009: 新发展. */
const NEW_MEMBER = 1;
/** Dictionary 0003: 出党. */
const LEFT = 3;

type Stepped = Promise<{ version: number; step: number; stepState: StepState }>;

/** Writes what a procedure decided into the person's record. */
export async function changeOf(ctx: Ctx, memberId: string, change: PersonChange, why: string): Promise<void> {
  const row = await lockMember(ctx.db, ctx.scope, memberId);
  if (!row) throw notFound(MISSING);
  await changePerson(ctx, row, change, why, true);
}

/** Tells the person, who sees neither opinions nor votes. */
export async function notifyPerson(ctx: Ctx, file: queries.FileRecord, title: string, remark: string): Promise<void> {
  const accountIds = await queries.accountsOf(ctx.db, file.memberId);
  if (accountIds.length === 0) return;
  const { orgId, accountName: createdBy } = ctx.session;
  await sendNotice(ctx.db, { type: NOTICE, title, remark, orgId, createdBy, accountIds });
}

/** A to-do of the branch: what came back, or what it goes on with. */
export const openBranchTodo = (ctx: Ctx, file: queries.FileRecord, title: string, detail: string, act: string) =>
  openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: file.orgId,
    orgCode: file.orgCode,
    accountId: null,
    module: MODULE,
    title,
    detail,
    act,
    jumpUrl: workPath(file.id, file.category),
    dueOn: null,
    subject: fixSubject(file.id),
  });

const named = (held: WholeFile, no: number, fact: string): string => {
  const value = stepOf(held, no).facts[fact];
  return Array.isArray(value) ? (value as Named[]).map(({ name }) => name).join('、') : '';
};

/** 17: the person is accepted; 入党 counts from the branch meeting (细则第三十一条). */
async function accept(ctx: Ctx, held: WholeFile): Promise<{ probationUntil: string }> {
  const { file } = held;
  const day = stepOf(held, 15).handledOn ?? file.today;
  const change = { personCategory: 2 as const, admissionDate: day, joinType: NEW_MEMBER, joinedBranchOn: day };
  await changeOf(ctx, file.memberId, change as PersonChange, '上级党委批准接收为预备党员');
  const { accountName: by } = ctx.session;
  const introducers = named(held, 9, 'introducers');
  const fields = { joinType: String(NEW_MEMBER), joinedOn: day, introducers, state: PASSED, auditor: by };
  const row = { sort: entering, ownerId: file.memberId, title: '新发展', orderedBy: day, fields, by };
  await insertRecord(ctx.db, { ...row, byId: ctx.session.accountId }, MOST_RECORDS);
  await addToLedger(ctx.db, {
    memberId: file.memberId,
    orgId: file.orgId,
    orgCode: file.orgCode,
    sign: 1,
    way: 'recruited',
    happenedOn: day,
    by,
  });
  return { probationUntil: addMonths(day, 12) };
}

/** 24 with the proposal to revoke: the person leaves as 出党. */
async function revoke(ctx: Ctx, held: WholeFile): Promise<void> {
  const { file } = held;
  await changeOf(ctx, file.memberId, { membershipStatus: LEFT } as PersonChange, '取消预备党员资格');
  await addToLedger(ctx.db, {
    memberId: file.memberId,
    orgId: file.orgId,
    orgCode: file.orgCode,
    sign: -1,
    way: 'revoked',
    happenedOn: stepOf(held, 23).handledOn ?? file.today,
    by: ctx.session.accountName,
  });
  await writes.endFile(ctx.db, file.id, 'revoked', null, '取消预备党员资格');
}

/** 24 with the proposal to extend: the probation runs on, and what was said of its end is asked again. */
async function extend(ctx: Ctx, held: WholeFile, months: number): Stepped {
  const { file, path } = held;
  const accepted = path.steps[15]?.day ?? null;
  const old = probationEnd(path);
  const until = accepted !== null ? addMonths(accepted, 12 + months) : old === null ? null : addMonths(old, months);
  await writes.setStates(ctx.db, file.id, [22, 23, 24], 'none');
  await writes.setStates(ctx.db, file.id, [21], 'ready');
  return saveFileState(ctx, file.id, { step: 21, extensionMonths: months, probationUntil: until });
}

/**
 * What follows when a step is done: the person's category with its days, counters, history, ledger and notices, and the next
 * step opens. All of it is the caller's transaction.
 */
export async function afterDone(ctx: Ctx, fileId: string, no: number): Stepped {
  const found = await queries.findFile(ctx.db, ctx.scope, fileId);
  if (!found) throw notFound(MISSING);
  const held = await loadWholeFile(ctx, found);
  const { file } = held;
  await closeTodos(ctx.db, subjectsOf(fileId));
  if (isTalk(no)) await closeTalks(ctx.db, fileId, no, 'held');
  if (no === 1 && stepOf(held, 1).handledOn !== file.appliedOn) {
    const change = { appliedOn: stepOf(held, 1).handledOn } as PersonChange;
    await changeOf(ctx, file.memberId, change, '递交入党申请书');
  }
  // A step of 补录 brings nothing about: the person is further already.
  if (no <= file.paperUntil) return saveFileState(ctx, fileId);

  // 编组 in words; where the branch has a group that is called so, the person is in it from now on.
  const group = no === 19 ? stepOf(held, 19).facts.group : null;
  if (typeof group === 'string') await joinGroupNamed(ctx.db, file.orgId, group, file.memberId);
  const change: { category?: number; probationUntil?: string } = {};
  const vote = held.path.votes[9];
  if (no === 24 && vote?.proposal === 'extend') return extend(ctx, held, vote.months ?? 0);
  if (no === 24 && vote?.proposal === 'revoke') {
    await revoke(ctx, held);
    return { version: file.version + 1, step: no, stepState: 'done' };
  }
  const category = CATEGORY_AFTER[no];
  if (category !== undefined) {
    change.category = category;
    if (no === 17) Object.assign(change, await accept(ctx, held));
    else if (no === 24) {
      const conversionDate = probationEnd(held.path);
      await changeOf(ctx, file.memberId, { personCategory: 1, conversionDate } as PersonChange, '预备党员按期转正');
    } else {
      await changeOf(ctx, file.memberId, { personCategory: category } as PersonChange, stepName(no));
    }
    const label = PERSON_CATEGORIES[category as keyof typeof PERSON_CATEGORIES];
    await notifyPerson(ctx, file, `您已成为${label}`, `${stepName(no)}已经完成。`);
  }
  if (no === 25) {
    await writes.endFile(ctx.db, fileId, 'converted', stepOf(held, 25).handledOn, '');
    return { version: file.version + 1, step: 25, stepState: 'done' };
  }
  const next = STEPS.find((step) => step.no > no && stepOf(held, step.no).state !== 'done')?.no ?? 25;
  await writes.setStates(ctx.db, fileId, [next], 'ready');
  return saveFileState(ctx, fileId, { ...change, step: next });
}

/** Where the way goes on when the superior does not agree: the branch discusses it anew. */
export const FALL_BACK: Readonly<Record<number, number>> = { 8: 7, 13: 12, 17: 15, 24: 23 };
