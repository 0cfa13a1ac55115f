import { type DictNames, dictionaryNames } from '#kernel/dictionary/server/names.ts';
import {
  askAbove,
  type DecisionRequest,
  decideAbove,
  obstacleToDecide,
  registerUrgeable,
  takeBackAbove,
} from '#kernel/permission/server/above.ts';
import type * as contract from '#people/member/contract.selfEdit.ts';
import { type SelfField, selfFields } from '#people/member/rules/selfEdit.ts';
import type { Person } from '#people/member/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { type Scope, wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { personOf, shownValue } from '../person.ts';
import { getDetail, lockMember } from '../queries/record.ts';
import * as queries from '../queries/selfEdit.ts';
import { selfEditSubject } from '../waiting.ts';
import { changePerson, mergeForm, type PersonChange, refuseImpossible, refuseUnknownCodes } from './record.ts';

const PATH = '/affairs/member/selfEdit';
const REVIEW = 'member:write';
const OWN = '不能审核本人提交的修改';
const MISSING = '该修改不存在';
/** The place that the ciphertext of proposed values is bound to. */
export const valuesPlace = (memberId: string) => `member.self_edit.${memberId}`;
/** By field: the value that stood, and the one proposed. */
type Values = Partial<Record<SelfField, [unknown, unknown]>>;

/** The own record, in whichever role and place the session stands. */
const ownScope = (memberId: string): Scope => ({ ...wholeScope, memberId });

function ownId(ctx: Ctx): string {
  const { memberId } = ctx.session;
  if (memberId === null) throw refuse('这个账号没有对应的党员档案，请联系所在党支部');
  return memberId;
}

/** A proposal as the branch, or the organisation above it, reviews it: whoever has the person in scope. */
const above = (row: queries.SelfEditRow): DecisionRequest => ({
  todo: selfEditSubject(row.id),
  isOpen: row.state === 'pending' && row.values_enc !== null,
  askedBy: row.account_id,
  ownRefusal: OWN,
  about: { memberId: row.member_id, refusal: OWN },
  superior: true,
  deciderName: row.reviewer_org_name,
  right: REVIEW,
  verb: '审核',
});

function wire(ctx: Ctx, row: queries.SelfEditRow): contract.SelfEdit {
  const own = row.member_id === ctx.session.memberId;
  const pending = row.state === 'pending';
  return {
    id: row.id,
    memberId: row.member_id,
    name: row.name,
    orgName: row.org_name,
    labels: selfFields.filter(({ wire: name }) => name in row.fields).map(({ label }) => label),
    note: row.note,
    state: row.state,
    proposedAt: row.proposed_at.toISOString(),
    reviewerOrgName: row.reviewer_org_name,
    decidedBy: row.decided_by_name ?? '',
    decidedAt: row.decided_at?.toISOString() ?? null,
    decision: row.decision,
    can: { decide: pending && obstacleToDecide(ctx, above(row)) === '', withdraw: pending && own },
  };
}

async function detail(ctx: Ctx, scope: Scope, row: queries.SelfEditRow): Promise<contract.SelfEditDetail> {
  const [member, names] = await Promise.all([getDetail(ctx.db, scope, row.member_id), dictionaryNames(ctx.services)]);
  if (!member) throw notFound(MISSING);
  const person = personOf(member, ctx.vault);
  return {
    ...wire(ctx, row),
    version: member.version,
    fields: selfFields.flatMap((field) => {
      const one = row.fields[field.wire];
      return one ? [{ ...one, field: field.wire, label: field.label, now: shownValue(person, field, names) }] : [];
    }),
  };
}

/** The latest proposal of the person who is signed in; null where there is none. */
export async function ownLatest(ctx: Ctx): Promise<ReplyOf<typeof contract.ownSelfEdit>> {
  const { memberId } = ctx.session;
  const row = memberId === null ? undefined : await queries.latestOf(ctx.db, memberId);
  return row && memberId !== null ? detail(ctx, ownScope(memberId), row) : null;
}

/** Proposes values for the own record; whoever works for the branch, or the nearest organisation above, reviews them. */
export async function propose(
  ctx: Ctx,
  { note, ...input }: ParsedOf<typeof contract.proposeSelfEdit>,
): Promise<ReplyOf<typeof contract.proposeSelfEdit>> {
  const id = ownId(ctx);
  const names = await refuseUnknownCodes(ctx, input);
  const row = await lockMember(ctx.db, ownScope(id), id);
  if (!row) throw notFound('您的档案不存在或已被删除');
  const before = personOf(row, ctx.vault);
  const after = mergeForm(before, input);
  refuseImpossible(after, row.today, (field) => before[field] !== after[field]);
  const changed = selfFields.filter(({ field }) => before[field] !== after[field]);
  if (changed.length === 0) throw refuse('没有改动的项目');
  const values: Record<string, [unknown, unknown]> = {};
  for (const { wire: name, field } of changed) values[name] = [before[field], after[field]];
  const { row: made, decider } = await askAbove(ctx, {
    orgId: row.org_id,
    right: REVIEW,
    isFromHere: true,
    async write(decider) {
      const written = await queries.insertSelfEdit(ctx.db, {
        memberId: id,
        accountId: ctx.session.accountId,
        values: ctx.vault.encrypt(valuesPlace(id), JSON.stringify(values)),
        fields: shownFields(changed, before, after, names),
        note,
        reviewerOrgId: decider.id,
      });
      if (!written) throw refuse('上一次修改还在等待审核，请先撤回再提交');
      return written;
    },
    asked: (written) => ({
      module: '党员信息',
      title: `审核${row.name}提交的信息修改`,
      detail: changed.map(({ label }) => label).join('、'),
      act: '审核',
      jumpUrl: `${PATH}/view/${written}`,
      subject: selfEditSubject(written),
    }),
  });
  noted(ctx, { member_id: id, name: row.name, org_code: row.org_code }, changed.map(({ label }) => label).join('、'));
  return { id: made, reviewerOrgName: decider.name };
}

function shownFields(changed: typeof selfFields, before: Person, after: Person, names: DictNames): queries.ShownFields {
  return Object.fromEntries(
    changed.map((field) => [
      field.wire,
      { before: shownValue(before, field, names), after: shownValue(after, field, names), accepted: null },
    ]),
  );
}

/** A line in the person's timeline, where the record itself stays as it is. */
function noted(ctx: Ctx, row: Pick<queries.SelfEditRow, 'member_id' | 'name' | 'org_code'>, reason: string) {
  ctx.audit({ type: 'member', id: row.member_id, name: row.name, orgCode: row.org_code, reason });
}

async function lockOwn(ctx: Ctx, id: string): Promise<queries.SelfEditRow> {
  const row = await queries.findSelfEdit(ctx.db, ownScope(ownId(ctx)), id, true);
  if (!row) throw notFound(MISSING);
  return row;
}

/** The record is one's own, whichever account asked. */
const aboveOwn = (ctx: Ctx, row: queries.SelfEditRow): DecisionRequest => ({
  ...above(row),
  askedBy: ctx.session.accountId,
});

/** Tells the registries of the house what of this belongs to them. */
export const announceSelfEdit = (): void =>
  registerUrgeable('selfEdit', async (ctx, id) => {
    const row = await lockOwn(ctx, id);
    return {
      row: aboveOwn(ctx, row),
      detail: { type: 'member', id: row.member_id, name: row.name, orgCode: row.org_code },
    };
  });

/** Takes the own proposal back while nobody has decided it. */
export async function withdraw(ctx: Ctx, id: string): Promise<null> {
  const row = await lockOwn(ctx, id);
  const by = ctx.session.accountName;
  await takeBackAbove(ctx, aboveOwn(ctx, row), () =>
    queries.closeSelfEdit(ctx.db, id, { state: 'withdrawn', by, decision: '', fields: row.fields }),
  );
  noted(ctx, row, '');
  return null;
}

/** Proposals of people of the scope, newest first. */
export async function listSelfEdits(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listSelfEdits>,
): Promise<ReplyOf<typeof contract.listSelfEdits>> {
  const { rows, ...counts } = await queries.listSelfEdits(ctx.db, ctx.scope, ctx.session.memberId, {
    name: input.name ?? '',
    state: input.state ?? null,
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return { ...counts, rows: rows.map((row) => wire(ctx, row)) };
}

/** One proposal, the old beside the new and beside what stands now. */
export async function getSelfEdit(ctx: Ctx, id: string): Promise<contract.SelfEditDetail> {
  const row = await queries.findSelfEdit(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  return detail(ctx, ctx.scope, row);
}

/** The proposed phone in full, for whoever decides about it: a number is not accepted by its mask. */
export async function reveal(
  ctx: Ctx,
  { id, reason }: ParsedOf<typeof contract.revealSelfEdit>,
): Promise<ReplyOf<typeof contract.revealSelfEdit>> {
  const row = await queries.findSelfEdit(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  if (row.state !== 'pending' || row.values_enc === null) throw refuse('已被处理');
  if (row.member_id === ctx.session.memberId) throw refuse('不能审核本人提交的修改');
  const values = JSON.parse(ctx.vault.decrypt(valuesPlace(row.member_id), row.values_enc)) as Values;
  const proposed = values.phonenumber?.[1];
  if (typeof proposed !== 'string' || proposed === '') throw refuse('没有提交新的手机号');
  noted(ctx, row, `提交的手机号：${reason}`);
  return { value: proposed };
}

/**
 * Accepts some fields, all or none; what is accepted is written into the record in the same transaction. Nobody decides
 * about the own proposal; of parallel deciders one wins. A record that changed since it was read is a conflict.
 */
export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decideSelfEdit>): Promise<null> {
  const row = await queries.findSelfEdit(ctx.db, ctx.scope, input.id, true);
  if (!row) throw notFound(MISSING);
  const accepted = selfFields.filter(
    ({ wire: name }) => name in row.fields && (input.accepted as readonly string[]).includes(name),
  );
  const all = accepted.length === Object.keys(row.fields).length;
  await decideAbove(ctx, above(row), {
    check() {
      if (!all && input.decision === '') throw badInput({ decision: '请输入不采纳的原因' });
    },
    async carryOut() {
      const change = await writeAccepted(ctx, row, accepted, input);
      const state = all ? 'accepted' : accepted.length > 0 ? 'partly' : 'refused';
      const fields = Object.fromEntries(
        Object.entries(row.fields).map(([name, one]) => [name, { ...one, accepted: name in change }]),
      );
      await queries.closeSelfEdit(ctx.db, row.id, {
        state,
        by: ctx.session.accountName,
        decision: input.decision,
        fields,
      });
      return state;
    },
    told: (state) => ({
      title: TOLD[state],
      remark: [`采纳：${accepted.map(({ label }) => label).join('、') || '无'}`, input.decision]
        .filter(Boolean)
        .join('。'),
    }),
  });
  return null;
}

const TOLD = {
  accepted: '您提交的信息修改已采纳',
  partly: '您提交的信息修改部分采纳',
  refused: '您提交的信息修改未采纳',
} as const;

/** Writes what is accepted into the record, which stands as it was read; answers it by field. */
async function writeAccepted(
  ctx: Ctx,
  row: queries.SelfEditRow,
  accepted: typeof selfFields,
  { version, decision }: ParsedOf<typeof contract.decideSelfEdit>,
): Promise<Record<string, unknown>> {
  const member = await lockMember(ctx.db, ctx.scope, row.member_id);
  if (!member || row.values_enc === null) throw notFound(MISSING);
  if (member.version !== version) {
    throw conflict('该人员的档案刚被修改，请核对现在的内容后再审核', {
      current: { version: member.version, updateName: member.updated_by, updateDate: member.updated_at.toISOString() },
    });
  }
  const values = JSON.parse(ctx.vault.decrypt(valuesPlace(member.id), row.values_enc)) as Values;
  const change = Object.fromEntries(accepted.map(({ wire: name }) => [name, values[name as SelfField]?.[1]]));
  if (accepted.length > 0) await changePerson(ctx, member, change as PersonChange, undefined, false, true);
  else noted(ctx, row, decision);
  return change;
}
