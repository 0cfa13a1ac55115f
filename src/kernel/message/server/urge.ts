import { refuseNobodyToUrge } from '#house/server/urging.ts';
import type { listOrgMessages, messageProgress, urge as urgeCall, urgePreview } from '#kernel/message/contract.urge.ts';
import { MOST_URGED } from '#kernel/message/contract.urge.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotices } from '#platform/server/inbox/notices.ts';
import type { LateOrg, RuleCheck } from '#platform/server/module.ts';
import * as queries from './queries/urge.ts';

/** 提醒, dictionary 0178. */
const REMINDER = '6';

const rulesOf = (ctx: Ctx) => ctx.services.modules.flatMap(({ ruleChecks = [] }) => ruleChecks);

const labelOf = (ctx: Ctx, code: string) =>
  rulesOf(ctx)
    .flatMap(({ checks }) => checks)
    .find((check) => check.code === code)?.label ?? code;

interface Late {
  check: RuleCheck;
  orgs: readonly LateOrg[];
  capped: boolean;
  workers: readonly queries.Worker[];
  /** Names of late organisations where nobody works. */
  missing: readonly string[];
}

/** What is late below the own organisation, and whose it is. The own is not reminded: it is who presses. */
async function lateBelow(ctx: Ctx, code: string): Promise<Late> {
  const rules = rulesOf(ctx).find(
    ({ late, right, checks }) => late && ctx.may(right) && checks.some((one) => one.code === code),
  );
  const check = rules?.checks.find((one) => one.code === code);
  if (!rules?.late || !check) throw badInput({ code: '这一项不能催办' });
  const found = (await rules.late(ctx, code, MOST_URGED + 2)).filter(({ orgId }) => orgId !== ctx.session.orgId);
  const orgs = found.slice(0, MOST_URGED);
  const ids = orgs.map(({ orgId }) => orgId);
  const workers = (await queries.workersAt(ctx.db, code, ids)).filter(
    ({ accountId }) => accountId !== ctx.session.accountId,
  );
  const reached = new Set(workers.flatMap((worker) => worker.orgs.map(({ id }) => id)));
  const names = await queries.orgNames(
    ctx.db,
    ids.filter((id) => !reached.has(id)),
  );
  return { check, orgs, capped: found.length > MOST_URGED, workers, missing: [...names.values()] };
}

/** Whom a press would remind. */
export async function preview(ctx: Ctx, { code }: ParsedOf<typeof urgePreview>): Promise<ReplyOf<typeof urgePreview>> {
  const { check, orgs, capped, workers, missing } = await lateBelow(ctx, code);
  return {
    title: check.label,
    orgs: orgs.length,
    capped,
    people: workers.map(({ name, orgs: theirs, recently }) => ({
      name,
      orgNames: theirs.map((org) => org.name),
      recently,
    })),
    missing: [...missing],
  };
}

/** When somebody of them was urged last. */
const lastOf = (workers: readonly queries.Worker[]): Date | null =>
  workers.reduce<Date | null>((last, { urgedAt }) => (urgedAt && (!last || urgedAt > last) ? urgedAt : last), null);

/** Reminds the workers of what is late below, each with one notice of all that is theirs, at most once in two hours. */
export async function urge(ctx: Ctx, { code }: ParsedOf<typeof urgeCall>): Promise<ReplyOf<typeof urgeCall>> {
  await queries.lockUrge(ctx.db, code);
  const { check, orgs, capped, workers, missing } = await lateBelow(ctx, code);
  if (capped) throw refuse(`逾期的组织超过${MOST_URGED}个，请由下级党委分别催办`);
  if (orgs.length === 0) throw refuse('下级组织没有需要催办的');
  if (workers.length === 0) throw refuse('这些组织都没有党务工作者，请先配备');
  const due = workers.filter(({ recently }) => !recently);
  if (due.length === 0) throw refuseNobodyToUrge(lastOf(workers), '下级组织没有需要催办的');
  const detailOf = new Map(orgs.map(({ orgId, detail }) => [orgId, detail]));
  const reminders = due.map(({ accountId, orgs: theirs }) => ({
    accountId,
    late: theirs.map(({ id, name }) => ({ orgId: id, name, detail: detailOf.get(id) ?? '' })),
  }));
  const noticeIds = await sendNotices(
    ctx.db,
    reminders.map(({ accountId, late }) => ({
      type: REMINDER,
      title: `催办：${check.label}（${late.length === 1 ? late[0]?.name : `${late.length}个组织`}）`,
      remark: `${late.map(({ name, detail }) => `${name}：${detail}`).join('；\n')}。\n请尽快办理。`,
      orgId: ctx.session.orgId,
      createdBy: ctx.session.accountName,
      accountIds: [accountId],
    })),
  );
  const about = reminders.flatMap(({ late }, at) => late.map((one) => ({ ...one, noticeId: noticeIds[at] ?? '' })));
  await queries.noteOrgMessages(ctx.db, code, about);
  for (const { accountId, name } of due)
    ctx.audit({ type: 'account', id: accountId, name, reason: `催办${check.label}` });
  return { sent: due.length, recently: workers.length - due.length, missing: missing.length };
}

/** What an organisation, or all of the scope, was told. */
export async function orgMessages(
  ctx: Ctx,
  input: ParsedOf<typeof listOrgMessages>,
): Promise<ReplyOf<typeof listOrgMessages>> {
  if (input.orgId && !(await queries.isOrgInScope(ctx.db, ctx.scope, input.orgId))) throw notFound('组织不存在');
  const { rows, total } = await queries.listOrgMessages(ctx.db, ctx.scope, {
    orgId: input.orgId ?? null,
    code: input.code || null,
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      orgId: row.org_id,
      orgName: row.org_name,
      typeName: labelOf(ctx, row.subject),
      title: row.title,
      remark: row.detail,
      createTime: row.sent_at.toISOString(),
      createOrgName: row.from_org,
      createUser: row.created_by,
      receiveNumber: row.receivers,
      readNumber: row.readers,
    })),
  };
}

/** Who received it and who has read it. */
export async function progress(
  ctx: Ctx,
  { id, orgId }: ParsedOf<typeof messageProgress>,
): Promise<ReplyOf<typeof messageProgress>> {
  if (!(await queries.isOrgInScope(ctx.db, ctx.scope, orgId))) throw notFound('组织不存在');
  const rows = await queries.receiversOf(ctx.db, ctx.scope, id, orgId);
  if (!rows) throw refuse('该组织没有收到这条提醒');
  return rows.map((row) => ({
    userId: row.account_id,
    userName: row.name,
    isRead: row.is_read,
    isHandle: row.is_handle,
    readTime: row.handled_at?.toISOString() ?? null,
  }));
}
