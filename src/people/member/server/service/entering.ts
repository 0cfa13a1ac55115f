import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { deciderOf } from '#kernel/permission/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { askDecider, closeTodos } from '#platform/server/inbox/todos.ts';
import type { Rules } from '#platform/server/records/bind.ts';
import type { listEntering } from '../../contract.records.ts';
import { entering } from '../../rules/records.ts';
import * as queries from '../queries/entering.ts';
import { enteringSubject } from '../waiting.ts';

const PATH = '/affairs/member/entering';
/** Dictionary 0178: 系统. */
const NOTICE_TYPE = '5';

const nameOf = async (ctx: Ctx, joinType: unknown) =>
  (await dictionaryNames(ctx.services)).name('0009', String(joinType ?? ''));

/** A registered entry waits for the nearest organisation above where somebody may review it. */
export const entryHooks: Required<Pick<Rules, 'added' | 'removed'>> = {
  async added(ctx, { id, owner, fields }) {
    const orgId = await queries.homeOf(ctx.db, owner.id);
    const decider = await deciderOf(ctx.db, orgId, ctx.session.accountId, 'member:audit');
    await askDecider(ctx, decider, {
      module: '党员信息',
      title: `审核${owner.name}的进入登记`,
      detail: `${await nameOf(ctx, fields.joinType)}，${fields.joinedOn}，${ctx.session.accountName}登记`,
      act: '审核',
      jumpUrl: PATH,
      subject: enteringSubject(id),
    });
  },
  removed: (ctx, id) => closeTodos(ctx.db, [enteringSubject(id)]),
};

/** Closes what waited, and tells whoever registered the entry what became of it. */
export async function closeEntry(
  ctx: Ctx,
  row: { id: string; created_by_id: string | null; owner: { name: string } },
  passed: boolean,
  opinion: string,
): Promise<void> {
  await closeTodos(ctx.db, [enteringSubject(row.id)]);
  if (row.created_by_id === null) return;
  await sendNotice(ctx.db, {
    type: NOTICE_TYPE,
    title: `${row.owner.name}的${entering.label}${passed ? '已审核通过' : '未通过审核'}`,
    remark: opinion || (passed ? '进入支部类型和日期已写入主档案。' : ''),
    orgId: ctx.session.orgId,
    createdBy: ctx.session.accountName,
    accountIds: [row.created_by_id],
  });
}

/** Registered entries of the own organisation and below. */
export async function listEntries(
  ctx: Ctx,
  input: ParsedOf<typeof listEntering>,
): Promise<ReplyOf<typeof listEntering>> {
  const { accountId, memberId, orgCode } = ctx.session;
  const by = { accountId, memberId, orgCode, may: ctx.may('member:audit') && ctx.scope.memberId === null };
  const filter = { name: input.name || null, state: input.state || null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.listEntering(ctx.db, ctx.scope, by, filter, input.pageSize, offset);
  const names = await dictionaryNames(ctx.services);
  return {
    total: page.total,
    toDecide: page.toDecide,
    rows: page.rows.map((row) => ({
      id: row.id,
      memberId: row.member_id,
      name: row.name,
      orgName: row.org_name,
      joinTypeName: names.name('0009', row.join_type),
      joinedOn: row.joined_on,
      fromOrg: row.from_org ?? '',
      state: row.state,
      createName: row.created_by,
      createDate: row.created_at.toISOString(),
      auditor: row.auditor ?? '',
      can: { audit: row.may_audit },
    })),
  };
}
