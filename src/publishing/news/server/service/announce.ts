import { findQuery } from '#people/member/server/index.ts';
import { audienceOf, withTimeLimitSentence } from '#people/member/server/service/query.ts';
import { orgsById } from '#people/org/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, Refusal } from '#platform/server/errors.ts';
import type * as contract from '#publishing/news/contract.notice.ts';
import { type Reach, reachOf } from '#publishing/news/rules.notice.ts';
import * as queries from '../queries/announce.ts';
import { findPlace } from '../queries/article.ts';
import { closeUrged } from '../queries/receipts.ts';
import { draftArticle, type Form, rewriteDraft } from './write.ts';

/** People of one step of sending; a process that is killed goes on with the next ones. */
const BATCH = 2000;
/** Organisations that a preview names. */
const PREVIEWED = 50;

/**
 * Takes up the sending of an announcement that is shown now: its notice stands at once, its people are reached by `sendDue`.
 * Nothing for other kinds.
 */
export async function startAnnouncement(db: Db, id: string): Promise<void> {
  const row = await queries.findAnnounced(db, id);
  if (!row) return;
  await queries.writeNotice(db, row);
  await queries.markReached(db, id, false);
}

/** Takes the text of a withdrawn announcement out of everybody's messages; the receipts stay. */
export async function withdrawNotice(db: Db, noticeId: string | null): Promise<void> {
  if (noticeId !== null) await queries.blankNotice(db, noticeId);
}

/** The people of the kept conditions of an audience; null where there are none, or they cannot be read any more. */
async function conditionOf(services: Services, orgCode: string, reach: Reach) {
  if (reach.queryId === null || reach.queryOrgId === null) return null;
  try {
    return await audienceOf(services, workerScope(orgCode), reach.queryOrgId, reach.queryId);
  } catch (error) {
    // Who was named besides gets the announcement all the same; the form says what is wrong with the conditions.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * Sends what is to be sent, and to whoever has come since what still runs. Each step is a transaction of its own that nobody
 * is reached by twice; what was withdrawn meanwhile reaches nobody else. What was never sent does not wait for those who
 * have come since to older ones: looking for them is broken off and begun anew.
 */
export async function sendDue(services: Services): Promise<void> {
  for (let due = await queries.nextToReach(services.db); due; due = await queries.nextToReach(services.db))
    await send(services, due);
}

async function send(services: Services, { id, again }: { id: string; again: boolean }): Promise<void> {
  const inOne = <T>(work: (db: Db) => Promise<T>) => services.db.transaction().execute(work);
  const now = await inOne((db) => queries.findAnnounced(db, id));
  const condition = now ? await conditionOf(services, now.orgCode, reachOf(now.reach)) : null;
  for (const step of [queries.reachPeople, queries.reachAccounts]) {
    for (let after: string | null = '0'; after !== null; ) {
      if (again && (await queries.nextToReach(services.db))?.again === false) return;
      const from: string = after;
      after = await inOne(async (db) => {
        const row = await queries.findAnnounced(db, id);
        if (!row || row.noticeId === null) return null;
        return (await step(db, row, { ...row, reach: reachOf(row.reach), condition }, from, BATCH)).last;
      });
    }
  }
  await inOne(async (db) => {
    const row = await queries.findAnnounced(db, id);
    if (row) await queries.linkAccounts(db, row);
    await closeUrged(db, id);
    await queries.markReached(db, id, true);
  });
}

type Asked = Pick<
  ParsedOf<typeof contract.previewReach>,
  'audience' | 'types' | 'orgIds' | 'groupIds' | 'memberIds' | 'queryId'
>;

/** An audience as it is stored; whatever it names stands in the scope, or is not there. */
async function reachAsked(ctx: Ctx, input: Asked): Promise<Reach> {
  const groupIds = [...new Set(input.groupIds)];
  const memberIds = [...new Set(input.memberIds)];
  const orgIds = [...new Set(input.orgIds)];
  const [named, orgs, query] = await Promise.all([
    queries.countNamed(ctx.db, ctx.scope, { groupIds, memberIds }),
    orgIds.length > 0 ? orgsById(ctx.db, ctx.scope, orgIds) : [],
    input.queryId === null ? null : findQuery(ctx.db, ctx.session.orgId, input.queryId),
  ]);
  if (orgs.length < orgIds.length) throw notFound('组织不存在');
  if (named.groups < groupIds.length) throw notFound('分组不存在');
  if (named.people < memberIds.length) throw notFound('人员不存在');
  if (query === undefined) throw notFound('这组条件不存在，或属于别的组织');
  const isPeople = input.audience === 'people';
  return {
    types: isPeople ? [] : [...new Set(input.types)].sort((a, b) => a - b),
    groupIds: isPeople ? groupIds : [],
    memberIds: isPeople ? memberIds : [],
    queryId: isPeople ? input.queryId : null,
    queryOrgId: isPeople && input.queryId !== null ? ctx.session.orgId : null,
  };
}

const isNobody = ({ groupIds, memberIds, queryId }: Reach) =>
  groupIds.length === 0 && memberIds.length === 0 && queryId === null;

/** What the form of an announcement says, as that of an article. */
async function formOf(ctx: Ctx, input: Omit<ParsedOf<typeof contract.createNotice>, 'orgId'>): Promise<Form> {
  const reach = await reachAsked(ctx, input);
  if (input.audience === 'people' && isNobody(reach)) throw badInput({ memberIds: '请选择人员、分组或条件' });
  // A condition that cannot be used any more is said now, not when it is sent.
  if (reach.queryId !== null) await audienceOf(ctx.services, ctx.scope, ctx.session.orgId, reach.queryId);
  if (input.readBy !== null && input.shownUntil !== null && input.readBy > input.shownUntil)
    throw badInput({ readBy: '阅读期限不能晚于展示截止日期' });
  const { title, summary, content, files, publishAt, shownUntil, note, mustConfirm, readBy, noticeType } = input;
  return {
    ...{ title, summary, content, files, publishAt, shownUntil, note, mustConfirm, readBy, noticeType, reach },
    audience: input.audience,
    orgIds: input.orgIds,
    kind: 'notice',
    columnId: null,
    cover: '',
    video: '',
    subtitles: '',
    genre: '',
    labels: [],
    source: '',
    author: ctx.session.accountName,
    editor: '',
  };
}

export async function create(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createNotice>,
): Promise<ReplyOf<typeof contract.createNotice>> {
  const { orgId, ...form } = input;
  if (!(await findPlace(ctx.db, ctx.scope, orgId))) throw notFound('组织不存在');
  return { id: await draftArticle(ctx, orgId, await formOf(ctx, form)), info: true };
}

export async function update(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateNotice>,
): Promise<ReplyOf<typeof contract.updateNotice>> {
  const { id, version, ...form } = input;
  return { version: await rewriteDraft(ctx, id, version, await formOf(ctx, form)), info: true };
}

/** Whom an announcement would reach now. */
export async function preview(
  ctx: Ctx,
  input: ParsedOf<typeof contract.previewReach>,
): Promise<ReplyOf<typeof contract.previewReach>> {
  const org = await findPlace(ctx.db, ctx.scope, input.orgId);
  if (!org) throw notFound('组织不存在');
  const reach = await reachAsked(ctx, input);
  const condition =
    reach.queryId === null ? null : await audienceOf(ctx.services, ctx.scope, ctx.session.orgId, reach.queryId);
  const codes = input.audience === 'chosen' ? await queries.codesOf(ctx.db, input.orgIds) : [];
  const audience = { orgCode: org.code, audience: input.audience, codes, reach, condition };
  const found = await withTimeLimitSentence(queries.countAudience(ctx.db, audience, PREVIEWED));
  const { total, withoutAccount, orgs, many } = found;
  return { total, withoutAccount, orgs, more: Math.max(0, many - orgs.length) };
}
