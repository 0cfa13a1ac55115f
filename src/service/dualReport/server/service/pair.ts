import { type DictNames, dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { askAbove, decideAbove, obstacleToDecide, registerUrgeable } from '#kernel/permission/server/above.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope, narrowScope, wholeScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import type * as contract from '#service/dualReport/contract.pair.ts';
import { PAIR, PAIR_NATURES, PAIR_STATES, whyNotPairing } from '#service/dualReport/rules.ts';
import * as queries from '../queries/pair.ts';
import { findReceiver, workersOf } from '../queries/report.ts';
import { MODULE, pairPath, pairSubject } from '../todos.ts';
import { HANDLED, pairDecisionRequest } from './before.ts';
import { postsText } from './read.ts';
import { assertPosts } from './steps.ts';

export const NO_PAIR = '没有这件组织报到，或不在管理范围内';
/** 工作提醒 of dictionary 0178. */
const NOTICE = '5';

const titleOf = (row: { homeName: string; orgName: string }) => `${row.homeName} → ${row.orgName}`;

const logged = (ctx: Ctx, row: queries.PairRecord, changes: Record<string, [unknown, unknown]>, reason = '') =>
  ctx.audit({
    type: 'sbdPair',
    id: row.id,
    name: titleOf(row),
    orgCode: row.homeCode,
    changes,
    ...(reason ? { reason } : {}),
  });

/** What the list is narrowed by. */
export const pairFilterOf = (
  input: Partial<Omit<ParsedOf<typeof contract.listPairs>, 'pageNum' | 'pageSize'>>,
): queries.PairFilter => ({
  view: input.view ?? null,
  side: input.side ?? null,
  late: input.late === '1',
  name: input.keyWords ?? '',
});

export const pairState = (status: queries.PairRecord['status']): string => PAIR_STATES[status];

/** The list with the counts of its views. */
export async function pairs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listPairs>,
): Promise<ReplyOf<typeof contract.listPairs>> {
  const scope = input.orgId === undefined ? ctx.scope : ctx.chosenOrg && narrowScope(ctx.scope, ctx.chosenOrg.code);
  if (!scope) throw notFound('没有这个党组织，或不在管理范围内');
  const filter = pairFilterOf(input);
  const [page, { late, ...counts }, names] = await Promise.all([
    queries.pageOfPairs(ctx.db, scope, filter, input.pageSize, (input.pageNum - 1) * input.pageSize),
    queries.countPairs(ctx.db, scope, filter),
    dictionaryNames(ctx.services),
  ]);
  return { rows: page.rows.map((row) => toRow(ctx, row, names)), total: page.total, counts, late };
}

/** What came to the communities of the scope. */
export const applied = (ctx: Ctx, input: ParsedOf<typeof contract.listApplied>) =>
  pairs(ctx, { ...input, side: 'in', view: input.view ?? 'waiting' });

const mayDecide = (ctx: Ctx, row: queries.PairRecord) =>
  row.status === PAIR.waiting &&
  inScope(ctx.scope, row.orgCode) &&
  obstacleToDecide(ctx, pairDecisionRequest(row)) === '';

const toRow = (ctx: Ctx, row: queries.PairRecord, names: DictNames): contract.PairRow => ({
  ...row,
  statusName: pairState(row.status),
  postNames: postsText(names, row.posts),
  waits: row.status === PAIR.waiting ? row.waits : null,
  can: { decide: mayDecide(ctx, row) },
});

/** A report of the scope, at either end. */
export async function pair(ctx: Ctx, { id }: ParsedOf<typeof contract.getPair>): Promise<contract.PairDetail> {
  const row = await queries.findPair(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_PAIR);
  const names = await dictionaryNames(ctx.services);
  const waits = row.status === PAIR.waiting;
  const isHome = inScope(ctx.scope, row.homeCode);
  const write = ctx.may('sbd:write');
  return {
    ...row,
    statusName: pairState(row.status),
    postNames: postsText(names, row.posts),
    can: {
      decide: mayDecide(ctx, row),
      whyNot: waits && inScope(ctx.scope, row.orgCode) ? obstacleToDecide(ctx, pairDecisionRequest(row)) : '',
      edit: write && isHome && (waits || row.status === PAIR.accepted),
      withdraw: write && isHome && waits,
      urge: waits && row.askedBy === ctx.session.accountId,
      end: write && row.status === PAIR.accepted,
      print: row.status === PAIR.accepted || row.status === PAIR.ended,
    },
  };
}

/** An organisation reports; the community is asked. */
export async function filePair(ctx: Ctx, input: ParsedOf<typeof contract.filePair>) {
  const home = await queries.findHome(ctx.db, ctx.scope, input.orgId);
  if (!home) throw notFound('没有这个党组织，或不在管理范围内');
  const community = await findReceiver(ctx.db, input.communityId, PAIR_NATURES, true);
  if (!community) throw badInput({ communityId: '这个党组织不接收组织报到，请重新选择' });
  const why = whyNotPairing(home.code, community.code);
  if (why) throw badInput({ communityId: why });
  await assertPosts(ctx, input.posts);
  const { accountId, accountName } = ctx.session;
  const { row: id } = await askAbove(ctx, {
    orgId: community.id,
    right: 'sbd:audit',
    isFromHere: true,
    write: () =>
      writeUnique(
        () =>
          queries.insertPair(ctx.db, {
            orgId: home.id,
            orgCode: home.code,
            communityId: community.id,
            contact: input.contact,
            phone: input.phone,
            posts: input.posts,
            offers: input.offers,
            askedBy: accountId,
            askedName: accountName,
          }),
        () => badInput({ communityId: `${home.name}已向${community.name}报到，不能再报` }),
      ),
    asked: (made) => ({
      module: MODULE,
      title: `审核${home.name}的组织报到`,
      detail: `联系人${input.contact}`,
      act: '审核',
      jumpUrl: pairPath(made),
      subject: pairSubject(made),
    }),
  });
  ctx.audit({
    type: 'sbdPair',
    id,
    name: titleOf({ homeName: home.name, orgName: community.name }),
    orgCode: home.code,
    changes: { status: [null, PAIR_STATES[PAIR.waiting]] },
  });
  return { id, version: 1 };
}

async function lockPair(ctx: Ctx, id: string, version: number): Promise<queries.PairRecord> {
  const row = await queries.findPair(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_PAIR);
  if (row.version !== version) throw conflict('这件报到已有变化，请核对后再操作');
  return row;
}

/** Fixes whom to call and what is offered, at the end that reports. */
export async function fixPair(ctx: Ctx, { id, version, ...form }: ParsedOf<typeof contract.fixPair>) {
  const row = await lockPair(ctx, id, version);
  if (!inScope(ctx.scope, row.homeCode)) throw notFound(NO_PAIR);
  if (row.status !== PAIR.waiting && row.status !== PAIR.accepted) throw refuse('报到已经结束，不能修改');
  await assertPosts(ctx, form.posts, row.posts);
  const names = await dictionaryNames(ctx.services);
  const changes: Record<string, [unknown, unknown]> = {};
  for (const field of ['contact', 'phone', 'offers'] as const) {
    if (row[field] !== form[field]) changes[field] = [row[field], form[field]];
  }
  const posts = [postsText(names, row.posts), postsText(names, form.posts)] as [string, string];
  if (posts[0] !== posts[1]) changes.posts = posts;
  const next = await queries.setPair(ctx.db, row.id, form, ctx.session.accountName);
  logged(ctx, row, changes);
  return { version: next };
}

/** Accepts, returns, ends or withdraws, whatever the session's end of it allows. */
export async function setPair(
  ctx: Ctx,
  { id, status, version, reason }: ParsedOf<typeof contract.setPair>,
): Promise<{ version: number }> {
  const row = await lockPair(ctx, id, version);
  if (status === PAIR.accepted || status === PAIR.returned) return decide(ctx, row, status, reason);
  if (status === PAIR.withdrawn) {
    if (!inScope(ctx.scope, row.homeCode)) throw notFound(NO_PAIR);
    if (row.status !== PAIR.waiting) throw refuse(HANDLED);
    return close(ctx, row, PAIR.withdrawn, reason || '报到方撤回');
  }
  if (row.status !== PAIR.accepted) throw refuse(HANDLED);
  if (reason === '') throw badInput({ reason: '请写明结束原因' });
  const done = await close(ctx, row, PAIR.ended, reason);
  const ends = [...new Set([...(await workersOf(ctx.db, row.homeId)), ...(await workersOf(ctx.db, row.orgId))])];
  await tell(ctx, row, ends, `${row.homeName}在${row.orgName}的组织报到已结束`, `结束原因：${reason}`);
  return done;
}

async function close(ctx: Ctx, row: queries.PairRecord, to: 3 | 4, note: string): Promise<{ version: number }> {
  const columns = { status: to, ended_on: row.today, end_note: note };
  const version = await queries.setPair(ctx.db, row.id, columns, ctx.session.accountName);
  await closeTodos(ctx.db, [pairSubject(row.id)]);
  logged(ctx, row, { status: [pairState(row.status), PAIR_STATES[to]] }, note);
  return { version };
}

async function decide(ctx: Ctx, row: queries.PairRecord, to: 1 | 2, reason: string): Promise<{ version: number }> {
  if (!inScope(ctx.scope, row.orgCode)) throw notFound(NO_PAIR);
  if (!ctx.may('sbd:audit')) throw forbidden();
  const { accountName } = ctx.session;
  const notice = {
    title: `${row.homeName}在${row.orgName}的组织报到${to === PAIR.accepted ? '已接受' : '被退回'}`,
    remark: to === PAIR.accepted ? '可以打印组织报到回执单，并与社区对接服务事项。' : `退回原因：${reason}`,
  };
  const version = await decideAbove(ctx, pairDecisionRequest(row), {
    check() {
      if (to === PAIR.returned && reason === '') throw badInput({ reason: '退回请写明原因' });
    },
    carryOut: () =>
      queries.setPair(
        ctx.db,
        row.id,
        { status: to, decided_on: row.today, decided_name: accountName, reason: to === PAIR.returned ? reason : '' },
        accountName,
      ),
    told: () => notice,
  });
  const others = (await workersOf(ctx.db, row.homeId)).filter((account) => account !== row.askedBy);
  await tell(ctx, row, others, notice.title, notice.remark);
  logged(ctx, row, { status: [pairState(row.status), PAIR_STATES[to]] }, reason);
  return { version };
}

async function tell(ctx: Ctx, row: queries.PairRecord, accounts: readonly string[], title: string, remark: string) {
  const accountIds = accounts.filter((account) => account !== ctx.session.accountId);
  if (accountIds.length === 0) return;
  const { orgId, accountName: createdBy } = ctx.session;
  await sendNotice(ctx.db, { type: NOTICE, title, remark, orgId, createdBy, accountIds, jumpUrl: pairPath(row.id) });
}

/** Who filed a report may urge the community. */
export const announcePairs = (): void =>
  registerUrgeable('sbdPair', async (ctx, id) => {
    const row = await queries.findPair(ctx.db, wholeScope, id, true);
    if (!row) throw notFound(NO_PAIR);
    return {
      row: pairDecisionRequest(row),
      detail: { type: 'sbdPair', id, name: titleOf(row), orgCode: row.homeCode },
    };
  });
