import { findOrg } from '#house/server/findOrg.ts';
import { URGE_HOURS, urgedRecently } from '#house/urging.ts';
import { dueOf } from '#kernel/attendance/rules.ts';
import { peopleOf } from '#kernel/attendance/server/index.ts';
import { siteSetup } from '#kernel/session/server/site.ts';
import { peopleById } from '#people/member/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { beijingDay, beijingTime } from '#platform/time/days.ts';
import type * as contract from '#procedures/ballot/contract.ts';
import { BALLOTS, countBallots, outcomeOf, sumsFault } from '#procedures/ballot/rules.ts';
import { listVotersOn } from '#procedures/recruitment/server/index.ts';
import * as queries from '../queries/ballot.ts';
import { makeKeys } from '../slip.ts';
import {
  canOf,
  isOwn,
  keyPlace,
  loadBallot,
  lockRow,
  logBallot,
  MODULE,
  NOT_OWN,
  notify,
  rowOf,
  sealOf,
  shownResult,
  shownSeal,
} from './common.ts';

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listBallots>,
): Promise<ReplyOf<typeof contract.listBallots>> {
  const filter = { state: input.state ?? null, words: input.keyWords || null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfBallots(ctx.db, ctx.scope, filter, input.pageSize, offset);
  return { rows: found.rows.map((row) => rowOf(ctx, row)), total: found.total };
}

export async function get(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getBallot>> {
  const row = await loadBallot(ctx, id);
  const [members, tellers, seals, withoutAccount] = await Promise.all([
    peopleById(ctx.db, ctx.scope, row.people),
    queries.tellersOf(ctx.db, id),
    queries.sealsOf(ctx.db, id),
    row.state === 0 ? 0 : queries.countWithoutAccount(ctx.db, id),
  ]);
  const isOwn = (one: { accountId: string }) => one.accountId === ctx.session.accountId;
  return {
    ...rowOf(ctx, row),
    intro: row.intro,
    options: row.options,
    seats: row.seats,
    votersAre: row.votersAre,
    meeting: row.sheetId === null ? null : { title: row.occasion, href: row.occasionUrl },
    members: members.map(({ id: memberId, name }) => ({ id: memberId, name })),
    openedAt: row.openedAt?.toISOString() ?? null,
    openedBy: row.openedBy,
    closedAt: row.closedAt?.toISOString() ?? null,
    urgedAt: row.urgedAt?.toISOString() ?? null,
    withoutAccount,
    result: shownResult(row),
    tellers: tellers.map((one) => ({ name: one.name, isOwn: isOwn(one) })),
    seals: seals.map((one) => ({ name: one.name, sealedAt: one.sealedAt.toISOString(), isOwn: isOwn(one) })),
    seal: shownSeal(row),
    sealedAt: row.sealedAt?.toISOString() ?? null,
    voidReason: row.voidReason,
    updateName: row.updatedBy,
    updateDate: row.updatedAt.toISOString(),
  };
}

type Form = Omit<ParsedOf<typeof contract.createBallot>, 'orgId'>;

async function refuseForeign(ctx: Ctx, form: Form): Promise<void> {
  const people = await peopleById(ctx.db, ctx.scope, form.memberIds);
  if (people.length < new Set(form.memberIds).size) throw notFound('人员不存在');
}

/** The sentence of a refusal: whose the vote is not, hears that; else what the vote's state says. */
const asOwn = (ctx: Ctx, row: queries.BallotRecord, sentence: string) => (isOwn(ctx, row) ? sentence : NOT_OWN);
const FIRST_OWN = '先由举行投票的组织录入或确认，上级再作为第二人';

/** What a form says as it is stored. @param atMeeting it is held at a meeting, whose list says who votes */
function fieldsOf(form: Form, atMeeting = false): queries.BallotFields {
  if ((form.votersAre === 'meeting') !== atMeeting)
    throw badInput({ votersAre: atMeeting ? '投票人是会议的应到人员' : '请从会议里发起投票' });
  if (new Set(form.options).size < form.options.length) throw badInput({ options: '选项不能相同' });
  if (form.kind === 'choose' && form.options.length < form.seats) throw badInput({ seats: '应选人数不能多于候选人' });
  if (form.votersAre === 'people' && form.memberIds.length === 0) throw badInput({ memberIds: '请选择投票人' });
  return {
    ...form,
    seats: form.kind === 'choose' ? form.seats : 1,
    memberIds: form.votersAre === 'people' ? [...new Set(form.memberIds)] : [],
    endsAt: new Date(`${form.endsAt.replace(' ', 'T')}:00+08:00`),
  };
}

const shown = (of: queries.BallotFields | queries.BallotRecord) => ({
  title: of.title,
  kind: of.kind,
  seats: of.seats,
  options: of.options.join('；'),
  onPaper: of.onPaper,
  endsAt: of.endsAt.toISOString(),
});

export async function create(
  ctx: Ctx,
  { orgId, ...form }: ParsedOf<typeof contract.createBallot>,
): Promise<ReplyOf<typeof contract.createBallot>> {
  const org = await findOrg(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound('组织不存在');
  await refuseForeign(ctx, form);
  if (!isOwn(ctx, { orgId: org.id })) throw refuse(NOT_OWN);
  const fields = fieldsOf(form);
  const id = await queries.insertBallot(ctx.db, org, fields, ctx.session.accountName);
  logBallot(ctx, { id, name: fields.title, orgCode: org.code }, diff<Record<string, unknown>>({}, shown(fields)));
  return { id };
}

/** A draft of a vote at an occasion whose list of those due is frozen: the module that holds it calls this. */
export async function draftBallotAt(
  ctx: Ctx,
  org: { id: string; code: string },
  of: { sheetId: string; occasion: string; occasionUrl: string; options: readonly string[]; endsAt: Date },
): Promise<string> {
  const fields: queries.BallotFields = {
    title: `${of.occasion.slice(0, 55)}表决`,
    intro: '',
    kind: 'agree',
    seats: 1,
    options: of.options,
    votersAre: 'branch',
    memberIds: [],
    onPaper: false,
    endsAt: of.endsAt,
  };
  const id = await queries.insertBallot(ctx.db, org, fields, ctx.session.accountName);
  await queries.bindBallot(ctx.db, id, of);
  logBallot(ctx, { id, name: fields.title, orgCode: org.code }, diff<Record<string, unknown>>({}, shown(fields)));
  return id;
}

export async function update(
  ctx: Ctx,
  { id, version, ...form }: ParsedOf<typeof contract.updateBallot>,
): Promise<ReplyOf<typeof contract.updateBallot>> {
  await loadBallot(ctx, id);
  await refuseForeign(ctx, form);
  const row = await lockRow(ctx, id, version);
  if (!canOf(ctx, row).edit) throw refuse(asOwn(ctx, row, '投票已经开始，不能修改；可以作废后另发一次'));
  const fields = fieldsOf(form, row.sheetId !== null);
  const next = await queries.writeBallot(ctx.db, id, fields, ctx.session.accountName);
  logBallot(ctx, row, diff<Record<string, unknown>>(shown(row), shown(fields)));
  return { version: next };
}

export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeBallot>): Promise<null> {
  const row = await lockRow(ctx, input.id);
  if (!canOf(ctx, row).remove) throw refuse(asOwn(ctx, row, '已经开始的投票不能删除，可以作废'));
  await queries.binBallot(ctx.db, row.id, ctx.session.accountName, input.deleteReason);
  logBallot(ctx, row, {}, input.deleteReason);
  return null;
}

/** Who may vote: full members in good standing of the branch, or of those named; at a meeting whoever is due there with a vote. */
async function votersOf(ctx: Ctx, row: queries.BallotRecord): Promise<string[]> {
  const today = beijingDay();
  if (row.votersAre === 'branch') {
    const roll = await listVotersOn(ctx.db, ctx.scope, row.orgId, today);
    return roll.filter((one) => dueOf(one).votes).map(({ id }) => id);
  }
  if (row.sheetId !== null) {
    const people = await peopleOf(ctx.db, row.sheetId);
    return people.filter(({ due, votes, guest }) => due && votes && !guest).map(({ memberId }) => memberId);
  }
  return queries.fullMembersAmong(ctx.db, row.people);
}

/** Opens a vote: who may vote, what about and until when is frozen; whoever has an account is told. */
export async function open(
  ctx: Ctx,
  { id, version }: ParsedOf<typeof contract.openBallot>,
): Promise<ReplyOf<typeof contract.openBallot>> {
  const row = await lockRow(ctx, id, version);
  if (!canOf(ctx, row).open) throw refuse(asOwn(ctx, row, '投票已经开始'));
  if (row.isOver) throw refuse('截止时间已过，请先修改截止时间');
  const voters = await votersOf(ctx, row);
  if (voters.length === 0) throw refuse('没有可以投票的人：须是有表决权的正式党员');
  const { settings } = await siteSetup({ ...ctx.services, db: ctx.db }, ctx.request.host);
  if (voters.length < settings.secretVoters)
    throw refuse(
      `无记名投票至少要有${settings.secretVoters}名投票人，这次只有${voters.length}名：人太少，结果会让人看出谁投了什么，请改用其他表决方式`,
    );
  await queries.listVoters(ctx.db, id, voters);
  const { publicKey, privateKey } = await makeKeys();
  const encrypted = ctx.services.vault.encrypt(keyPlace(id), privateKey);
  await queries.step(
    ctx.db,
    id,
    queries.STEPS.open(
      ctx.session.accountName,
      voters.length,
      row.onPaper ? null : { publicKey: JSON.stringify(publicKey), encrypted },
    ),
  );
  if (!row.onPaper) {
    const { accounts } = await queries.withoutSlip(ctx.db, id);
    const until = `${beijingTime(row.endsAt)}截止。投票不记名，平台不知道谁投了什么。`;
    await notify(ctx.db, row.orgId, ctx.session.accountName, `请投票：${row.title}`, until, accounts);
    await queries.openTodos(ctx.db, { ...row, dueOn: beijingDay(row.endsAt) }, MODULE, BALLOTS.vote(id));
  }
  logBallot(ctx, row, { state: [0, 1], voters: [null, voters.length] });
  return { voters: voters.length };
}

/** Reminds all who have no slip yet, in the platform's name; nobody reads who they are. */
export async function urge(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.urgeBallot>,
): Promise<ReplyOf<typeof contract.urgeBallot>> {
  const row = await lockRow(ctx, id);
  if (!canOf(ctx, row).urge) throw refuse(asOwn(ctx, row, '没有要催的人，或投票不在进行'));
  if (row.urgedAt && Date.now() - row.urgedAt.getTime() < URGE_HOURS * 3_600_000)
    throw refuse(urgedRecently(row.urgedAt));
  const { people, accounts } = await queries.withoutSlip(ctx.db, id);
  await notify(
    ctx.db,
    row.orgId,
    '',
    `请投票：${row.title}`,
    `${beijingTime(row.endsAt)}截止，您还没有领票。`,
    accounts,
  );
  await queries.step(ctx.db, id, queries.STEPS.urge);
  logBallot(ctx, row, { urged: [null, people] });
  return { people };
}

/** Ends a locked vote: its ballots lose their slips and their order, and are counted. */
export async function countVotes(db: Db, row: queries.BallotRecord): Promise<void> {
  const ballots = await queries.shuffleBallots(db, row.id);
  await end(db, row, ballots.length, countBallots(row, ballots));
}

async function end(db: Db, row: queries.BallotRecord, cast: number, sums: number[][]): Promise<void> {
  const result = { sums, ...outcomeOf(row, row.voters, cast, sums) };
  await queries.step(db, row.id, queries.STEPS.close(cast, JSON.stringify(result)));
  await queries.closeTodos(db, row.id, null);
}

/** Ends the votes whose time is over, each in a transaction of its own. */
export async function endDue(services: Services): Promise<void> {
  for (const id of await queries.dueBallots(services.db))
    await transact(services.db, async (tx) => {
      const row = await queries.findBallot(tx, wholeScope, id, true);
      if (row?.state === 1 && row.isOver) await countVotes(tx, row);
    });
}

export async function close(ctx: Ctx, { id }: ParsedOf<typeof contract.closeBallot>): Promise<null> {
  const row = await lockRow(ctx, id);
  if (!canOf(ctx, row).close) throw refuse(asOwn(ctx, row, '还有人没有投票，到截止时间自动结束'));
  await countVotes(ctx.db, row);
  logBallot(ctx, row, { state: [1, 2] });
  return null;
}

/** What a teller counted of paper ballots; the second one who agrees ends the vote. */
export async function enterSums(
  ctx: Ctx,
  { id, cast, sums }: ParsedOf<typeof contract.enterSums>,
): Promise<ReplyOf<typeof contract.enterSums>> {
  const row = await lockRow(ctx, id);
  if (row.state !== 1 || !row.onPaper) throw refuse('只有正在进行的纸质投票可以录入票数');
  if (!canOf(ctx, row).tell) throw refuse(FIRST_OWN);
  if (cast > row.voters) throw badInput({ cast: `收回的票不能多于应投${row.voters}人` });
  const fault = sumsFault(row, cast, sums);
  if (fault !== '') throw badInput({ sums: fault });
  const { accountId, accountName: name } = ctx.session;
  const mine = { accountId, name, cast, sums: sums.flat() };
  await queries.writeTeller(ctx.db, id, mine);
  const others = (await queries.tellersOf(ctx.db, id)).filter((one) => one.accountId !== accountId);
  const agrees = others.some((one) => one.cast === cast && one.sums.join() === mine.sums.join());
  if (agrees) await end(ctx.db, row, cast, sums);
  logBallot(ctx, row, { teller: [null, name], ...(agrees ? { state: [1, 2] } : {}) });
  return { differs: !agrees && others.length > 0, isClosed: agrees };
}

/** Confirms a result by the own password (checked before); the second of two people seals it. */
export async function seal(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.sealBallot>,
): Promise<ReplyOf<typeof contract.sealBallot>> {
  const row = await lockRow(ctx, id);
  if (row.state !== 2) throw refuse(row.state === 3 ? '结果已经封存' : '投票还没有结束');
  if (!canOf(ctx, row).seal) throw refuse(FIRST_OWN);
  const { accountId, accountName } = ctx.session;
  const before = await queries.sealsOf(ctx.db, id);
  if (before.some((one) => one.accountId === accountId)) throw refuse('您已经确认过，还要另一个人确认');
  await queries.addSeal(ctx.db, id, accountId, accountName);
  const isSealed = before.length > 0;
  if (isSealed) await queries.step(ctx.db, id, queries.STEPS.seal(sealOf(row)));
  logBallot(ctx, row, { sealedBy: [null, accountName], ...(isSealed ? { state: [2, 3] } : {}) });
  return { isSealed };
}

export async function voidOne(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.voidBallot>): Promise<null> {
  const row = await lockRow(ctx, id);
  if (!canOf(ctx, row).void) throw refuse(asOwn(ctx, row, row.state === 3 ? '已封存的投票不能作废' : '投票不在进行'));
  // What was voted goes with it: a void vote must not be read.
  await queries.deleteVotes(ctx.db, id);
  await queries.step(ctx.db, id, queries.STEPS.void(reason));
  await queries.closeTodos(ctx.db, id, null);
  logBallot(ctx, row, { state: [row.state, 4] }, reason);
  return null;
}
