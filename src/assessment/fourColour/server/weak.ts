import type * as contract from '#assessment/fourColour/contract.weak.ts';
import type { WeakFile, WeakRow } from '#assessment/fourColour/contract.weak.ts';
import { levelOfScore } from '#assessment/fourColour/rules.ts';
import {
  CRITERIA,
  type Criterion,
  isCriterion,
  mayAct,
  WEAK_ARROWS,
  WEAK_STATES,
  type WeakAct,
} from '#assessment/fourColour/rules.weak.ts';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { attachFiles, canReadFile, detachFiles } from '#platform/server/files/fileRights.ts';
import { syncWaitingTodos } from '#platform/server/inbox/waiting.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { findRulesOfCheck } from '#platform/server/sums/ruleChecks.ts';
import { beijingDay } from '#platform/time/days.ts';
import * as queries from './queries/weak.ts';
import { codesOf, listPlaces, orgWithParents } from './queries.ts';
import { notifyDecided, openAcceptTodo, openRectifyTodo } from './rectificationTodos.ts';

const NO_FILE = '该整顿档案不存在或不在管理范围内';
const KIND = 'colour.weak';
const PAPER = new URL('../papers/weak.typ', import.meta.url);
/** Organisations that one check may name. */
const MOST = 5000;
const YEARS = 2;
/** Shown at once: more are looked at branch by branch. */
const CANDIDATES = 300;

export function announceWeakFiles(): void {
  canReadFile(KIND, async (ctx, { rowId }) => {
    if (rowId === null || !ctx.may('colour:read')) return false;
    return (await queries.findWeak(ctx.db, ctx.scope, rowId)) !== undefined;
  });
}

const labelled = (codes: readonly string[]) =>
  codes.map((code) => ({ code, label: isCriterion(code) ? CRITERIA[code] : code }));

const rowOf = (one: queries.WeakRecord): WeakRow => ({
  id: one.id,
  orgId: one.orgId,
  name: one.name,
  parentName: one.parentName,
  year: one.year,
  criteria: labelled(one.criteria),
  state: one.state,
  stateName: WEAK_STATES[one.state],
  leader: one.leader,
  cadre: one.cadre,
  dueOn: one.dueOn,
  isLate: one.isLate,
  closedOn: one.closedOn,
});

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listWeak>,
): Promise<ReplyOf<typeof contract.listWeak>> {
  const filter = { year: input.year ?? null, state: input.state ?? null, words: input.keyWords || null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total, counts } = await queries.pageOf(ctx.db, ctx.scope, filter, input.pageSize, offset);
  return { rows: rows.map(rowOf), total, counts, can: { list: ctx.may('colour:manage') } };
}

/** The organisation itself reports; whoever stands above it leads and decides, and not who reported. */
function canOf(ctx: Ctx, one: queries.WeakRecord): WeakFile['can'] {
  const own = one.orgId === ctx.session.orgId;
  const above = !own && ctx.may('colour:manage');
  return {
    start: above && mayAct('start', one.state),
    apply: own && mayAct('apply', one.state),
    decide: above && mayAct('close', one.state) && one.reportedId !== ctx.session.accountId,
    relapse: above && mayAct('relapse', one.state),
  };
}

async function see(ctx: Ctx, id: string): Promise<queries.WeakRecord> {
  const one = await queries.findWeak(ctx.db, ctx.scope, id);
  if (!one) throw notFound(NO_FILE);
  return one;
}

export async function file(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.weakFile>,
): Promise<ReplyOf<typeof contract.weakFile>> {
  const one = await see(ctx, id);
  const [files, steps] = await Promise.all([uploadedFiles(ctx.db, one.files), queries.stepsOf(ctx.db, id)]);
  return {
    ...rowOf(one),
    problems: one.problems,
    measures: one.measures,
    files,
    report: one.report,
    reportedBy: one.reportedBy,
    opinion: one.opinion,
    decidedBy: one.decidedBy,
    version: one.version,
    steps: steps.map(({ at, ...step }) => ({ ...step, at: at.toISOString() })),
    can: canOf(ctx, one),
  };
}

/** Which organisations break a rule of the house there or below, with how many. */
async function brokenAt(ctx: Ctx, code: Criterion, byCode: ReadonlyMap<string, string>, below: boolean) {
  const late = (await findRulesOfCheck(ctx, code)?.late?.(ctx, code, MOST)) ?? [];
  const codes = await codesOf(
    ctx.db,
    late.map(({ orgId }) => orgId),
  );
  const counts = new Map<string, number>();
  for (const at of codes.values())
    for (let length = below ? 4 : at.length; length <= at.length; length += 4) {
      const id = byCode.get(at.slice(0, length));
      if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  return counts;
}

/** Towns, streets, villages and communities that a criterion meets, without those that are listed already. */
export async function candidates(ctx: Ctx): Promise<ReplyOf<typeof contract.weakCandidates>> {
  const open = await queries.openWeak(ctx.db, ctx.scope);
  const all = (await listPlaces(ctx.db, ctx.scope)).filter(({ id }) => id !== ctx.session.orgId && !open.has(id));
  const byCode = new Map(all.map(({ id, code }) => [code, id]));
  const vacant = await brokenAt(ctx, 'noSecretary', byCode, false);
  const missed = await brokenAt(ctx, 'lifeMissed', byCode, true);
  const barren = await queries.withoutRecruits(
    ctx.db,
    all.map(({ id }) => id),
    YEARS,
  );
  const found = all.map((place) => {
    const criteria: { code: Criterion; detail: string }[] = [];
    if (vacant.has(place.id))
      criteria.push({ code: 'noSecretary', detail: '现任班子没有书记，请核对空缺是否超过三个月' });
    const branches = missed.get(place.id) ?? 0;
    if (branches > 0) criteria.push({ code: 'lifeMissed', detail: `${branches}个组织缺开` });
    if (barren.has(place.id)) criteria.push({ code: 'noRecruit', detail: `近${YEARS}年没有人入党` });
    if (place.score !== null && levelOfScore(place.score) === 4)
      criteria.push({ code: 'lowScore', detail: `最近一次考核${place.score / 100}分` });
    return { place, criteria };
  });
  return found
    .filter(({ criteria }) => criteria.length > 0)
    .sort((a, b) => b.criteria.length - a.criteria.length || (a.place.code < b.place.code ? -1 : 1))
    .slice(0, CANDIDATES)
    .map(({ place, criteria }) => ({
      orgId: place.id,
      name: place.name,
      parentName: place.parentName,
      criteria: criteria.map(({ code, detail }) => ({ code, label: CRITERIA[code], detail })),
    }));
}

export async function open(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listAsWeak>,
): Promise<ReplyOf<typeof contract.listAsWeak>> {
  const org = await orgWithParents(ctx.db, ctx.scope, input.orgId);
  if (!org) throw notFound('组织不存在');
  if (org.id === ctx.session.orgId) throw refuse('由上级组织列入');
  const by = ctx.session.accountName;
  const criteria = [...new Set(input.criteria)];
  const year = Number((await todayOf(ctx.db)).slice(0, 4));
  const one = { orgId: org.id, orgCode: org.code, year, criteria, problems: input.problems, by };
  const id = await queries.insertWeak(ctx.db, one);
  if (!id) throw refuse('该组织已经列入，还没有销号');
  const words = labelled(criteria)
    .map(({ label }) => label)
    .join('、');
  await queries.addStep(ctx.db, id, '列入', words, by);
  await askStart(ctx);
  ctx.audit({ type: 'colour', id, name: org.name, orgCode: org.code, reason: words });
  return { id };
}

/** What is listed and not begun is put before the organisation above. */
const askStart = (ctx: Ctx) => syncWaitingTodos(ctx.db, ctx.services.modules, ['weakStart']);

const DENIED: Readonly<Record<WeakAct, string>> = {
  start: '由上级组织开始整顿',
  apply: '只有整顿中的组织可以申请销号',
  close: '由上级组织的另一人验收',
  return: '由上级组织的另一人验收',
  relapse: '已销号的才记为反弹',
};

/** A file, locked, of which the session may do something. */
async function lock(ctx: Ctx, input: { id: string; version: number }, may: keyof WeakFile['can'], act: WeakAct) {
  const one = await queries.findWeak(ctx.db, ctx.scope, input.id, true);
  if (!one) throw notFound(NO_FILE);
  if (one.version !== input.version) throw conflict('这份档案已有变化，请核对后再操作');
  if (!canOf(ctx, one)[may]) throw refuse(DENIED[act]);
  return one;
}

async function carry(
  ctx: Ctx,
  one: queries.WeakRecord,
  act: WeakAct,
  word: string,
  text: string,
  more: Omit<queries.WeakChange, 'state'> = {},
) {
  const { to } = WEAK_ARROWS[act];
  const version = await queries.writeWeak(ctx.db, one.id, { ...more, state: to });
  await queries.addStep(ctx.db, one.id, word, text, ctx.session.accountName);
  await askStart(ctx);
  const changes = { state: [WEAK_STATES[one.state], WEAK_STATES[to]] as [unknown, unknown] };
  ctx.audit({ type: 'colour', id: one.id, name: one.name, orgCode: one.orgCode, reason: text, changes });
  return { version };
}

const rectificationOf = ({ id, orgId, orgCode, name, dueOn }: queries.WeakRecord) =>
  ({ kind: 'weak', id, orgId, orgCode, orgName: name, dueOn }) as const;

export async function start(ctx: Ctx, input: ParsedOf<typeof contract.startWeak>) {
  const one = await lock(ctx, input, 'start', 'start');
  if (input.dueOn < (await todayOf(ctx.db))) throw badInput({ dueOn: '期限不能早于今天' });
  const owner = { kind: KIND, rowId: one.id, orgCode: one.orgCode };
  const files = await attachFiles(ctx, 'files', input.files, owner, { format: 'common' });
  await detachFiles(ctx, owner, files);
  const { leader, cadre, measures, dueOn } = input;
  const words = `${leader}联系，${cadre}驻点，${dueOn}前完成`;
  await openRectifyTodo(ctx, rectificationOf({ ...one, dueOn }), words);
  return carry(ctx, one, 'start', '开始整顿', words, { started: { leader, cadre, measures, dueOn, files } });
}

export async function apply(ctx: Ctx, input: ParsedOf<typeof contract.applyWeak>) {
  const one = await lock(ctx, input, 'apply', 'apply');
  const { accountId, accountName: by } = ctx.session;
  await openAcceptTodo(ctx, rectificationOf(one));
  return carry(ctx, one, 'apply', '申请销号', input.report, { report: { text: input.report, byId: accountId, by } });
}

export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decideWeak>) {
  const one = await lock(ctx, input, 'decide', 'close');
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '请输入退回的原因' });
  await notifyDecided(ctx, rectificationOf(one), { ...input, reportedId: one.reportedId });
  const decided = { opinion: input.opinion, by: ctx.session.accountName, closed: input.agree };
  return input.agree
    ? carry(ctx, one, 'close', '验收销号', input.opinion, { decided })
    : carry(ctx, one, 'return', '退回整顿', input.opinion, { decided });
}

export async function relapse(ctx: Ctx, input: ParsedOf<typeof contract.relapseWeak>) {
  const one = await lock(ctx, input, 'relapse', 'relapse');
  if ((await queries.openWeak(ctx.db, ctx.scope)).has(one.orgId)) throw refuse('该组织已经重新列入');
  return carry(ctx, one, 'relapse', '反弹', input.reason);
}

/** The whole file on paper. */
export async function print(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.printWeak>,
): Promise<ReplyOf<typeof contract.printWeak>> {
  const one = await see(ctx, id);
  const name = `软弱涣散党组织整顿档案 ${one.name}`;
  const { line } = await markOfDownload(ctx, `打印${name}`);
  const steps = await queries.stepsOf(ctx.db, id);
  ctx.audit({ type: 'colour', id, name: one.name, orgCode: one.orgCode });
  const lines = (text: string) => text.split('\n').filter((part) => part.trim() !== '');
  return answerPaper(ctx, {
    name,
    template: PAPER,
    data: {
      mark: line,
      name: one.name,
      parent: one.parentName,
      year: `${one.year}年`,
      state: WEAK_STATES[one.state],
      criteria: labelled(one.criteria)
        .map(({ label }) => label)
        .join('、'),
      problems: lines(one.problems),
      leader: one.leader,
      cadre: one.cadre,
      due: one.dueOn ?? '',
      measures: lines(one.measures),
      report: lines(one.report),
      opinion: one.opinion,
      closed: one.closedOn ?? '',
      steps: steps.map((step) => [beijingDay(step.at), step.act, step.text, step.by]),
    },
  });
}
