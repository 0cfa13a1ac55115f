import type { RawBuilder } from 'kysely';
import { findOrg } from '#house/server/findOrg.ts';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { allowSeconds, errorCode } from '#platform/server/database/db.ts';
import { narrowScope, type Scope } from '#platform/server/database/scope.ts';
import { badInput, conflict, forbidden, notFound, type Refusal, refuse } from '#platform/server/errors.ts';
import type * as contract from '../../contract.query.ts';
import { MEMBER_RECORDS } from '../../contract.records.ts';
import {
  conditionsOf,
  faultsOf,
  type MemberQuery,
  memberQuery,
  QUERY_VERSION,
  type QueryField,
  queryField,
  sentenceOf,
} from '../../rules/query.ts';
import { personLabels } from '../personLabels.ts';
import { countMembers } from '../queries/list.ts';
import { NOBODY_LEFT_OUT } from '../queries/places.ts';
import * as queries from '../queries/query.ts';

/** Kept under a name by one account at one organisation. */
const MOST_KEPT = 50;
/** People are counted no further while somebody builds a query. */
const CAP = 100_000;
const SECONDS = 8;
const RECORD_KINDS = MEMBER_RECORDS.map(({ kind }) => kind);
const RECORD_LABELS = new Map(MEMBER_RECORDS.map(({ kind, label }) => [kind, label]));

const GONE = '这组条件不存在，或属于别的组织';
const SLOW = '按这组条件要查的人太多，没有在规定时间内查完，请再加一个条件，或先在左侧选定组织';

/** A query whose fields, values and names have been looked at within a scope. */
interface Read {
  query: MemberQuery;
  text: string;
  codes: ReadonlyMap<string, string>;
  names: Record<string, string>;
  faults: Record<string, string>;
}

/** Looks up what a query names: dictionaries' entries, organisations of the scope, labels. */
async function look(services: Services, scope: Scope, query: MemberQuery): Promise<Read> {
  const all = conditionsOf(query);
  const idsOf = (kind: string) =>
    all
      .filter(({ condition }) => queryField(condition.field)?.kind === kind)
      .flatMap(({ condition }) => condition.values);
  const safe = (ids: string[]) => ids.filter((id) => /^[1-9]\d{0,17}$/.test(id));
  const [dictionaries, orgs, labels] = await Promise.all([
    dictionaryNames(services),
    queries.orgsOf(services.db, scope, safe(idsOf('org'))),
    personLabels().named(services.db, safe(idsOf('label'))),
  ]);
  const names: Record<string, string> = Object.fromEntries([
    ...orgs.map(({ id, name }) => [`orgId:${id}`, name]),
    ...labels.map(({ id, name }) => [`label:${id}`, name]),
  ]);
  const faults = faultsOf(query, RECORD_KINDS);
  for (const { path, condition } of all) {
    const field = queryField(condition.field);
    if (!field || faults[path]) continue;
    const lost = condition.values.filter((value) => known(field, value) === false);
    if (lost.length > 0) faults[path] = lostText(field);
  }
  function known(field: QueryField, value: string): boolean {
    if (field.dictionary) return dictionaries.entries(field.dictionary).some((entry) => entry.value === value);
    if (field.kind === 'org' || field.kind === 'label') return names[`${field.field}:${value}`] !== undefined;
    return true;
  }
  const nameOf = (field: QueryField, value: string): string => {
    if (field.labels) return field.labels[value] ?? value;
    if (field.dictionary) return dictionaries.name(field.dictionary, value) || value;
    if (field.kind === 'record') return RECORD_LABELS.get(value) ?? value;
    return names[`${field.field}:${value}`] ?? '（已不存在）';
  };
  return {
    query,
    text: sentenceOf(query, nameOf),
    codes: new Map(orgs.map(({ id, code }) => [id, code])),
    names,
    faults,
  };
}

function lostText(field: QueryField): string {
  if (field.kind === 'org') return '所选党组织已撤销，或不在您的管理范围内，请重新选择';
  if (field.kind === 'label') return '所选标签已删除，请重新选择';
  return `“${field.label}”的选项已停用，请重新选择`;
}

/** A stored query; a sentence where it was written in another version or shape. */
function stored(json: unknown): MemberQuery | string {
  const version = typeof json === 'object' && json !== null && 'v' in json ? json.v : undefined;
  if (version !== QUERY_VERSION) return '这组条件是其他版本保存的，现在的版本读不懂，请重新设置';
  const read = memberQuery.safeParse(json);
  return read.success ? read.data : '保存的条件已损坏，请重新设置';
}

const atQuery = (faults: Readonly<Record<string, string>>): Refusal =>
  badInput(Object.fromEntries(Object.entries(faults).map(([path, text]) => [path ? `query.${path}` : 'query', text])));

/**
 * The condition of a stored query for a list within a scope.
 * @throws not found where the organisation has no such query; body code 600 at `queryId` where it cannot be read any more
 */
export async function storedCondition(
  services: Services,
  scope: Scope,
  orgId: string,
  id: string,
): Promise<RawBuilder<boolean>> {
  const row = await queries.findQuery(services.db, orgId, id);
  if (!row) throw notFound(GONE);
  const query = stored(row.query);
  if (typeof query === 'string') throw badInput({ queryId: query });
  const { faults, codes } = await look(services, scope, query);
  const [fault] = Object.values(faults);
  if (fault !== undefined) throw badInput({ queryId: `条件组合现在不能使用：${fault}` });
  return queries.queryCondition(query, codes);
}

/**
 * The people of a stored query at an organisation as a filter of `member`, for whatever is meant for them: a group, a notice.
 * Asked anew each time, so that it means whoever meets the conditions then. Throws as `storedCondition` does.
 */
export async function audienceOf(
  services: Services,
  scope: Scope,
  orgId: string,
  queryId: string,
): Promise<RawBuilder<boolean>> {
  return storedCondition(services, scope, orgId, queryId);
}

/**
 * Conditions looked up within a scope, for whatever counts people by them: their condition over `member`, their sentence, the names in
 * them, and what is wrong by its path (`0`, `1.0`), while which the condition means nobody.
 */
export async function readConditions(services: Services, scope: Scope, query: MemberQuery) {
  const { faults, codes, text, names } = await look(services, scope, query);
  const isWhole = Object.keys(faults).length === 0;
  return { faults, text, names, condition: isWhole ? queries.queryCondition(query, codes) : queries.NOBODY };
}

/** Turns a statement's time limit into the sentence that says what to do. */
export async function withTimeLimitSentence<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === '57014') throw refuse(SLOW);
    throw error;
  }
}

/** How many people of an organisation a query finds, counted to a cap, and what it says in Chinese. */
export async function countQuery(
  ctx: Ctx,
  input: ParsedOf<typeof contract.countQuery>,
): Promise<ReplyOf<typeof contract.countQuery>> {
  const org = input.orgId === undefined ? undefined : await findOrg(ctx.db, ctx.scope, input.orgId);
  if (input.orgId !== undefined && !org) throw notFound();
  const scope = org ? narrowScope(ctx.scope, org.code) : ctx.scope;
  if (!scope) throw notFound();
  const { query, faults, codes, text } = await look(ctx.services, ctx.scope, input.query);
  if (Object.keys(faults).length > 0) throw atQuery(faults);
  const total = await withTimeLimitSentence(
    ctx.services.db.transaction().execute(async (tx) => {
      await allowSeconds(tx, SECONDS);
      return countMembers(tx, scope, { ...NOBODY_LEFT_OUT, query: queries.queryCondition(query, codes) }, CAP);
    }),
  );
  return { total: Math.min(total, CAP), capped: total > CAP, text };
}

const toRow = (ctx: Ctx, row: queries.QueryRecord, text: string): contract.QueryRow => ({
  id: row.id,
  name: row.name ?? '',
  shared: row.shared,
  mine: row.account_id === ctx.session.accountId,
  text,
  version: row.version,
});

async function textOf(ctx: Ctx, row: queries.QueryRecord): Promise<string> {
  const query = stored(row.query);
  return typeof query === 'string' ? query : (await look(ctx.services, ctx.scope, query)).text;
}

/** What is kept: the own ones first, then those that colleagues share. */
export async function listQueries(ctx: Ctx): Promise<contract.QueryRow[]> {
  const rows = await queries.keptQueries(ctx.db, ctx.session.orgId, ctx.session.accountId);
  return Promise.all(rows.map(async (row) => toRow(ctx, row, await textOf(ctx, row))));
}

/** A query with what is wrong with it by now. */
export async function getQuery(ctx: Ctx, id: string): Promise<contract.QueryDetail> {
  const row = await queries.findQuery(ctx.db, ctx.session.orgId, id);
  if (!row) throw notFound(GONE);
  const query = stored(row.query);
  if (typeof query === 'string') {
    return { ...toRow(ctx, row, query), query: null, names: {}, fault: query, faults: {} };
  }
  const { text, names, faults } = await look(ctx.services, ctx.scope, query);
  return { ...toRow(ctx, row, text), query, names, faults, fault: Object.values(faults)[0] ?? '' };
}

async function own(ctx: Ctx, id: string): Promise<queries.QueryRecord> {
  const row = await queries.lockQuery(ctx.db, ctx.session.orgId, ctx.session.accountId, id);
  if (!row) throw notFound(GONE);
  return row;
}

async function checkName(ctx: Ctx, id: string | null, name: string, shared: boolean) {
  if (shared && !ctx.may('view:write')) throw forbidden('没有共享条件组合的权限');
  const kept = await queries.keptNames(ctx.db, ctx.session.orgId, ctx.session.accountId, id);
  if (kept.includes(name)) throw badInput({ name: '已有同名的条件组合' });
  if (kept.length >= MOST_KEPT) throw refuse(`最多保存${MOST_KEPT}组条件，请先删除不用的`);
}

/** Makes a query usable by its id, under a name or without; changes an own one. Answers the id. */
export async function saveQuery(ctx: Ctx, input: ParsedOf<typeof contract.saveQuery>): Promise<{ id: string }> {
  const { orgId, accountId } = ctx.session;
  const { query, name } = input;
  const shared = input.shared && name !== null;
  const before = input.id === null ? null : await own(ctx, input.id);
  const { faults } = await look(ctx.services, ctx.scope, query);
  if (Object.keys(faults).length > 0) throw atQuery(faults);
  if (name !== null) await checkName(ctx, input.id, name, shared);
  const audited = (id: string) => ctx.audit({ type: 'query', id, name: name ?? '未命名' });
  if (before) {
    if (input.version !== before.version) throw conflict('这组条件已在别处修改，请重新打开');
    await queries.updateQuery(ctx.db, before.id, { name, shared, query });
    audited(before.id);
    return { id: before.id };
  }
  // The same conditions used once more are the same address.
  const same = name === null ? await queries.sameUnnamed(ctx.db, orgId, accountId, query) : undefined;
  const id = same ?? (await queries.insertQuery(ctx.db, { orgId, accountId, name, shared, query }));
  audited(id);
  return { id };
}

/** Takes a query off the list of kept ones; links and views that use it still open. */
export async function removeQuery(ctx: Ctx, id: string): Promise<null> {
  const row = await own(ctx, id);
  await queries.renameQuery(ctx.db, id, null, false);
  ctx.audit({ type: 'query', id, name: row.name ?? '未命名' });
  return null;
}

/** Puts a query back under its name. */
export async function restoreQuery(ctx: Ctx, input: ParsedOf<typeof contract.restoreQuery>): Promise<null> {
  await own(ctx, input.id);
  await checkName(ctx, input.id, input.name, input.shared);
  await queries.renameQuery(ctx.db, input.id, input.name, input.shared);
  ctx.audit({ type: 'query', id: input.id, name: input.name });
  return null;
}
