import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { beijingTime } from '#platform/time/days.ts';
import type * as contract from '../contract.programme.ts';
import { group as groupNoun } from '../nouns/group.ts';
import { PARTS, type Part } from '../rules.device.ts';
import { dueAt, type Rule, WHOLE_DAY, whatPlays } from '../rules.plays.ts';
import { rowsOf } from './contents.ts';
import { plannedOf, type Screen } from './programme.ts';
import * as queries from './queries/programme.ts';

const GONE = '终端组不存在';
const NO_SLOT = '节目单里没有这一行，可能已被移除';

const find = async (ctx: Ctx, id: string) => {
  const row = await queries.findGroup(ctx.db, ctx.scope, id);
  if (!row) throw notFound(GONE);
  return row;
};
const lock = async (ctx: Ctx, id: string) => {
  const row = await queries.lockGroup(ctx.db, ctx.scope, id);
  if (!row) throw notFound(GONE);
  return row;
};

/** The programme of a group, each line with what it shows now. */
export async function list(
  ctx: Ctx,
  { groupId }: ParsedOf<typeof contract.listSlots>,
): Promise<ReplyOf<typeof contract.listSlots>> {
  const group = await find(ctx, groupId);
  const slots = await queries.slotsOfGroup(ctx.db, group.id);
  const parts = [...new Set(slots.map(({ part }) => part))];
  const contents = new Map(
    await Promise.all(parts.map(async (part) => [part, await rowsOf(ctx.db, part, group.orgId)] as const)),
  );
  const titleOf = ({ part, rowId }: queries.SlotRow) => {
    const all = contents.get(part) ?? [];
    if (rowId === null) return `${PARTS[part]}全部${all.length}项`;
    return all.find(({ id }) => id === rowId)?.title ?? '';
  };
  return {
    rows: slots.map((slot) => ({ ...slot, title: titleOf(slot) })),
    total: slots.length,
    mayWrite: ctx.may('box:write'),
  };
}

/** What may be chosen of a part: what the group's organisation has published. */
export async function choices(
  ctx: Ctx,
  { groupId, part }: ParsedOf<typeof contract.slotChoices>,
): Promise<ReplyOf<typeof contract.slotChoices>> {
  const group = await find(ctx, groupId);
  return (await rowsOf(ctx.db, part, group.orgId)).map(({ id, title }) => ({ id, title }));
}

const audited = (ctx: Ctx, { id, name, orgCode }: queries.GroupRow, reason: string) =>
  ctx.audit({ type: groupNoun.is.name, id, name, orgCode, reason });

async function assertChosen(ctx: Ctx, orgId: string, part: Part, rowId: string | null): Promise<void> {
  if (rowId === null) return;
  const all = await rowsOf(ctx.db, part, orgId);
  if (!all.some(({ id }) => id === rowId)) throw badInput({ rowId: '这项内容不存在、没有发布，或不属于本组的组织' });
}

/** Writes a line of a programme, a new one at its end. */
export async function save(
  ctx: Ctx,
  { groupId, id, ...form }: ParsedOf<typeof contract.saveSlot>,
): Promise<ReplyOf<typeof contract.saveSlot>> {
  const group = await lock(ctx, groupId);
  if (form.fromOn && form.toOn && form.fromOn > form.toOn) throw badInput({ toOn: '结束日期不能早于开始日期' });
  if ((form.fromTime === '') !== (form.toTime === ''))
    throw badInput({ [form.fromTime === '' ? 'fromTime' : 'toTime']: '起止时间要一起填写' });
  if (form.fromTime !== '' && form.fromTime === form.toTime) throw badInput({ toTime: '起止时间不能相同' });
  await assertChosen(ctx, group.orgId, form.part, form.rowId);
  if (id === null) await queries.insertSlot(ctx.db, group.id, form, ctx.session.accountName);
  else if (!(await queries.updateSlot(ctx.db, group.id, id, form))) throw refuse(NO_SLOT);
  audited(ctx, group, `${id === null ? '新增' : '修改'}${PARTS[form.part]}，每条${form.seconds}秒`);
  return null;
}

/** Takes a line out of a programme. */
export async function remove(ctx: Ctx, { groupId, id }: ParsedOf<typeof contract.removeSlot>): Promise<null> {
  const group = await lock(ctx, groupId);
  if (!(await queries.deleteSlot(ctx.db, group.id, id))) throw refuse(NO_SLOT);
  audited(ctx, group, '移除一行');
  return null;
}

/** Moves a line one place up or down; at the end it stays. */
export async function move(ctx: Ctx, { groupId, id, by }: ParsedOf<typeof contract.moveSlot>): Promise<null> {
  const group = await lock(ctx, groupId);
  const ids = (await queries.slotsOfGroup(ctx.db, group.id)).map((slot) => slot.id);
  const at = ids.indexOf(id);
  if (at < 0) throw refuse(NO_SLOT);
  const other = ids[at + by];
  if (other !== undefined) {
    ids[at + by] = id;
    ids[at] = other;
    await queries.writeSlotOrder(ctx.db, group.id, ids);
  }
  audited(ctx, group, by < 0 ? '上移一行' : '下移一行');
  return null;
}

/** A screen of a group, as a worker looks at its programme. */
const screenOf = ({ id, name, orgId, orgCode }: queries.GroupRow): Screen => ({
  ...{ name, place: '', orgId, orgCode, orgName: '', groupId: id, opens: '', closes: '' },
  ...{ showsPublicity: true, showsWelcome: true, showsHonor: true, showsEvent: true },
  ...{ showsMedia: true, showsEdu: true, showsVote: true, showsLife: true },
});

const MINUTE = 60_000;
/** Epoch milliseconds of a moment in Beijing, `YYYY-MM-DD HH:mm`. */
const instantOf = (moment: string) => Date.parse(`${moment.replace(' ', 'T')}:00+08:00`);

/** What a group's screens show at a moment and why, and the parts of that day. */
export async function plays(
  ctx: Ctx,
  { groupId, at }: ParsedOf<typeof contract.whatIsOn>,
): Promise<ReplyOf<typeof contract.whatIsOn>> {
  const group = await find(ctx, groupId);
  const { rules, titles } = await plannedOf(ctx.db, screenOf(group));
  const moment = at ?? beijingTime(new Date());
  const place = { group: group.id };
  const now = whatPlays(rules, place, instantOf(moment));
  const midnight = instantOf(`${moment.slice(0, 10)} 00:00`);
  const seen = new Set<string>();
  const day: ReplyOf<typeof contract.whatIsOn>['day'] = [];
  let last = '';
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  for (let minute = 0; minute < WHOLE_DAY; minute++) {
    const found = dueAt(rules, place, midnight + minute * MINUTE);
    const due: readonly Rule[] = found?.due ?? [];
    for (const { id } of due) seen.add(id);
    const key = due.map(({ id }) => id).join();
    if (minute > 0 && key === last) continue;
    last = key;
    const before = day.at(-1);
    if (before) before.to = clock(minute);
    const names = due.slice(0, 3).map(({ item }) => titles.get(item) ?? '');
    day.push({ from: clock(minute), to: '24:00', level: found?.level ?? 'fallback', titles: names, turns: due.length });
  }
  const hidden = new Set(rules.filter(({ id }) => !seen.has(id)).map(({ item }) => titles.get(item) ?? ''));
  const title = now.item === null ? '' : (titles.get(now.item) ?? '');
  return { at: moment, level: now.level, title, turns: now.turns, day, hidden: [...hidden] };
}
