import type * as contract from '#life/tasks/contract.part.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { meetingsOfWeek } from '../queries/invitees.ts';
import { overdueCount } from '../queries/overdue.ts';
import * as queries from '../queries/parts.ts';
import { accountsOfParts } from '../queries/people.ts';
import { notifyAccounts } from './common.ts';
import { partFacts } from './parts.ts';
import { lockRow } from './tasks.ts';
import { queueUrging } from './urgeSms.ts';

/** Parts that the page shows before its list, and organisations that are late. */
const SHOWN = 6;
const LATE = 20;

/** What the own organisation has to do, what it gave, and who is late with it. */
export async function home(ctx: Ctx): Promise<ReplyOf<typeof contract.officeHome>> {
  const { orgId } = ctx.session;
  const filter = { view: 'received', state: null, overdue: false, words: null } as const;
  const [counts, next, late, meetings, overdueWithin] = await Promise.all([
    queries.homeCounts(ctx.db, orgId),
    queries.pageOfParts(ctx.db, ctx.session, filter, SHOWN, 0),
    queries.lateBelow(ctx.db, orgId, LATE),
    meetingsOfWeek(ctx.db, orgId),
    overdueCount(ctx),
  ]);
  const n = counts ?? {
    received: 0,
    working: 0,
    returned: 0,
    overdue: 0,
    drafts: 0,
    running: 0,
    toCheck: 0,
    lateBelow: 0,
  };
  return {
    own: { received: n.received, working: n.working, returned: n.returned, overdue: n.overdue },
    next: next.rows.filter(({ state }) => state === 0 || state === 1 || state === 3).map(partFacts),
    given: { drafts: n.drafts, running: n.running, toCheck: n.toCheck, overdue: n.lateBelow },
    overdueWithin,
    late: late.map(({ total: _total, ...row }) => row),
    lateTotal: late[0]?.total ?? 0,
    meetings: meetings.map((one) => ({ ...one, startsAt: one.startsAt.toISOString() })),
  };
}

/** Reminds the workers, or the person, of whoever is late or soon due, each once, and says where nobody works. */
export async function urge(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.urgeTask>,
): Promise<ReplyOf<typeof contract.urgeTask>> {
  const task = await lockRow(ctx, id);
  if (task.state !== 2) throw refuse('任务不在进行中');
  const all = await queries.behind(ctx.db, id);
  const fresh = all.filter(({ recently }) => !recently);
  const accounts = await accountsOfParts(
    ctx.db,
    fresh.map(({ partId }) => partId),
  );
  const stand = new Set(accounts.map(({ partId }) => partId));
  const urgedParts = fresh.filter(({ partId }) => stand.has(partId));
  const reached = new Set(urgedParts.map(({ receiver }) => receiver));
  const { accountName: by, orgName } = ctx.session;
  await queries.markUrged(
    ctx.db,
    urgedParts.map(({ partId }) => partId),
  );
  await queries.addEntries(
    ctx.db,
    urgedParts.map(({ partId }) => partId),
    { act: '催办', text: '', orgName, by },
  );
  await notifyAccounts(
    ctx,
    `催办：${task.title}`,
    '请抓紧上报',
    accounts.map(({ accountId }) => accountId),
  );
  const sms = await queueUrging(
    ctx,
    accounts.map(({ accountId }) => accountId),
    `${orgName}催办：${task.title}，请登录平台抓紧上报。`,
  );
  const late = new Set(all.map(({ receiver }) => receiver));
  ctx.audit({
    type: 'officeTask',
    id,
    name: task.title,
    orgCode: task.orgCode,
    changes: { urged: [null, reached.size] },
  });
  return {
    due: late.size,
    reminded: reached.size,
    sms,
    recently: late.size - new Set(fresh.map(({ receiver }) => receiver)).size,
    missing: [...new Set(fresh.filter(({ receiver }) => !reached.has(receiver)).map((one) => one.orgName))],
  };
}
