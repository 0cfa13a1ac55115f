import { tellWorkers } from '#kernel/permission/server/tell.ts';
import { urgeBehind } from '#kernel/permission/server/urgeBehind.ts';
import type { listRounds } from '#life/tables/contract.read.ts';
import type * as contract from '#life/tables/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/rounds.ts';
import type { TableRecord } from '../queries/tables.ts';
import { syncTodos } from '../queries/todos.ts';
import { fillPath } from '../todos.ts';
import { lockOwn, logTable, NO_ROUND, readTable } from './common.ts';

/** The rounds of a table with how they stand, for whoever reads it. */
export async function rounds(ctx: Ctx, { id }: ParsedOf<typeof listRounds>): Promise<ReplyOf<typeof listRounds>> {
  const row = await readTable(ctx, id);
  const run = row.orgId === ctx.session.orgId && row.state === 'open' && ctx.may('dataCentre:design');
  const found = await queries.roundsOf(ctx.db, ctx.scope, id);
  return found.map(({ tableId: _table, ...round }) => ({ ...round, can: { run: run && round.open + round.late > 0 } }));
}

/** A round of a table that the own organisation gave, the table locked. */
async function lockRound(ctx: Ctx, id: string): Promise<{ row: TableRecord; round: queries.RoundRecord }> {
  const tableId = await queries.tableOfRound(ctx.db, id);
  if (!tableId) throw notFound(NO_ROUND);
  const row = await lockOwn(ctx, tableId);
  if (row.state !== 'open') throw refuse('该数据表不在填报中');
  const round = await queries.findRound(ctx.db, tableId, id);
  if (!round) throw notFound(NO_ROUND);
  return { row, round };
}

const pathsOf = (fills: readonly { id: string; orgId: string }[]) => {
  const of = new Map(fills.map(({ id, orgId }) => [orgId, fillPath(id)]));
  return (orgId: string) => of.get(orgId) ?? '';
};

/** Puts the last day of a round off. */
export async function extend(
  ctx: Ctx,
  { id, dueOn, reason }: ParsedOf<typeof contract.extendRound>,
): Promise<ReplyOf<typeof contract.extendRound>> {
  const { row, round } = await lockRound(ctx, id);
  if (dueOn <= round.dueOn) throw badInput({ dueOn: `应晚于原来的截止日期${round.dueOn}` });
  if (dueOn < row.today) throw badInput({ dueOn: '新的截止日期不能早于今天' });
  await queries.extendRound(ctx.db, id, dueOn);
  await syncTodos(ctx.db, row.id);
  const open = await queries.behind(ctx.db, id);
  const words = { title: `期限延长到${dueOn}：${row.title}`, remark: `${round.label}：${reason}` };
  const toldCount = await tellWorkers(
    ctx,
    open.map(({ orgId }) => orgId),
    words,
    pathsOf(open),
  );
  logTable(ctx, row, { dueOn: [`${round.label}${round.dueOn}`, `${round.label}${dueOn}`] }, reason);
  return { told: toldCount.size };
}

/** Urges whoever is late or due within three days, each once in two hours. */
export async function urge(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.urgeRound>,
): Promise<ReplyOf<typeof contract.urgeRound>> {
  const { row, round } = await lockRound(ctx, id);
  const behind = await queries.behind(ctx.db, id);
  const words = { title: `催办：${row.title}`, remark: `${round.label}，${row.orgName}请您尽快上报。` };
  const urged = await urgeBehind(ctx, 'data_centre_fill', behind, words, fillPath);
  logTable(ctx, row, { urged: [null, urged.reminded] });
  return urged;
}
