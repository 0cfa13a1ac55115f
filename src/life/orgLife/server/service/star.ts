import type * as contract from '#life/orgLife/contract.star.ts';
import { bandsFault, CONTEST_STATES, STAR_NAMES, scoreFaults, starsOf, sumOf } from '#life/orgLife/rules.star.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope, workerScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { syncWaitingTodos } from '#platform/server/inbox/waiting.ts';
import * as queries from '../queries/star.ts';

const MISSING = '五星创评不存在';
const WORKER = 3;
const selfTodo = (id: string) => `lifeStar:${id}`;

const runs = (ctx: Ctx, one: queries.ContestRecord) => ctx.may('event:review') && one.orgId === ctx.session.orgId;
const NEXT = ['开始自评', '转入初审', '开始公示', '授牌', ''] as const;

const rowOf = (one: queries.ContestRecord) => ({
  id: one.id,
  orgId: one.orgId,
  orgName: one.orgName,
  year: one.year,
  title: one.title,
  state: one.state,
  stateName: CONTEST_STATES[one.state],
  entries: one.entries,
  selfDone: one.selfDone,
  reviewed: one.reviewed,
});

/** Whoever stands above branches runs contests; a branch takes part. */
const mayAdd = (ctx: Ctx) => ctx.may('event:review') && !BRANCH_TYPES.includes(ctx.session.orgType);

export async function list(ctx: Ctx): Promise<ReplyOf<typeof contract.listContests>> {
  const rows = await queries.contests(ctx.db, ctx.scope);
  return { contests: rows.map(rowOf), orgId: ctx.session.orgId, can: { add: mayAdd(ctx) } };
}

async function find(ctx: Ctx, id: string, lock = false): Promise<queries.ContestRecord> {
  const one = await queries.findContest(ctx.db, ctx.scope, id, lock);
  if (!one) throw notFound(MISSING);
  return one;
}

export async function get(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getContest>,
): Promise<ReplyOf<typeof contract.getContest>> {
  const one = await find(ctx, id);
  const all = await queries.entriesOf(ctx.db, id);
  const mine = runs(ctx, one);
  // Before they are made public a branch sees its own alone; afterwards everybody's sums, not what was written beside them.
  const open = one.state >= 3;
  const list = all
    .filter((entry) => open || inScope(ctx.scope, entry.orgCode))
    .map((entry) => {
      const near = inScope(ctx.scope, entry.orgCode);
      const review = near && (mine || open);
      return {
        orgId: entry.orgId,
        orgName: entry.orgName,
        self: near ? entry.self : null,
        selfNote: near ? entry.selfNote : '',
        selfBy: near ? entry.selfBy : '',
        selfSum: near ? sumOf(entry.self) : null,
        review: review ? entry.review : null,
        reviewNote: review ? entry.reviewNote : '',
        reviewBy: review ? entry.reviewBy : '',
        reviewSum: mine || open ? sumOf(entry.review) : null,
        stars: open && entry.review ? (entry.stars ?? starsOf(sumOf(entry.review) ?? 0, one.bands)) : null,
        can: {
          self: one.state === 1 && ctx.may('event:write') && entry.orgId === ctx.session.orgId,
          review: one.state === 2 && mine,
        },
      };
    });
  return {
    ...rowOf(one),
    items: one.items,
    bands: one.bands,
    list,
    version: one.version,
    can: { edit: mine && one.state === 0, next: mine ? NEXT[one.state] : '' },
  };
}

const audit = (ctx: Ctx, one: { id: string; title: string }, orgCode: string, reason?: string) =>
  ctx.audit({ type: 'lifeContest', id: one.id, name: one.title, orgCode, ...(reason ? { reason } : {}) });

/** Writes a contest down, or changes one that has not begun. */
export async function save(
  ctx: Ctx,
  { id, version, ...form }: ParsedOf<typeof contract.saveContest>,
): Promise<ReplyOf<typeof contract.saveContest>> {
  const by = ctx.session.accountName;
  const fault = bandsFault(form.bands);
  if (fault) throw badInput({ bands: fault });
  const taken = () => badInput({ year: `${form.year}年的五星创评已经有了` });
  if (id === null) {
    if (!mayAdd(ctx)) throw refuse('由上级党组织发起五星创评');
    const org = { id: ctx.session.orgId, code: ctx.session.orgCode };
    const made = await writeUnique(() => queries.insertContest(ctx.db, org, form, by), taken);
    audit(ctx, { id: made, title: form.title }, org.code);
    return { id: made };
  }
  const one = await find(ctx, id, true);
  if (!runs(ctx, one) || one.state !== 0) throw refuse('自评开始后不能再改项目和分数线');
  if (one.version !== version)
    throw conflict('该创评已被他人修改，请核对后再操作', { current: { version: one.version } });
  await writeUnique(async () => queries.writeContest(ctx.db, id, form, by), taken);
  audit(ctx, one, one.orgCode);
  return { id };
}

/** The next step: all branches below take part, self scores close, sums are public, stars are awarded. */
export async function step(ctx: Ctx, { id, version }: ParsedOf<typeof contract.stepContest>): Promise<null> {
  const one = await find(ctx, id, true);
  if (!runs(ctx, one)) throw refuse('由发起的党组织推进');
  if (one.version !== version)
    throw conflict('该创评已被他人推进，请核对后再操作', { current: { version: one.version } });
  if (one.state === 4) throw refuse('已经授牌');
  if (one.state === 0) await queries.enterContest(ctx.db, id, workerScope(one.orgCode), BRANCH_TYPES);
  const entries = await queries.entriesOf(ctx.db, id);
  if (entries.length === 0) throw refuse('本组织下没有参加创评的党支部');
  if (one.state === 0) {
    for (const entry of entries) {
      await openTodo(ctx, {
        roleId: WORKER,
        orgId: entry.orgId,
        orgCode: entry.orgCode,
        accountId: null,
        module: '组织生活',
        title: `五星创评自评：${one.title}`,
        detail: one.orgName,
        act: '自评',
        jumpUrl: `/affairs/event/scoreList/${id}`,
        dueOn: null,
        subject: selfTodo(id),
      });
    }
  }
  if (one.state === 1) await closeTodos(ctx.db, [selfTodo(id)]);
  if (one.state === 2) {
    const open = entries.filter(({ review }) => review === null);
    if (open.length > 0) {
      const names = open.slice(0, 5).map(({ orgName }) => orgName);
      throw refuse(`还有${open.length}个党支部没有初审：${names.join('、')}${open.length > 5 ? '等' : ''}`);
    }
  }
  if (one.state === 3) {
    for (const entry of entries) {
      const stars = starsOf(sumOf(entry.review) ?? 0, one.bands);
      await queries.setStars(ctx.db, entry.id, stars);
      // The award stands in the organisation's history.
      ctx.audit({
        type: 'org',
        id: entry.orgId,
        name: entry.orgName,
        orgCode: entry.orgCode,
        reason: `${one.year}年五星创评：${STAR_NAMES[stars]}党支部`,
      });
    }
  }
  await queries.setState(ctx.db, id, one.state + 1, ctx.session.accountName);
  await syncWaitingTodos(ctx.db, ctx.services.modules, ['lifeStarReview']);
  audit(ctx, one, one.orgCode, CONTEST_STATES[(one.state + 1) as keyof typeof CONTEST_STATES]);
  return null;
}

/** Scores by item: of the branch itself, or of whoever runs the contest. */
export async function score(ctx: Ctx, input: ParsedOf<typeof contract.saveScores>): Promise<null> {
  const one = await find(ctx, input.id, true);
  const entry = (await queries.entriesOf(ctx.db, input.id)).find(({ orgId }) => orgId === input.orgId);
  if (!entry || !inScope(ctx.scope, entry.orgCode)) throw notFound('这个组织没有参加创评');
  const isSelf = input.kind === 'self';
  if (isSelf && !(ctx.may('event:write') && entry.orgId === ctx.session.orgId)) throw refuse('由党支部自己自评');
  if (!isSelf && !runs(ctx, one)) throw refuse('由发起的党组织初审');
  if (one.state !== (isSelf ? 1 : 2)) throw refuse(isSelf ? '现在不在自评阶段' : '现在不在初审阶段');
  const faults = scoreFaults(one.items, input.scores);
  if (Object.keys(faults).length > 0) throw badInput(faults as Record<string, string>);
  const write = isSelf ? queries.writeSelf : queries.writeReview;
  await write(ctx.db, entry.id, input.scores, input.note, ctx.session.accountName);
  if (!isSelf) await syncWaitingTodos(ctx.db, ctx.services.modules, ['lifeStarReview']);
  audit(ctx, one, entry.orgCode, `${entry.orgName}${isSelf ? '自评' : '初审'}${sumOf(input.scores)}分`);
  return null;
}
