import { tellWorkers, tellWorkersOf } from '#kernel/permission/server/tell.ts';
import type { getDesign } from '#life/tables/contract.read.ts';
import type * as contract from '#life/tables/contract.ts';
import { designFaults, EMPTY_DESIGN, type TableDesign } from '#life/tables/rules.design.ts';
import { MAX_ORGS, roundsUntil } from '#life/tables/rules.ts';
import { flatDictionaries } from '#life/tasks/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { stopFills } from '../queries/fills.ts';
import { countAudience, createDueRounds, openRounds, openTables } from '../queries/rounds.ts';
import * as tables from '../queries/tables.ts';
import { syncTodos } from '../queries/todos.ts';
import { decideSubject, fillPath } from '../todos.ts';
import { choicesOf, lockOwn, logTable, readTable } from './common.ts';

/** Whether two designs say the same. */
export const isSame = (a: TableDesign, b: TableDesign): boolean =>
  JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));
/** The database answers the keys of an object in an order of its own. */
const ordered = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(ordered)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, one]) => [key, ordered(one)]),
        )
      : value;

/** Whether the design of a table may be changed: of a draft always, of what comes back for the rounds to come. */
const mayDesign = ({ state, period }: Pick<tables.TableRecord, 'state' | 'period'>) =>
  state === 'draft' || (state === 'open' && period !== 'once');

/** The fields and checks of a table, as they are being worked on or as a version has them. */
export async function design(ctx: Ctx, input: ParsedOf<typeof getDesign>): Promise<ReplyOf<typeof getDesign>> {
  const row = await readTable(ctx, input.id);
  const edit = row.orgId === ctx.session.orgId && ctx.may('dataCentre:design') && mayDesign(row);
  const versions = await tables.versionsOf(ctx.db, row.id);
  const found = input.number === undefined ? undefined : versions.find(({ number }) => number === input.number);
  if (input.number !== undefined && !found) throw notFound('没有这一版');
  const shown = found?.design ?? (edit || row.state === 'draft' ? row.design : (versions[0]?.design ?? EMPTY_DESIGN));
  return {
    title: row.title,
    state: row.state,
    period: row.period,
    version: row.version,
    design: shown,
    choices: await choicesOf(ctx, shown),
    faults: found ? [] : designFaults(shown),
    dicts: edit ? await flatDictionaries(ctx.db) : [],
    versions: versions.map(({ number, publishedAt, publishedBy, rounds }) => ({
      number,
      publishedAt: publishedAt.toISOString(),
      publishedBy,
      rounds,
    })),
    can: { edit: edit && !found },
  };
}

/** Keeps a design, faulty or not; what is published has none. */
export async function saveDesign(
  ctx: Ctx,
  input: ParsedOf<typeof contract.saveDesign>,
): Promise<ReplyOf<typeof contract.saveDesign>> {
  const row = await lockOwn(ctx, input.id, input.version);
  if (!mayDesign(row))
    throw refuse(row.state === 'open' ? '一次性的表下发后不能再改字段；可以复制一张' : '该数据表已停用，不能再改');
  const next = input.design as TableDesign;
  const version = await tables.stepTable(ctx.db, row.id, { design: next }, ctx.session.accountName);
  const words = ({ fields, checks }: TableDesign) =>
    `${fields.map(({ name }) => name).join('、')}${checks.length > 0 ? `；核对规则${checks.length}条` : ''}`;
  logTable(ctx, row, { fields: [words(row.design), words(next)] });
  return { version, faults: designFaults(next) };
}

/** Chooses who fills in, one by one: of a draft exactly these, of what is out these as well. */
export async function setOrgs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.setOrgs>,
): Promise<ReplyOf<typeof contract.setOrgs>> {
  const row = await lockOwn(ctx, input.id, input.version);
  const uniqueIds = [...new Set(input.orgIds)];
  const places = await tables.placesOf(ctx.db, ctx.scope, uniqueIds);
  if (places.length < uniqueIds.length) throw notFound('组织不存在');
  if (row.aim !== 'chosen') throw refuse('填报范围不是“指定组织”，不用逐个选');
  if (row.state === 'stopped') throw refuse('该数据表已停用');
  if (uniqueIds.includes(row.orgId)) throw badInput({ orgIds: '填报组织从下级组织中选，不能选本组织' });
  const fresh = uniqueIds.filter((id) => !row.orgIds.includes(id));
  const orgIds = row.state === 'draft' ? uniqueIds : [...row.orgIds, ...fresh];
  if (orgIds.length > MAX_ORGS) throw badInput({ orgIds: `最多${MAX_ORGS}个填报组织` });
  const version = await tables.stepTable(ctx.db, row.id, { orgIds }, ctx.session.accountName);
  if (row.state === 'open') await give(ctx.db, { ...row, orgIds }, openerOf(ctx));
  logTable(ctx, row, { orgs: [row.orgIds.length, orgIds.length] });
  return { version, added: fresh.length };
}

/** Whoever opens a round: somebody by a press, or the hourly run in the name of the organisation that gave the table. */
interface Opener {
  orgId: string;
  name: string;
  accountId?: string;
}
const openerOf = ({ session: { orgId, accountName: name, accountId } }: Ctx): Opener => ({ orgId, name, accountId });

/** Gives what runs of a table to whom it is meant for and who has none, and tells them once; answers how many organisations. */
async function give(db: Db, row: tables.TableRecord, by: Opener): Promise<number> {
  const given = await createDueRounds(db, row);
  if (given.length === 0) return 0;
  await syncTodos(db, row.id);
  // The newest round where one gets several.
  const of = new Map(given.map((one) => [one.orgId, one]));
  await tellWorkersOf(
    db,
    by,
    [...of.keys()],
    (orgId) => {
      const { label = '', dueOn = '' } = of.get(orgId) ?? {};
      const round = row.period === 'once' ? '' : `${label}，`;
      return { title: `数据表：${row.title}`, remark: `${row.orgName}下发，${round}${dueOn}截止。` };
    },
    (orgId) => fillPath(of.get(orgId)?.id ?? ''),
  );
  return of.size;
}

/** Publishes a draft, or the next version of a table that comes back: it holds from the round that begins next. */
export async function publish(
  ctx: Ctx,
  input: ParsedOf<typeof contract.publishTable>,
): Promise<ReplyOf<typeof contract.publishTable>> {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state === 'stopped') throw refuse('该数据表已停用，不能再下发');
  const [fault] = designFaults(row.design);
  if (fault) throw refuse(`${fault}，请先设计好表`);
  const by = ctx.session.accountName;
  if (row.state === 'open') {
    if (!mayDesign(row)) throw refuse('已经下发，不用再次下发');
    const [newest] = await tables.versionsOf(ctx.db, row.id);
    if (newest && isSame(newest.design, row.design)) throw refuse('字段和核对规则没有变化，不用发布新版');
    const number = await tables.insertVersion(ctx.db, row.id, row.design, by);
    const version = await tables.stepTable(ctx.db, row.id, {}, by);
    logTable(ctx, row, { number: [number - 1, number] });
    return { version, number, given: 0 };
  }
  if (row.dueOn !== null && row.dueOn < row.today) throw refuse(`截止日期${row.dueOn}已经过了，请先修改`);
  if ((await countAudience(ctx.db, row)) === 0)
    throw refuse(row.aim === 'chosen' ? '还没有填报组织，请先选择' : '填报范围里没有组织，请先修改');
  const number = await tables.insertVersion(ctx.db, row.id, row.design, by);
  const version = await tables.stepTable(ctx.db, row.id, { state: 'open', publishedBy: by }, by);
  // What is over when a table is published is not asked for any more.
  const running = roundsUntil(row, row.today).filter(({ dueOn }) => dueOn >= row.today);
  await openRounds(ctx.db, row.id, running);
  const given = await give(ctx.db, row, openerOf(ctx));
  logTable(ctx, row, { state: ['draft', 'open'] });
  return { version, number, given };
}

/** Stops a table: no further rounds, and what is not accepted is no longer asked for. */
export async function stop(ctx: Ctx, input: ParsedOf<typeof contract.stopTable>): Promise<{ version: number }> {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state !== 'open') throw refuse('该数据表不在填报中');
  const { reason } = input;
  const stopped = await stopFills(ctx.db, row.id);
  const version = await tables.stepTable(ctx.db, row.id, { state: 'stopped', reason }, ctx.session.accountName);
  await closeTodos(
    ctx.db,
    stopped.map(({ id }) => decideSubject(id)),
  );
  await syncTodos(ctx.db, row.id);
  const of = new Map(stopped.map(({ id, orgId }) => [orgId, fillPath(id)]));
  await tellWorkers(
    ctx,
    [...of.keys()],
    { title: `数据表已停用：${row.title}`, remark: reason },
    (orgId) => of.get(orgId) ?? '',
  );
  logTable(ctx, row, { state: ['open', 'stopped'] }, reason);
  return { version };
}

/** A draft of the own organisation with what a table of the scope says. */
export async function copy(ctx: Ctx, { id }: ParsedOf<typeof contract.copyTable>): Promise<{ id: string }> {
  const row = await tables.findTable(ctx.db, ctx.scope, id);
  if (!row) throw notFound('该数据表不存在或不在管理范围内');
  const title = `${row.title.slice(0, 56)}（复制）`.slice(0, 60);
  const org = { id: ctx.session.orgId, code: ctx.session.orgCode };
  const made = await tables.copyTable(ctx.db, id, org, title, ctx.session.accountName);
  logTable(ctx, { id: made, title, orgCode: org.code }, { copied: [null, row.title] });
  return { id: made };
}

/** The name under which the hourly run sends notices. */
const SYSTEM = '系统';

/** The hourly run: rounds that have begun are opened, whoever came below a giver meanwhile gets what runs, and all of them are told. */
export async function openDue(db: Db, each: (work: (tx: Db) => Promise<void>) => Promise<void>): Promise<void> {
  for (const id of await openTables(db))
    await each(async (tx) => {
      const row = await tables.lockOpenTable(tx, id);
      if (!row) return;
      if (row.period !== 'once')
        await openRounds(
          tx,
          id,
          roundsUntil(row, row.today).filter(({ dueOn }) => dueOn >= row.today),
        );
      await give(tx, row, { orgId: row.orgId, name: SYSTEM });
    });
}
