import {
  askAbove,
  type DecisionRequest,
  decideGiven,
  obstacleToDecide,
  registerUrgeable,
  takeBackAbove,
} from '#kernel/permission/server/above.ts';
import type * as read from '#life/tables/contract.read.ts';
import type * as contract from '#life/tables/contract.ts';
import {
  cleanRows,
  EMPTY_DESIGN,
  type Fault,
  type FilledRow,
  fillFaults,
  isEmpty,
  startRows,
  type TableDesign,
} from '#life/tables/rules.design.ts';
import { figuresOf } from '#life/tables/rules.sum.ts';
import { mayAct } from '#life/tables/rules.ts';
import { knownOf } from '#life/tasks/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { chosenScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import type { TodoAct } from '#platform/server/module.ts';
import * as queries from '../queries/fills.ts';
import { tableOfRound } from '../queries/rounds.ts';
import { placesOf } from '../queries/tables.ts';
import { syncTodos } from '../queries/todos.ts';
import { decideSubject, MODULE, viewPath } from '../todos.ts';
import { choicesOf, NO_ORG, NO_ROUND, readTable } from './common.ts';

type Fill = queries.FillRecord;
const NO_FILL = '该填报不存在或不在管理范围内';

/** The filling as it is put before whoever gave the table: never before whoever handed it in. */
const decisionRequestOf = (ctx: Ctx, fill: Fill): DecisionRequest => ({
  todo: decideSubject(fill.id),
  isOpen: fill.state === 'asked',
  askedBy: fill.askedBy,
  ownRefusal: '不能审核本人上报的数据表',
  superior: [fill.giverId, fill.deciderOrgId].includes(ctx.session.orgId),
  superiorRefusal: `由${fill.deciderName || fill.giverName}审核`,
  deciderName: fill.deciderName,
  right: 'dataCentre:decide',
  verb: '审核',
});

const isOwn = (ctx: Ctx, fill: Fill) => fill.orgId === ctx.session.orgId;

/** What the session may do with a filling now. */
const canOf = (ctx: Ctx, fill: Fill) => ({
  fill: isOwn(ctx, fill) && ctx.may('dataCentre:fill') && fill.tableState === 'open' && mayAct('save', fill.state),
  recall: fill.state === 'asked' && fill.askedBy === ctx.session.accountId,
  decide: fill.state === 'asked' && obstacleToDecide(ctx, decisionRequestOf(ctx, fill)) === '',
});

const rowOf = (ctx: Ctx, fill: Fill): read.FillRow => ({
  id: fill.id,
  tableId: fill.tableId,
  title: fill.title,
  giverName: fill.giverName,
  roundId: fill.roundId,
  round: fill.round,
  dueOn: fill.dueOn,
  daysLeft: fill.daysLeft,
  orgId: fill.orgId,
  orgName: fill.orgName,
  state: fill.state,
  standing: fill.standing,
  handedOn: fill.handedOn,
  isLate: fill.isLate,
  returns: fill.returns,
  decidedBy: fill.decidedBy,
  version: fill.version,
  can: canOf(ctx, fill),
});

/** A page of fillings: of the own organisation, or of the scope. What the list is narrowed to is the session's to see. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof read.listFills>,
  view: queries.FillFilter['view'],
): Promise<ReplyOf<typeof read.listFills>> {
  const scope = chosenScope(ctx, input.orgId);
  if (input.unitId && (await placesOf(ctx.db, ctx.scope, [input.unitId])).length === 0) throw notFound(NO_ORG);
  if (input.tableId) await readTable(ctx, input.tableId);
  if (input.roundId) {
    const tableId = await tableOfRound(ctx.db, input.roundId);
    if (!tableId) throw notFound(NO_ROUND);
    await readTable(ctx, tableId);
  }
  const filter: queries.FillFilter = {
    view,
    tableId: input.tableId ?? null,
    roundId: input.roundId ?? null,
    unitId: input.unitId ?? null,
    title: input.title || null,
    standing: input.standing ?? null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.pageOfFills(ctx.db, scope, ctx.session.orgId, filter, input.pageSize, offset);
  return { rows: rows.map((row) => rowOf(ctx, row)), total };
}

/** A filling that the session sees. @param lock keeps it for this transaction */
export async function fillOf(ctx: Ctx, id: string, lock = false): Promise<Fill> {
  const fill = await queries.findFill(ctx.db, ctx.scope, ctx.session.orgId, id, lock);
  if (!fill) throw notFound(NO_FILL);
  return fill;
}

/** Last time's texts in fields that still stand here under the same id. */
function previousIn(design: TableDesign, before: { label: string; rows: FilledRow[] } | undefined) {
  if (!before) return null;
  const ids = new Set(design.fields.map(({ id }) => id));
  const rows = before.rows.map(({ id, cells }) => ({
    id,
    cells: Object.fromEntries(Object.entries(cells).filter(([field]) => ids.has(field))),
  }));
  return { label: before.label, rows };
}

/** What was handed in last; what was taken back is a draft again. */
async function handedIn(ctx: Ctx, id: string): Promise<FilledRow[]> {
  const filings = await queries.filingsOf(ctx.db, id);
  return filings.find(({ decision }) => decision !== 'recalled')?.rows ?? [];
}

/** What stands in a filling as the session reads it: a draft is its organisation's own, others read what was handed in. */
export async function shownRows(
  ctx: Ctx,
  fill: Fill,
): Promise<{ design: TableDesign; rows: FilledRow[]; known: string[] }> {
  const content = await queries.contentOf(ctx.db, fill.id);
  const design = content?.design ?? EMPTY_DESIGN;
  if (!isOwn(ctx, fill)) return { design, rows: await handedIn(ctx, fill.id), known: [] };
  const isFresh = fill.savedAt === null && canOf(ctx, fill).fill;
  if (!isFresh) return { design, rows: content?.rows ?? [], known: [] };
  const bound = design.several ? [] : design.fields.filter(({ source }) => source !== '');
  const asked =
    bound.length > 0
      ? await knownOf(
          ctx.db,
          fill.orgId,
          bound.some(({ source }) => source === 'women'),
        )
      : {};
  const rows = startRows(design, asked);
  return { design, rows, known: bound.filter(({ id }) => rows[0]?.cells[id]).map(({ id }) => id) };
}

/** One filling with all that is to be known before anything is done. */
export async function detail(ctx: Ctx, id: string): Promise<read.FillDetail> {
  const fill = await fillOf(ctx, id);
  const [{ design, rows, known }, filings, before] = await Promise.all([
    shownRows(ctx, fill),
    queries.filingsOf(ctx.db, id),
    isOwn(ctx, fill) ? queries.previousOf(ctx.db, id) : undefined,
  ]);
  const own = isOwn(ctx, fill);
  return {
    ...rowOf(ctx, fill),
    explanation: fill.explanation,
    contact: fill.contact,
    tableState: fill.tableState,
    reason: fill.reason,
    opinion: fill.opinion,
    askedByName: fill.askedByName,
    deciderName: fill.state === 'asked' ? fill.deciderName : '',
    obstacle: fill.state === 'asked' ? obstacleToDecide(ctx, decisionRequestOf(ctx, fill)) : '',
    isOwn: own,
    design,
    choices: await choicesOf(ctx, design),
    rows,
    known,
    previous: previousIn(design, before),
    savedAt: own ? (fill.savedAt?.toISOString() ?? null) : null,
    savedBy: own ? fill.savedBy : '',
    filings: filings.map(({ rows: _rows, filedAt, decidedAt, ...filing }) => ({
      ...filing,
      filedAt: filedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
  };
}

/** A filling, locked. @throws conflict where it has changed since it was read */
async function lockFill(ctx: Ctx, id: string, version?: number): Promise<Fill> {
  const fill = await fillOf(ctx, id, true);
  if (version !== undefined && fill.version !== version)
    throw conflict('该填报已有变化，请核对后再操作', { current: { version: fill.version } });
  return fill;
}

/** Keeps what was typed in a filling of the own organisation, and judges it by the fields of its version. */
async function keep(
  ctx: Ctx,
  input: ParsedOf<typeof contract.saveFill>,
): Promise<{ fill: Fill; design: TableDesign; rows: FilledRow[]; faults: Fault[]; version: number }> {
  const fill = await lockFill(ctx, input.id, input.version);
  if (!isOwn(ctx, fill)) throw refuse('由填报的组织填写');
  if (fill.tableState !== 'open') throw refuse('该数据表已停用，不用再报');
  if (!mayAct('save', fill.state))
    throw refuse(fill.state === 'asked' ? '已经上报，正在审核；可以先撤回' : '已经审核，不能再改');
  const content = await queries.contentOf(ctx.db, fill.id);
  const design = content?.design ?? EMPTY_DESIGN;
  const choices = await choicesOf(ctx, design);
  const rows = cleanRows(design, input.rows, choices);
  const version = await queries.saveRows(ctx.db, fill.id, rows, ctx.session.accountName);
  return { fill, design, rows, faults: fillFaults(design, rows, choices), version };
}

const log = (ctx: Ctx, fill: Fill, changes: Record<string, [unknown, unknown]>, reason?: string) =>
  ctx.audit({
    type: 'dataCentreFill',
    id: fill.id,
    name: `${fill.title} ${fill.round}`,
    orgCode: fill.orgCode,
    changes,
    ...(reason ? { reason } : {}),
  });

/** Keeps a filling, with what is wrong in it told and not refused. */
export async function save(
  ctx: Ctx,
  input: ParsedOf<typeof contract.saveFill>,
): Promise<ReplyOf<typeof contract.saveFill>> {
  const { fill, rows, faults, version } = await keep(ctx, input);
  log(ctx, fill, { rows: [null, rows.length] });
  return { version, faults };
}

/** Hands a filling in: it waits before the workers of whoever gave the table. */
export async function handIn(
  ctx: Ctx,
  input: ParsedOf<typeof contract.handInFill>,
): Promise<ReplyOf<typeof contract.handInFill>> {
  const { fill, design, rows, faults } = await keep(ctx, input);
  if (rows.length === 0) throw refuse('表里还没有内容，请先填写');
  // At the fields of the form where there is one row, in words with the row where there are several.
  const [first] = faults;
  if (first && design.several) {
    const name = design.fields.find(({ id }) => id === first.col)?.name ?? '';
    throw refuse(`还有${faults.length}处要改：第${first.row}行“${name}”${first.text}`);
  }
  if (first) throw badInput(Object.fromEntries(faults.map(({ col, text }) => [col, text])));
  if (isEmpty(design, rows)) throw refuse('表里还没有内容，请先填写');
  const { accountId: by, accountName: name } = ctx.session;
  const { row: version, decider } = await askAbove(ctx, {
    orgId: fill.giverId,
    right: 'dataCentre:decide',
    isFromHere: true,
    write: ({ id: deciderOrgId }) =>
      queries.handIn(ctx.db, fill.id, figuresOf(design, rows), {
        by,
        name,
        deciderOrgId,
        isLate: fill.dueOn < fill.today,
      }),
    asked: () => ({
      module: MODULE,
      title: `审核填报：${fill.title}`,
      detail: `${fill.orgName}，${fill.round}，${name}上报`,
      act: '审核',
      jumpUrl: viewPath(fill.id),
      subject: decideSubject(fill.id),
    }),
  });
  await syncTodos(ctx.db, fill.tableId);
  log(ctx, fill, { state: [fill.state, 'asked'] });
  return { version, decider: decider.name };
}

/** Takes a filling back while nobody has decided it, by whoever handed it in. */
export async function recall(ctx: Ctx, { id }: ParsedOf<typeof contract.recallFill>): Promise<{ version: number }> {
  const fill = await lockFill(ctx, id);
  let version = fill.version;
  await takeBackAbove(
    ctx,
    decisionRequestOf(ctx, fill),
    async () => {
      version = await queries.settle(ctx.db, fill.id, 'open', 'recalled', null);
    },
    `由${fill.askedByName || '填报的组织'}上报，只能由本人撤回`,
  );
  await syncTodos(ctx.db, fill.tableId);
  log(ctx, fill, { state: ['asked', 'open'] });
  return { version };
}

/** Accepts a filling or returns it with its reason; of two at once one wins. */
export async function decide(
  ctx: Ctx,
  input: Omit<ParsedOf<typeof contract.decideFill>, 'version'> & { version?: number },
): Promise<{ version: number }> {
  const fill = await lockFill(ctx, input.id);
  const version = await decideGiven(ctx, decisionRequestOf(ctx, fill), input, {
    version: fill.version,
    noun: '该填报',
    verb: '审核',
    title: fill.title,
    accepted: `${fill.round}的填报已审核。`,
    carryOut: (state, decision, decided) => queries.settle(ctx.db, fill.id, state, decision, decided),
  });
  await syncTodos(ctx.db, fill.tableId);
  log(ctx, fill, { state: ['asked', input.decision === 'agree' ? 'done' : 'returned'] }, input.opinion);
  return { version };
}

/** Accepts or returns one of several, as it stands (今日). */
export const decideTogether =
  (decision: 'agree' | 'return'): TodoAct =>
  (ctx, id, opinion) =>
    decide(ctx, { id, decision, opinion });

/** Announces that whoever handed a filling in may urge the decision. */
export function announceUrging(): void {
  registerUrgeable('dataCentre', async (ctx, id) => {
    const fill = await fillOf(ctx, id, true);
    return {
      row: decisionRequestOf(ctx, fill),
      detail: { type: 'dataCentreFill', id, name: `${fill.title} ${fill.round}`, orgCode: fill.orgCode },
    };
  });
}
