import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type * as contract from '../../contract.bulk.ts';
import { memberFields } from '../../contract.ts';
import { type BulkField, bulkField, MOST_AT_ONCE } from '../../rules/bulk.ts';
import { emptyPerson } from '../../rules.ts';
import { bulkKind } from '../bulkKinds.ts';
import { shownValue } from '../person.ts';
import { personLabels } from '../personLabels.ts';
import * as queries from '../queries/bulk.ts';
import { findHome, isInScope } from '../queries/record.ts';
import { checkChosen, selectMembers } from './list.ts';

export const BULK_JOB = 'member.bulk';
const RIGHT = 'member:bulk';
/** People judged at a time. */
const CHUNK = 2000;

type PreviewInput = ParsedOf<typeof contract.previewBulk>;

/** What is to be changed, with its title in Chinese; throws body code 600 at the field that is wrong. */
async function readChange(ctx: Ctx, input: PreviewInput): Promise<{ change: queries.Change; title: string }> {
  switch (input.kind) {
    case 'field':
      return readField(ctx, input.field ?? '', input.value ?? '');
    case 'move': {
      if (input.toOrgId === undefined) throw badInput({ toOrgId: '请选择要调整到的党支部' });
      const home = await findHome(ctx.db, ctx.scope, input.toOrgId);
      if (!home) throw notFound('所选党组织不存在');
      if (!BRANCH_TYPES.includes(home.type)) throw badInput({ toOrgId: '党员须编入党支部，请选到党支部' });
      return { change: { kind: 'move', orgId: home.id }, title: `调整到${home.name}` };
    }
    default:
      return readLabels(ctx, input.addLabelIds ?? [], input.removeLabelIds ?? []);
  }
}

async function readField(ctx: Ctx, wire: string, text: string) {
  const field = bulkField(wire);
  if (!field) throw badInput({ field: '请选择可以批量修改的字段' });
  const parsed = memberFields[wire as BulkField].safeParse(text);
  if (!parsed.success) throw badInput({ value: parsed.error.issues[0]?.message ?? '内容不正确' });
  const value = parsed.data ?? null;
  const names = await dictionaryNames(ctx.services);
  if (field.dictionary && value !== null) {
    const known = names.entries(field.dictionary).some((entry) => entry.value === String(value));
    if (!known) throw badInput({ value: `请选择${field.label}` });
  }
  const words = shownValue({ ...emptyPerson, [field.field]: value }, field, names);
  const change: queries.Change = { kind: 'field', field: wire as BulkField, value };
  return { change, title: words === '' ? `清空${field.label}` : `${field.label}改为“${words}”` };
}

async function readLabels(ctx: Ctx, add: string[], remove: string[]) {
  if (add.length + remove.length === 0) throw badInput({ addLabelIds: '请选择要加上或去掉的标签' });
  if (add.some((id) => remove.includes(id))) throw badInput({ removeLabelIds: '同一个标签不能既加上又去掉' });
  const there = new Map((await personLabels().lock(ctx.db, [...add, ...remove])).map(({ id, name }) => [id, name]));
  if (there.size < add.length + remove.length) throw badInput({ addLabelIds: '标签不存在或已删除，请重新选择' });
  const named = (ids: readonly string[]) => ids.map((id) => there.get(id) ?? '').join('、');
  const parts = [add.length > 0 ? `加上标签${named(add)}` : '', remove.length > 0 ? `去掉标签${named(remove)}` : ''];
  const change: queries.Change = { kind: 'label', add, remove };
  return { change, title: parts.filter(Boolean).join('，') };
}

/**
 * Looks at what a change would do to whom: the people are noted with what stands there, so that the change meets
 * these and no others, and leaves alone whoever is changed in the same place meanwhile. Nobody is changed yet.
 */
export async function previewBulk(ctx: Ctx, input: PreviewInput): Promise<contract.Bulk> {
  // A branch beyond the scope is refused whatever is changed.
  if (input.toOrgId !== undefined && !(await findHome(ctx.db, ctx.scope, input.toOrgId)))
    throw notFound('所选党组织不存在');
  const { change, title } = await readChange(ctx, input);
  const people = input.ids ? { ids: input.ids } : await found(ctx, input);
  const { accountId, orgId } = ctx.session;
  return transact(ctx.services.db, async (tx) => {
    const made = await queries.insertBulk(tx, { accountId, orgId, title, change });
    const scope = 'scope' in people ? people.scope : ctx.scope;
    const total = await queries.captureChange(tx, made, change, scope, people, MOST_AT_ONCE + 1);
    if ('ids' in people && total < people.ids.length)
      throw notFound('所选人员中有的不存在或已被删除，请刷新后重新选择');
    if (total === 0) throw refuse('没有符合条件的人员');
    if (total > MOST_AT_ONCE)
      throw refuse(`一次最多修改${MOST_AT_ONCE.toLocaleString('en-US')}人，请先用条件或组织缩小范围`);
    await judgeAll(ctx, tx, made, change);
    return read(ctx, tx, made);
  });
}

async function found(ctx: Ctx, input: PreviewInput) {
  const {
    kind: _kind,
    field: _field,
    value: _value,
    toOrgId: _org,
    addLabelIds: _add,
    removeLabelIds: _out,
    ids: _ids,
    ...filter
  } = input;
  await checkChosen(ctx, filter);
  const selection = await selectMembers(ctx.services, ctx.scope, ctx.session, filter);
  if (!selection) throw refuse('没有符合条件的人员');
  return { scope: selection.scope, filter: selection.filter };
}

async function judgeAll(ctx: Ctx, tx: Db, bulkId: string, change: queries.Change) {
  const { services, scope } = ctx;
  const names = await dictionaryNames(services);
  const kind = bulkKind(change, { services, scope, names, by: ctx.session.accountName });
  for (let after = '0'; ; ) {
    const people = await queries.duePeople(tx, bulkId, after, CHUNK);
    const verdicts = await kind.judge(tx, people);
    const others = [...verdicts].filter(([, { state }]) => state !== 'due');
    await queries.saveRows(
      tx,
      bulkId,
      others.map(([memberId, verdict]) => ({ memberId, ...verdict })),
    );
    const last = people.at(-1);
    if (!last || people.length < CHUNK) return;
    after = last.id;
  }
}

/** Where a change stands: one whose job was cancelled or failed has stopped. */
function stateOf({ state, job_state: job }: queries.BulkRecord): contract.Bulk['state'] {
  const ended = job === 'failed' || job === 'cancelled';
  if (state === 'running' && ended) return 'stopped';
  return state === 'undoing' && ended ? 'halfUndone' : state;
}

async function own(ctx: Ctx, id: string, lock = false): Promise<queries.BulkRecord> {
  const read = lock ? queries.lockBulk : queries.getBulk;
  const row = await read(ctx.db, ctx.scope, ctx.session.accountId, id);
  if (!row) throw notFound('这次批量修改不存在');
  return row;
}

/** A change with how many people are where. */
export const getBulk = (ctx: Ctx, id: string): Promise<contract.Bulk> => read(ctx, ctx.db, id);

async function read(ctx: Ctx, db: Db, id: string): Promise<contract.Bulk> {
  const row = await queries.getBulk(db, ctx.scope, ctx.session.accountId, id);
  if (!row) throw notFound('这次批量修改不存在');
  const counts = await queries.countRows(db, id);
  const state = stateOf(row);
  const { due = 0, changed = 0, kept = 0 } = counts;
  return {
    id: row.id,
    kind: row.change.kind,
    title: row.title,
    state,
    createTime: row.created_at.toISOString(),
    total: Object.values(counts).reduce((sum, n) => sum + n, 0),
    counts: { due: 0, same: 0, refused: 0, changed: 0, stale: 0, undone: 0, kept: 0, ...counts },
    jobId: row.job_id,
    message: row.job_message ?? '',
    file: row.file_id !== null,
    can: {
      start: (state === 'preview' || state === 'stopped') && due > 0,
      undo:
        state === 'undone'
          ? kept > 0
          : (state === 'done' || state === 'stopped' || state === 'halfUndone') && changed > 0,
      cancel: state === 'running' || state === 'undoing',
    },
  };
}

/** The people of a change, those in one state or all. */
export async function bulkRows(
  ctx: Ctx,
  input: ParsedOf<typeof contract.bulkRows>,
): Promise<ReplyOf<typeof contract.bulkRows>> {
  const bulk = await own(ctx, input.id);
  const names = await dictionaryNames(ctx.services);
  const { change } = bulk;
  const field = change.kind === 'field' ? bulkField(change.field) : undefined;
  const offset = (input.pageNum - 1) * input.pageSize;
  const states = input.state ? [input.state] : null;
  const page = await queries.rowsOf(ctx.db, ctx.scope, bulk, states, input.pageSize, offset);
  return {
    total: page.total,
    rows: page.rows.map(({ id, name, org_name, state, note, changes, value }) => ({
      id,
      name,
      orgName: org_name,
      state: state as contract.BulkRowState,
      before: field
        ? (changes?.[field.wire]?.[0] ?? shownValue({ ...emptyPerson, [field.field]: value }, field, names))
        : '',
      note,
    })),
  };
}

async function queue(ctx: Ctx, row: queries.BulkRecord, undo: boolean): Promise<{ jobId: string }> {
  const jobId = await enqueue(ctx, {
    kind: BULK_JOB,
    title: `${undo ? '撤销' : ''}批量修改：${row.title}`,
    right: RIGHT,
    input: { bulkId: row.id, undo, href: `/affairs/member/bulk/${row.id}` },
  });
  await queries.setState(ctx.db, row.id, undo ? 'undoing' : 'running', jobId);
  ctx.audit({ type: 'bulk', id: row.id, name: row.title, orgCode: row.org_code });
  return { jobId };
}

/** Starts a previewed change, or goes on with one that was stopped. */
export async function startBulk(ctx: Ctx, id: string): Promise<{ jobId: string }> {
  const row = await own(ctx, id, true);
  const state = stateOf(row);
  if (state !== 'preview' && state !== 'stopped') throw refuse('这次批量修改已经开始');
  if (!(await getBulk(ctx, id)).can.start) throw refuse('没有需要修改的人员');
  return queue(ctx, row, false);
}

/** Takes a change back as a whole; whoever was changed in the same place since stays so. Repeated it tries those again. */
export async function undoBulk(ctx: Ctx, id: string): Promise<{ jobId: string }> {
  const row = await own(ctx, id, true);
  if (!(await getBulk(ctx, id)).can.undo) throw refuse('这次批量修改现在不能撤销');
  await queries.retryKept(ctx.db, row.id);
  return queue(ctx, row, true);
}

/** The labels of one person. */
export async function memberLabels(ctx: Ctx, id: string) {
  if (!(await isInScope(ctx.db, ctx.scope, id))) throw notFound('该人员不存在或已被删除');
  return personLabels().of(ctx.db, id);
}
