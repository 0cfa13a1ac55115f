import { reportCode } from '#house/server/reportCode.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { answerPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import type * as contract from '#service/volunteer/contract.need.ts';
import { distanceOf, NEED, NEED_STATES, RATE_DAYS, SENT_HOURS } from '#service/volunteer/rules.need.ts';
import { findGroup } from '../queries/groups.ts';
import * as queries from '../queries/need.ts';
import * as changes from '../queries/needChange.ts';
import { needSubject, OWN_NEEDS_PATH, talkSubject } from '../todos.ts';
import { notifyPeople, scopeOf } from './common.ts';
import {
  assertNext,
  detail,
  giveStars,
  HANDLED,
  logNeed,
  type Need,
  tellOffice,
  tellTaker,
  unseal,
  wireNeed,
  withSteps,
  work,
  writeNeed,
} from './needSteps.ts';

const MISSING = '没有这件需求，或不在管理范围内';
/** The page of a place's code, which a resident opens without signing in. */
export const askPath = (ctx: Ctx, orgId: string): string => `/need/${reportCode(ctx.vault, orgId)}`;

/** What the session's office can do with a need. */
function canOf(ctx: Ctx, row: Need): contract.NeedDetail['can'] {
  const { orgId } = ctx.session;
  const may = ctx.may('volunteer:write');
  const mine = may && row.orgId === orgId;
  const took = may && row.takerOrgId === orgId;
  const going = row.state === NEED.taken || row.state === NEED.going;
  return {
    accept: mine && row.state === NEED.waiting,
    send: mine && row.state === NEED.open,
    giveBack: mine && (row.state === NEED.waiting || row.state === NEED.open),
    withdraw: mine && (row.state === NEED.waiting || row.state === NEED.open),
    take:
      may &&
      row.state === NEED.open &&
      row.groupId === null &&
      (row.unitId === null ? row.isPaired || mine : row.unitId === orgId),
    step: took && going,
    finish: took && row.state === NEED.going,
    release: took && going,
    rate:
      mine &&
      row.state === NEED.done &&
      (row.source === 2 || row.doneDays >= RATE_DAYS) &&
      row.takerOrgId !== orgId &&
      // Nobody rates the own work.
      (row.takerMemberId === null || row.takerMemberId !== ctx.session.memberId),
    talk: mine && row.talkState === 1,
    contact: (mine || (took && going)) && !row.isErased,
  };
}

/** The list with the counts of its views. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listNeeds>,
): Promise<ReplyOf<typeof contract.listNeeds>> {
  const scope = scopeOf(ctx, input.orgId);
  const { orgId } = ctx.session;
  const filter = { view: input.view ?? null, kind: input.kind ?? null, name: input.keyWords ?? '' };
  const [page, counts, own] = await Promise.all([
    queries.pageOfNeeds(ctx.db, scope, orgId, filter, input.pageSize, (input.pageNum - 1) * input.pageSize),
    queries.countNeeds(ctx.db, scope, orgId, filter),
    queries.standingOfUnit(ctx.db, orgId),
  ]);
  return {
    rows: await Promise.all(page.rows.map((row) => wireNeed(ctx, row, own))),
    total: page.total,
    counts,
    followPath: askPath(ctx, orgId),
  };
}

async function find(ctx: Ctx, id: string, lock = false): Promise<Need> {
  const row = await queries.findNeed(ctx.db, ctx.scope, ctx.session.orgId, id, lock);
  if (!row) throw notFound(MISSING);
  return row;
}

export async function getNeed(ctx: Ctx, { id }: ParsedOf<typeof contract.getNeed>): Promise<contract.NeedDetail> {
  const row = await find(ctx, id);
  const own = await queries.standingOfUnit(ctx.db, ctx.session.orgId);
  const [shown] = await withSteps(ctx, [await detail(ctx, row, own, canOf(ctx, row))]);
  return shown as contract.NeedDetail;
}

/** To whom a need may be sent. */
export async function takers(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.needTakers>,
): Promise<ReplyOf<typeof contract.needTakers>> {
  const row = await find(ctx, id);
  if (row.orgId !== ctx.session.orgId) throw refuse('只有本社区可以派单');
  const { groups, units } = await queries.takersOf(ctx.db, { id: row.orgId, code: row.orgCode }, row.post);
  return {
    groups,
    units: units.map(({ id: unitId, name, isSkilled, ...point }) => ({
      id: unitId,
      name,
      isSkilled,
      distance: distanceOf(row, point),
    })),
  };
}

/** A worker writes down what a resident said; it is on the market at once. */
export async function add(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addNeed>,
): Promise<ReplyOf<typeof contract.addNeed>> {
  const { orgId, orgCode, accountName: by } = ctx.session;
  const made = await writeNeed(ctx, { id: orgId, code: orgCode }, input, { source: 2, state: NEED.open, by });
  logNeed(ctx, { id: made.id, title: input.title, orgCode }, { state: [null, NEED_STATES[NEED.open]] });
  return made;
}

async function lockPlace(ctx: Ctx, id: string): Promise<Need> {
  const row = await find(ctx, id, true);
  if (row.orgId !== ctx.session.orgId) throw refuse('只有受理的社区可以这样做');
  return row;
}

/** Accepts a need, sends it to a group or a unit, gives it back, or strikes it out. */
export async function setStatus(
  ctx: Ctx,
  input: ParsedOf<typeof contract.setNeed>,
): Promise<{ state: number; version: number }> {
  const { id, status, groupId, unitId, reason } = input;
  if (groupId && !(await findGroup(ctx.db, ctx.scope, groupId))) throw notFound('没有这个志愿者分组');
  const row = await lockPlace(ctx, id);
  if (row.version !== input.version)
    throw conflict('这件需求已有变化，请核对后再操作', { current: { version: row.version } });
  const by = ctx.session.accountName;
  if (status !== NEED.open) {
    assertNext(row, status);
    if (reason === '') throw badInput({ reason: status === NEED.returned ? '请写明退回原因' : '请写明撤销原因' });
    const version = await changes.endNeed(ctx.db, id, status, reason, by);
    await queries.addStep(ctx.db, id, `${NEED_STATES[status]}：${reason}`, '', by);
    await closeTodos(ctx.db, [needSubject(id)]);
    logNeed(ctx, row, { state: [NEED_STATES[row.state], NEED_STATES[status]] }, reason);
    return { state: status, version };
  }
  if (row.state !== NEED.waiting && row.state !== NEED.open) throw refuse(HANDLED);
  if (groupId && unitId) throw badInput({ unitId: '分组和单位只选一个' });
  const { groups, units } = await queries.takersOf(ctx.db, { id: row.orgId, code: row.orgCode }, row.post);
  const group = groupId ? groups.find((one) => one.id === groupId) : undefined;
  const unit = unitId ? units.find((one) => one.id === unitId) : undefined;
  if (groupId && !group) throw badInput({ groupId: '没有这个志愿者分组' });
  if (unitId && !unit) throw badInput({ unitId: '这个单位没有报到到本社区' });
  const version = await changes.openNeed(ctx.db, id, { groupId: group?.id ?? null, unitId: unit?.id ?? null }, by);
  const to = group?.name ?? unit?.name ?? '';
  await queries.addStep(ctx.db, id, to ? '已受理，派给志愿者队伍' : '已受理，等待认领', to, by);
  await closeTodos(ctx.db, [needSubject(id)]);
  if (unit)
    await tellOffice(
      ctx,
      unit.id,
      id,
      `请认领需求“${row.title}”`,
      `${row.orgName}派给本单位，${SENT_HOURS}小时内没有认领的公开征集。`,
    );
  if (group) {
    await notifyPeople(ctx, await queries.peopleOfGroup(ctx.db, group.id), {
      title: `请认领需求“${row.title}”`,
      remark: `${row.orgName}派给“${group.name}”，${SENT_HOURS}小时内没有认领的公开征集。`,
      jumpUrl: OWN_NEEDS_PATH,
    });
  }
  logNeed(ctx, row, { state: [NEED_STATES[row.state], NEED_STATES[NEED.open]], ...(to ? { sentTo: [null, to] } : {}) });
  return { state: NEED.open, version };
}

/** The same for the session's organisation. */
export async function workAsUnit(ctx: Ctx, { id, ...of }: ParsedOf<typeof contract.workNeed>) {
  const row = await find(ctx, id, true);
  if (of.act === 'take' && row.state === NEED.open && !canOf(ctx, row).take)
    throw refuse('这件需求派给了别人，或本单位没有报到到这个社区');
  return work(ctx, row, of, { orgId: ctx.session.orgId });
}

/** Stars of the place, where the resident gave none. */
export async function rate(ctx: Ctx, { id, stars, note }: ParsedOf<typeof contract.rateNeed>) {
  const row = await lockPlace(ctx, id);
  if (!canOf(ctx, row).rate) {
    throw refuse(
      row.state === NEED.done ? `居民${RATE_DAYS}天内没有评价的，才由社区评价；本社区或本人办的由居民评价` : HANDLED,
    );
  }
  const done = await giveStars(ctx, row, { stars, note }, 2, ctx.session.accountName);
  await tellTaker(ctx, row, `您办理的“${row.title}”评价${stars}星`, note);
  logNeed(ctx, row, { state: [NEED_STATES[NEED.done], NEED_STATES[NEED.ended]], stars: [null, `${stars}星`] }, note);
  return done;
}

/** Writes down the talk after few stars. */
export async function talk(ctx: Ctx, { id, note }: ParsedOf<typeof contract.talkNeed>) {
  const row = await lockPlace(ctx, id);
  if (row.talkState !== 1) throw refuse(HANDLED);
  const version = await changes.talkedNeed(ctx.db, id, note, ctx.session.accountName);
  await closeTodos(ctx.db, [talkSubject(id)]);
  logNeed(ctx, row, { talk: [null, note] });
  return { state: row.state as number, version };
}

/** Whose a need is, for the place and the unit that took it. */
export async function contact(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.needContact>) {
  const row = await find(ctx, id, true);
  if (!canOf(ctx, row).contact) throw refuse('只有受理的社区和认领的单位可以查看联系方式');
  return unseal(ctx, row, reason);
}

/** The poster with the own code. */
export async function poster(ctx: Ctx): Promise<ReplyOf<typeof contract.needPoster>> {
  const { orgId, orgName } = ctx.session;
  const address = pageAddress(ctx, askPath(ctx, orgId));
  ctx.audit({ type: 'org', id: orgId, name: `${orgName}需求码` });
  return answerPaper(ctx, {
    name: `居民需求码 ${orgName}`,
    template: new URL('../../papers/need.typ', import.meta.url),
    data: { orgName, qr: await qrSvg(address), address },
  });
}
