import type {
  createTerm,
  getTerm,
  listTerms,
  removeTerm,
  TermDetail,
  TermRow,
  termCandidates,
  updateTerm,
} from '#people/org/contract.office.ts';
import { APPOINTED, checkTerm, faultOfSize, POSTS } from '#people/org/rules.office.ts';
import { termYears } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode } from '#platform/server/database/db.ts';
import { chosenScope, narrowScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { diff } from '#platform/server/log/audit.ts';
import type { SheetBatch } from '#platform/server/records/sheets.ts';
import * as queries from '../queries/office.ts';
import { placeOf } from '../queries/orgs.ts';
import { writePosts } from '../residents.ts';
import { extensionsOf, lapseExtensions } from './extension.ts';

const MISSING = '该届次不存在或已被删除';
const NO_ORG = '组织不存在';
/** Local and working committees, which the rule of 2018 does not speak of, sit for five years as their congresses do. */
const OTHER_YEARS = 5;
const CANDIDATES = 20;

/** A page of the current terms below an organisation, or of all terms of it. */
export async function readTerms(ctx: Ctx, input: ParsedOf<typeof listTerms>): Promise<ReplyOf<typeof listTerms>> {
  const scope = chosenScope(ctx, input.orgId);
  const orgId = input.searchRange === 'onlySelf' ? (ctx.chosenOrg?.id ?? ctx.session.orgId) : null;
  const filter = { orgId, name: input.name, phase: input.phase };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.pageOfTerms(ctx.db, scope, filter, input.pageSize, offset);
  return { rows: rows.map((term) => toRow(ctx, term)), total };
}

function toRow(ctx: Ctx, term: queries.TermRecord): TermRow {
  const able = ctx.may('org:write');
  return {
    id: term.id,
    orgId: term.orgId,
    orgName: term.orgName,
    number: term.number,
    electedOn: term.electedOn,
    years: term.years,
    method: term.method,
    nextElectionOn: term.expiresOn,
    phase: term.phase,
    isCurrent: term.isCurrent,
    secretaryName: term.posts.find(({ post }) => post === '书记')?.name ?? '',
    teamNumber: term.posts.length,
    version: term.version,
    can: { edit: able, remove: able },
  };
}

/** One term with its leading members. */
export async function readTerm(ctx: Ctx, { id }: ParsedOf<typeof getTerm>): Promise<TermDetail> {
  const term = await queries.findTerm(ctx.db, ctx.scope, id);
  if (!term) throw notFound(MISSING);
  return {
    ...toRow(ctx, term),
    entitled: term.entitled,
    present: term.present,
    remark: term.remark,
    posts: term.posts,
    endsByRule: term.endsByRule,
    ...(await extensionsOf(ctx, term)),
    updateName: term.updatedBy,
    updateDate: term.updatedAt.toISOString(),
  };
}

/** Full members of an organisation's subtree by a part of the name. */
export async function findCandidates(
  ctx: Ctx,
  { orgId, name }: ParsedOf<typeof termCandidates>,
): Promise<ReplyOf<typeof termCandidates>> {
  const org = await placeOf(ctx.db, ctx.scope, orgId);
  const scope = org && narrowScope(ctx.scope, org.code);
  if (!scope) throw notFound(NO_ORG);
  return queries.peopleByName(ctx.db, scope, name, 'full', CANDIDATES);
}

/** Refuses a leadership that the bounds of 4.4 do not allow. */
async function refuseSize(ctx: Ctx, org: { id: string; type: number }, posts: readonly { post: string }[]) {
  const fault = faultOfSize(org.type, await queries.countFull(ctx.db, org.id), posts);
  if (fault) throw badInput({ posts: fault });
}

type Org = NonNullable<Awaited<ReturnType<typeof queries.lockTermOrg>>>;
type Post = { memberId: string; post: string; votes: number | null };

/** Adds a term; the one elected last becomes the current one and what was due of the old one is done. */
export async function addTerm(
  ctx: Ctx,
  { orgId, posts: given, ...input }: ParsedOf<typeof createTerm>,
): Promise<ReplyOf<typeof createTerm>> {
  const org = await queries.lockTermOrg(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound(NO_ORG);
  const others = await queries.otherTerms(ctx.db, orgId, null);
  const term = {
    number: input.number ?? nextNumber(others),
    electedOn: input.electedOn,
    method: input.method,
    entitled: input.entitled ?? null,
    present: input.present ?? null,
    remark: input.remark ?? '',
  };
  const posts = await namedPosts(ctx, given, []);
  refuseFaults({ ...checkTerm({ ...term, posts }, org.today), ...checkOrder(term, others) });
  // Of a term long past nobody can add members any more.
  const isLatest = others.every(({ electedOn }) => electedOn < term.electedOn);
  if (isLatest) await refuseSize(ctx, { id: orgId, type: org.type }, posts);
  const made = await insertChecked(ctx, { ...org, id: orgId }, term, posts);
  return { id: made.id, nextElectionOn: made.expiresOn };
}

/** The number that follows those of other terms. */
export const nextNumber = (others: readonly { number: number }[]) =>
  Math.max(0, ...others.map(({ number }) => number)) + 1;

/** Writes a checked term of a locked organisation; `batch`: the import that it comes by. */
export async function insertChecked(
  ctx: Ctx,
  org: Org & { id: string },
  fields: Omit<queries.TermFields, 'years'>,
  posts: readonly queries.TermPost[],
  batch?: SheetBatch,
) {
  const term = withYears(org, fields);
  const led = await queries.leadersOf(ctx.db, org.id);
  const made = await queries.insertTerm(ctx.db, org, term, ctx.session.accountName, batch?.id);
  await queries.writePosts(ctx.db, { id: made.id, orgId: org.id }, posts);
  await settle(ctx, org.id);
  await followPosts(ctx, org, led);
  const { id, name, code: orgCode } = org;
  const changes = diff({}, inWords(term, posts));
  ctx.audit({ type: 'org', id, name, orgCode, ...(batch && { reason: `导入 ${batch.fileName}` }), changes });
  return made;
}

/** Writes the changed fields; a stale version is refused. */
export async function editTerm(
  ctx: Ctx,
  { id, version, posts: given, ...input }: ParsedOf<typeof updateTerm>,
): Promise<ReplyOf<typeof updateTerm>> {
  const seen = await queries.findTerm(ctx.db, ctx.scope, id);
  const org = seen && (await queries.lockTermOrg(ctx.db, ctx.scope, seen.orgId));
  const before = org && (await queries.findTerm(ctx.db, ctx.scope, id, true));
  if (!before) throw notFound(MISSING);
  if (before.version !== version) {
    throw conflict('该届次已被他人修改，请核对后再保存', {
      current: { version: before.version, updateName: before.updatedBy, updateDate: before.updatedAt.toISOString() },
    });
  }
  const kept = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const fields = { ...fieldsOf(before), ...kept, number: input.number ?? before.number };
  // The length is what the rule said when the term began; it is reckoned anew only where its beginning changes.
  const renewed = fields.electedOn !== before.electedOn || fields.method !== before.method;
  const term = renewed ? withYears(org, fields) : { ...fields, years: before.years };
  const old = before.posts.map((post) => ({ ...post, memberId: post.memberId ?? '' }));
  const posts = given ? await namedPosts(ctx, given, old) : old;
  const changes = diff(inWords({ ...fieldsOf(before), years: before.years }, old), inWords(term, posts));
  if (Object.keys(changes).length === 0) return { version };
  const others = await queries.otherTerms(ctx.db, before.orgId, id);
  const faults = { ...checkTerm({ ...term, posts }, org.today), ...checkOrder(term, others) };
  refuseFaults(faults);
  const led = await queries.leadersOf(ctx.db, before.orgId);
  if (given && before.isCurrent) await refuseSize(ctx, { id: before.orgId, type: org.type }, posts);
  const next = await queries.writeTerm(ctx.db, id, term, ctx.session.accountName);
  if (given) await queries.writePosts(ctx.db, before, posts);
  if (renewed) await settle(ctx, before.orgId);
  await followPosts(ctx, { id: before.orgId, name: before.orgName }, led);
  ctx.audit({ type: 'org', id: before.orgId, name: before.orgName, orgCode: before.orgCode, changes });
  return { version: next };
}

/** Puts a term into the recycle bin; the one before it is the current one again. */
export async function dropTerm(ctx: Ctx, { id, deleteReason }: ParsedOf<typeof removeTerm>): Promise<null> {
  const seen = await queries.findTerm(ctx.db, ctx.scope, id);
  const org = seen && (await queries.lockTermOrg(ctx.db, ctx.scope, seen.orgId));
  const term = org && (await queries.findTerm(ctx.db, ctx.scope, id, true));
  if (!term) throw notFound(MISSING);
  await removeLockedTerm(ctx, term, deleteReason);
  return null;
}

/** The same of a term that is locked, as its organisation is. */
export async function removeLockedTerm(ctx: Ctx, term: queries.TermRecord, reason: string): Promise<void> {
  const { id, orgId, orgName: name, orgCode } = term;
  const led = await queries.leadersOf(ctx.db, orgId);
  await queries.binTerm(ctx.db, id, ctx.session.accountName, reason);
  await closeTodos(ctx.db, [`term:${id}`]);
  await settle(ctx, orgId);
  await followPosts(ctx, { id: orgId, name }, led);
  const posts = term.posts.map((post) => ({ ...post, memberId: post.memberId ?? '' }));
  const changes = diff(inWords({ ...fieldsOf(term), years: term.years }, posts), inWords(null, []));
  ctx.audit({ type: 'org', id: orgId, name, orgCode, reason, changes });
}

/** Brings a locked term back from the bin; the one elected last is the current one. */
export async function restoreTerm(ctx: Ctx, id: string): Promise<void> {
  const seen = await queries.orgOfTerm(ctx.db, id);
  const led = await queries.leadersOf(ctx.db, seen.id);
  const term = await queries.bringBackTerm(ctx.db, id, ctx.session.accountName).catch((error) => {
    throw errorCode(error) === '23505' ? refuse('该届数已另行登记，不能恢复') : error;
  });
  const [fault] = Object.values(checkOrder(term, await queries.otherTerms(ctx.db, term.orgId, id)));
  if (fault) throw refuse(`${fault}，不能恢复`);
  await settle(ctx, term.orgId);
  await followPosts(ctx, seen, led);
}

/**
 * 党内职务 of everybody whom the change brings into the current leadership or out of it. Who leads elsewhere too is called
 * by the higher post of the two.
 */
export async function followPosts(
  ctx: Ctx,
  org: { id: string; name: string },
  before: ReadonlyMap<string, string>,
  reason = `${org.name}班子变动`,
) {
  const after = await queries.leadersOf(ctx.db, org.id);
  const ids = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
  const held = await queries.postsHeld(ctx.db, ids);
  const people = ids.map((memberId) => ({
    memberId,
    post: POSTS.find((post) => held.get(memberId)?.includes(post)) ?? '',
    was: before.get(memberId) ?? null,
  }));
  await writePosts(ctx, people, reason);
}

/** Reminders of a term that is no longer current, or begins on another day, are closed; the job opens what is due anew. */
async function settle(ctx: Ctx, orgId: string) {
  const ids = await queries.settleCurrent(ctx.db, orgId);
  await closeTodos(
    ctx.db,
    [...new Set(ids)].map((id) => `term:${id}`),
  );
  await lapseExtensions(ctx.db, orgId);
}

const fieldsOf = ({ number, electedOn, method, entitled, present, remark }: queries.TermRecord) => ({
  number,
  electedOn,
  method,
  entitled,
  present,
  remark,
});

function withYears(org: Org, term: Omit<queries.TermFields, 'years'>): queries.TermFields {
  return { ...term, years: term.method === APPOINTED ? null : (termYears(org.type, org.nature) ?? OTHER_YEARS) };
}

/** Names of the leading members as they are now; who led already and left since then keeps the name. */
async function namedPosts(ctx: Ctx, posts: readonly Post[], before: readonly queries.TermPost[]) {
  const known = new Map(before.map(({ memberId, name }) => [memberId, name]));
  const erased = (list: readonly { memberId: string }[]) => list.filter(({ memberId }) => memberId === '').length;
  if (erased(posts) > erased(before)) throw badInput({ posts: '班子成员应为本组织范围内的正式党员' });
  const fresh = posts.map(({ memberId }) => memberId).filter((id) => id !== '' && !known.has(id));
  const found = await queries.fullMembers(ctx.db, ctx.scope, fresh);
  if (fresh.some((id) => !found.has(id))) throw badInput({ posts: '班子成员应为本组织范围内的正式党员' });
  return posts.map((post) => ({ ...post, name: known.get(post.memberId) ?? found.get(post.memberId) ?? '' }));
}

/** Of two terms the later one has the greater number. */
export function checkOrder(
  term: { number: number; electedOn: string },
  others: readonly { number: number; electedOn: string }[],
): Record<string, string> {
  if (others.some(({ number }) => number === term.number)) return { number: `第${term.number}届已经登记` };
  const wrong = others.find((other) => other.number < term.number !== other.electedOn < term.electedOn);
  if (!wrong) return {};
  return { electedOn: `与第${wrong.number}届（${wrong.electedOn}）的先后不一致` };
}

/** A term as the log keeps it. */
function inWords(term: queries.TermFields | null, posts: readonly queries.TermPost[]): Record<string, unknown> {
  return {
    'office.number': term?.number ?? null,
    'office.electedOn': term?.electedOn ?? null,
    'office.years': term?.years ?? null,
    'office.method': term?.method ?? null,
    'office.entitled': term?.entitled ?? null,
    'office.present': term?.present ?? null,
    'office.posts':
      posts.map(({ post, name, votes }) => `${post} ${name}${votes === null ? '' : `（${votes}票）`}`).join('、') ||
      null,
    'office.remark': term?.remark || null,
  };
}

function refuseFaults(faults: Record<string, string>) {
  if (Object.keys(faults).length > 0) throw badInput(faults);
}
