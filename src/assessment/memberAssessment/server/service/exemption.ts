import type * as contract from '#assessment/memberAssessment/contract.exempt.ts';
import { coversAnyMonthEnd, EXEMPTION_YEARS, findItemExemption } from '#assessment/memberAssessment/rules.exempt.ts';
import { monthTotal } from '#assessment/memberAssessment/rules.ts';
import { accountOf } from '#assessment/points/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { personIs } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { canReadFile } from '#platform/server/files/fileRights.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { addMonths } from '#platform/time/days.ts';
import * as queries from '../queries/exemption.ts';
import * as months from '../queries/months.ts';
import { type ExemptionChange, exemptionService } from './exemptions.ts';

const EXEMPTION_FILES = 'assessment.exemption';
const NO_PERSON = '党员不存在，或不在管理范围内';
/** Dictionary 0178: 通知. */
const NOTICE = '1';
const yearOf = (day: string) => Number(day.slice(0, 4));

/** What is on show to its people changes only by a new edition. */
async function refuseOnShow(ctx: Ctx, orgId: string, fromOn: string, toOn: string): Promise<void> {
  const year = await queries.yearOnShow(ctx.db, orgId, yearOf(fromOn), yearOf(toOn));
  if (year !== null) throw refuse(`${year}年考核结果正在公示，期满后再办理免考`);
}

/** Tells the person where it matters, and whoever asked where that is somebody else than the one who acts now. */
async function notify(
  ctx: Ctx,
  row: queries.PersonExemptionRecord,
  { word, matters, text }: ExemptionChange,
): Promise<void> {
  const own = await accountOf(ctx.db, row.memberId);
  const remark = `${row.itemName}，${row.fromOn}至${row.toOn}。${text}`;
  const { orgId, accountId, accountName } = ctx.session;
  const send = (title: string, account: string) =>
    sendNotice(ctx.db, { type: NOTICE, title, remark, orgId, createdBy: accountName, accountIds: [account] });
  if (own && matters) await send(`您的考核免考${word}`, own);
  if (row.askedById && row.askedById !== accountId && row.askedById !== own)
    await send(`${row.memberName}的考核免考${word}`, row.askedById);
}

const {
  page,
  ask: write,
  decide,
  end,
} = exemptionService<queries.PersonExemptionRecord>({
  type: 'assessExemption',
  kind: EXEMPTION_FILES,
  module: '党员考核',
  page: '/integral/exemptionsSet?tab=people',
  queries: queries.personExemptions,
  askRight: 'assess:score',
  decideRight: 'assess:score',
  nameOf: ({ memberName }) => memberName,
  isOwn: (ctx, row) => row.memberId === ctx.session.memberId,
  covers: coversAnyMonthEnd,
  refuseOut: (ctx, row, fromOn, toOn) => refuseOnShow(ctx, row.orgId, fromOn, toOn),
  async follow(ctx, row, change) {
    await totalAnew(ctx, row, change.text || row.reason);
    if (change.word !== '已撤回') await notify(ctx, row, change);
  },
});

export { decide, end, page as list };

/** Whoever sees the exemption reads its papers. */
export const announceFiles = (): void =>
  canReadFile(
    EXEMPTION_FILES,
    async (ctx, { rowId }) =>
      rowId !== null &&
      ctx.may('assess:read') &&
      (await queries.personExemptions.find(ctx.db, ctx.scope, rowId)) !== undefined,
  );

async function personOf(ctx: Ctx, id: string): Promise<months.Person> {
  const year = yearOf(await todayOf(ctx.db));
  const [person] = await months.people(ctx.db, personIs(id, ctx.scope), year);
  if (!person) throw notFound(NO_PERSON);
  return person;
}

/** The items of a person's published plans of this year and the last. */
async function itemsOf(ctx: Ctx, person: months.Person) {
  const now = yearOf(await todayOf(ctx.db));
  const found: { id: string; name: string; year: number }[] = [];
  for (const year of [now, now - 1]) {
    const plan = await months.planFor(ctx.db, person.orgCode, year);
    for (const { id, name } of plan ? await months.itemsOf(ctx.db, plan.id) : []) found.push({ id, name, year });
  }
  return found;
}

export async function items(
  ctx: Ctx,
  input: ParsedOf<typeof contract.exemptionItems>,
): Promise<ReplyOf<typeof contract.exemptionItems>> {
  return itemsOf(ctx, await personOf(ctx, input.memberId));
}

/** Asks that a person be left out of everything or of one item, from a day to a day; never for oneself. */
export async function ask(
  ctx: Ctx,
  input: ParsedOf<typeof contract.askPersonExemption>,
): Promise<ReplyOf<typeof contract.askPersonExemption>> {
  const person = await personOf(ctx, input.memberId);
  const { fromOn, toOn } = input;
  if (fromOn > toOn) throw badInput({ toOn: '结束日期不能早于开始日期' });
  if (toOn >= addMonths(fromOn, 12 * EXEMPTION_YEARS)) throw badInput({ toOn: `一次最长${EXEMPTION_YEARS}年` });
  if (yearOf(fromOn) < yearOf(await todayOf(ctx.db)) - 1) throw badInput({ fromOn: '只办理去年以来的免考' });
  if (!coversAnyMonthEnd(fromOn, toOn)) throw badInput({ toOn: '按月考核，期间至少要包含一个月的最后一天' });
  const item = input.itemId ? (await itemsOf(ctx, person)).find(({ id }) => id === input.itemId) : undefined;
  if (input.itemId && !item) throw badInput({ itemId: '这名党员的考核方案里没有这个项目' });
  if (item && (yearOf(fromOn) !== item.year || yearOf(toOn) !== item.year))
    throw badInput({ toOn: `这个项目属于${item.year}年，期间须在${item.year}年以内` });
  await refuseOnShow(ctx, person.orgId, fromOn, toOn);
  const id = await write(ctx, {
    org: { id: person.orgId, code: person.orgCode, name: person.orgName },
    own: { member_id: person.id },
    // Wherever the person stood then.
    same: { member_id: person.id },
    name: person.name,
    item: item ?? null,
    fromOn,
    toOn,
    reason: input.reason,
    files: input.files,
  });
  return { id };
}

/** Months that were scored already are totalled anew without an exempt item, or with it again; each change is noted. */
async function totalAnew(ctx: Ctx, row: queries.PersonExemptionRecord, reason: string): Promise<void> {
  if (row.itemId === null) return;
  const cells = await queries.scoredCells(ctx.db, row.memberId, row.itemId);
  const [first] = cells;
  if (!first) return;
  const exemptions = await months.exemptionsOf(ctx.db, row.memberId, first.year);
  for (const own of Map.groupBy(cells, ({ monthId }) => monthId).values()) {
    const [of] = own;
    if (!of) continue;
    const month = `${of.year}-${String(of.month).padStart(2, '0')}`;
    const total = monthTotal(own.filter(({ itemId }) => findItemExemption(exemptions, itemId, month) === ''));
    if (total === of.total) continue;
    await queries.setTotal(ctx.db, of.monthId, total);
    await months.noteChange(ctx.db, of.monthId, {
      itemId: row.itemId,
      act: '免考折算',
      old: of.total,
      new: total,
      reason,
      by: ctx.session.accountName,
    });
  }
}
