import { tellWorkers } from '#kernel/permission/server/tell.ts';
import { urgeBehind } from '#kernel/permission/server/urgeBehind.ts';
import type * as contract from '#life/specialActivity/contract.ts';
import { MAX_ORGS } from '#life/specialActivity/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import * as activities from '../queries/activities.ts';
import { factsOf, listLateParts } from '../queries/facts.ts';
import { resumeMaterials, stopMaterials } from '../queries/materials.ts';
import { syncTodos } from '../queries/todos.ts';
import { decideSubject, openPath } from '../todos.ts';
import { ACTIVITY_FILES, lockOwn, logActivity, requireRunning } from './common.ts';

type Stepped = Promise<{ version: number }>;

const names = (some: readonly { name: string }[]) => some.map(({ name }) => name).join('、');

/** Tells the organisations of an activity; `orgIds` left out: all of them. */
async function tell(
  ctx: Ctx,
  row: activities.ActivityRecord,
  words: { title: string; remark: string },
  orgIds?: readonly string[],
): Promise<Set<string>> {
  const toldOrgIds = orgIds ?? (await activities.orgsOf(ctx.db, row.id)).map(({ id }) => id);
  return tellWorkers(ctx, toldOrgIds, words, () => openPath(row.id));
}

const begun = (row: activities.ActivityRecord) => ({
  title: `专项活动：${row.title}`,
  remark: `${row.orgName}组织，${row.startsOn}至${row.endsOn}。`,
});

/** Chooses whom it is for: of a draft exactly these, of what runs these as well. */
export async function setOrgs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.setOrgs>,
): Promise<ReplyOf<typeof contract.setOrgs>> {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state !== 'draft') requireRunning(row);
  const uniqueIds = [...new Set(input.orgIds)];
  const places = await activities.placesOf(ctx.db, ctx.scope, uniqueIds);
  if (places.length < uniqueIds.length) throw notFound('组织不存在');
  const before = await activities.orgsOf(ctx.db, row.id);
  const fresh = places.filter(({ id }) => !before.some((one) => one.id === id));
  if (row.state === 'published' && before.length + fresh.length > MAX_ORGS)
    throw badInput({ orgIds: `最多${MAX_ORGS}个参加组织` });
  if (row.state === 'draft') await activities.keepOnly(ctx.db, row.id, uniqueIds);
  const added = await activities.giveTo(ctx.db, row.id, uniqueIds);
  if (row.state === 'published') {
    await activities.makeMaterials(ctx.db, row.id);
    await syncTodos(ctx.db, row.id);
    await tell(ctx, row, begun(row), added);
  }
  const after = row.state === 'draft' ? places : [...before, ...fresh];
  const version = await activities.stepActivity(ctx.db, row.id, {}, ctx.session.accountName);
  logActivity(ctx, row, { orgs: [names(before), names(after)] });
  return { version, added: fresh.length };
}

/** Writes the catalogue of a draft. */
export async function setItems(ctx: Ctx, input: ParsedOf<typeof contract.setItems>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state !== 'draft') throw refuse('发布后附件目录不能再改，可以延长期限');
  const before = await activities.itemsOf(ctx.db, row.id);
  const early = input.items.find(({ dueOn }) => dueOn < row.startsOn);
  if (early) throw badInput({ items: `“${early.name}”的截止日期不能早于活动开始日期${row.startsOn}` });
  await activities.writeItems(ctx.db, row.id, input.items);
  logActivity(ctx, row, { items: [names(before), names(input.items)] });
  return { version: await activities.stepActivity(ctx.db, row.id, {}, ctx.session.accountName) };
}

/** Gives an activity its poster and what is to be read. */
export async function setFiles(ctx: Ctx, input: ParsedOf<typeof contract.setFiles>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state !== 'draft') requireRunning(row);
  const owner = { kind: ACTIVITY_FILES, rowId: row.id, orgCode: row.orgCode };
  const [poster = ''] = input.poster
    ? await attachFiles(ctx, 'poster', [input.poster], owner, { format: 'avatar' })
    : [];
  const files = await attachFiles(ctx, 'files', input.files, owner, { format: 'common' });
  await detachFiles(ctx, owner, [poster, ...files].filter(Boolean));
  const has = (file: string) => (file ? '有' : '无');
  logActivity(ctx, row, {
    files: [row.files.length, files.length],
    ...(poster === row.poster ? {} : { poster: [has(row.poster), poster && row.poster ? '已更换' : has(poster)] }),
  });
  return { version: await activities.stepActivity(ctx.db, row.id, { poster, files }, ctx.session.accountName) };
}

/** Publishes a draft: each organisation gets what it has to hand in, and is told. */
export async function publish(ctx: Ctx, input: ParsedOf<typeof contract.publishActivity>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state !== 'draft') throw refuse('已经发布，不用再次发布');
  if (row.endsOn < row.today) throw refuse(`结束日期${row.endsOn}已经过了，请先修改`);
  const over = (await activities.itemsOf(ctx.db, row.id)).find(({ dueOn }) => dueOn < row.today);
  if (over) throw refuse(`“${over.name}”的截止日期${over.dueOn}已经过了，请先修改附件目录`);
  const orgIds = (await activities.orgsOf(ctx.db, row.id)).map(({ id }) => id);
  // What was chosen may have been moved elsewhere, or dissolved, since.
  const places = await activities.placesOf(ctx.db, ctx.scope, orgIds);
  if (places.length === 0) throw refuse('还没有参加组织，请先选择');
  if (places.length < orgIds.length) throw refuse('有参加组织已不在管理范围内，请重新选择');
  await activities.makeMaterials(ctx.db, row.id);
  const by = ctx.session.accountName;
  const version = await activities.stepActivity(ctx.db, row.id, { state: 'published', publishedBy: by }, by);
  await syncTodos(ctx.db, row.id);
  await tell(ctx, row, begun(row), orgIds);
  logActivity(ctx, row, { state: ['draft', 'published'] });
  return { version };
}

async function stop(ctx: Ctx, row: activities.ActivityRecord, state: 'ended' | 'withdrawn', reason: string): Stepped {
  const stopped = await stopMaterials(ctx.db, row.id);
  const version = await activities.stepActivity(ctx.db, row.id, { state, reason }, ctx.session.accountName);
  await closeTodos(ctx.db, stopped.map(decideSubject));
  await syncTodos(ctx.db, row.id);
  const title = `${state === 'ended' ? '专项活动已结束' : '专项活动已撤回'}：${row.title}`;
  // What is withdrawn is no longer there to be opened.
  if (state === 'ended') await tell(ctx, row, { title, remark: reason });
  else
    await tellWorkers(
      ctx,
      (await activities.orgsOf(ctx.db, row.id)).map(({ id }) => id),
      { title, remark: reason },
      () => '',
    );
  logActivity(ctx, row, { state: [row.state, state] }, reason);
  return { version };
}

/** Ends an activity: what was not handed in is no longer taken. */
export async function end(ctx: Ctx, input: ParsedOf<typeof contract.endActivity>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  requireRunning(row);
  const [facts] = await factsOf(ctx.db, [row.id], row.orgId);
  if (facts && facts.asked > 0) throw refuse(`还有${facts.asked}份附件待审核，请先审核`);
  return stop(ctx, row, 'ended', input.reason);
}

/** Withdraws an activity that should not have been published. */
export async function withdraw(ctx: Ctx, input: ParsedOf<typeof contract.withdrawActivity>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  requireRunning(row);
  const [facts] = await factsOf(ctx.db, [row.id], row.orgId);
  if (facts && facts.certificates > 0) throw refuse('已经颁发过证书，不能撤回；可以结束');
  return stop(ctx, row, 'withdrawn', input.reason);
}

/** Takes an ended activity up again: what was not handed in by then is taken once more. */
export async function reopen(ctx: Ctx, input: ParsedOf<typeof contract.reopenActivity>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state !== 'ended') throw refuse('只有已结束的专项活动可以恢复');
  await resumeMaterials(ctx.db, row.id);
  const { reason } = input;
  const version = await activities.stepActivity(
    ctx.db,
    row.id,
    { state: 'published', reason: '' },
    ctx.session.accountName,
  );
  await syncTodos(ctx.db, row.id);
  await tell(ctx, row, { title: `专项活动恢复进行：${row.title}`, remark: reason });
  logActivity(ctx, row, { state: ['ended', 'published'] }, reason);
  return { version };
}

/** Gives an item another last day; the activity then lasts as long at least. */
export async function extend(ctx: Ctx, input: ParsedOf<typeof contract.extendItem>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  requireRunning(row);
  const { itemId, dueOn, reason } = input;
  const item = (await activities.itemsOf(ctx.db, row.id)).find(({ id }) => id === itemId);
  if (!item) throw badInput({ itemId: '没有这一项附件资料' });
  if (dueOn <= item.dueOn) throw badInput({ dueOn: `应晚于原来的截止日期${item.dueOn}` });
  if (dueOn < row.today) throw badInput({ dueOn: '新的截止日期不能早于今天' });
  await activities.extendItem(ctx.db, itemId, dueOn);
  const endsOn = [row.endsOn, dueOn].sort().at(-1) ?? dueOn;
  const version = await activities.stepActivity(ctx.db, row.id, { endsOn }, ctx.session.accountName);
  await syncTodos(ctx.db, row.id);
  await tell(ctx, row, { title: `“${item.name}”延长到${dueOn}：${row.title}`, remark: reason });
  logActivity(
    ctx,
    row,
    { dueOn: [`${item.name} ${item.dueOn}`, `${item.name} ${dueOn}`], endsOn: [row.endsOn, endsOn] },
    reason,
  );
  return { version };
}

/** Urges whoever is late or due within three days, each once in two hours. */
export async function urge(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.urgeActivity>,
): Promise<ReplyOf<typeof contract.urgeActivity>> {
  const row = await lockOwn(ctx, id);
  requireRunning(row);
  const late = await listLateParts(ctx.db, row.id);
  const words = { title: `催办：${row.title}`, remark: `${row.orgName}请您尽快上传活动附件。` };
  const urged = await urgeBehind(ctx, 'special_part', late, words, () => openPath(row.id));
  logActivity(ctx, row, { urged: [null, urged.reminded] });
  return urged;
}
