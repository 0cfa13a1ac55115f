import type { sql } from 'kysely';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { pageOfMembers } from '#people/member/server/index.ts';
import { type FilterInput, selectMembers, toRow } from '#people/member/server/service/list.ts';
import { withTimeLimitSentence } from '#people/member/server/service/query.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, type Scope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { GROUP_TYPES } from '../../contract.fields.ts';
import type * as contract from '../../contract.people.ts';
import * as groups from '../queries/groups.ts';
import { accountsOf, memberConditions, orgByCode } from '../queries/people.ts';

type Condition = ReturnType<typeof sql<boolean>>;
type People = ReplyOf<typeof contract.groupMembers>;

/** A search with such conditions is counted no further than this. */
const CAP = 1000;
/** The volunteers' dialog shows no more groups. */
const VOLUNTEER_GROUPS = 1000;
const PARTY_OFFICE = 1;
const PARTY_MEMBERS = '1,2';
const ROLE = { member: 2, worker: 3, floating: 6 };
const NO_FILTER: FilterInput = { searchRange: 'all' };

/** A page of people of the scope in the order of the roll, with their accounts. */
async function pageOfPeople(
  ctx: Ctx,
  filter: FilterInput,
  also: readonly Condition[],
  page: { pageNum: number; pageSize: number },
): Promise<People> {
  const selection = await selectMembers(ctx.services, ctx.scope, ctx.session, filter);
  if (!selection) return { rows: [], total: 0, capped: false };
  const counted = also.length === 0 ? selection.counted : null;
  const cap = also.length === 0 ? selection.cap : CAP;
  const reads = Promise.all([
    pageOfMembers(
      ctx.db,
      selection.scope,
      { ...selection.filter, also },
      {
        order: { by: 'tree', descending: false },
        limit: page.pageSize,
        offset: (page.pageNum - 1) * page.pageSize,
        after: null,
      },
      counted ? { counters: counted } : { cap },
    ),
    dictionaryNames(ctx.services),
  ]);
  const [found, names] = await (filter.queryId ? withTimeLimitSentence(reads) : reads);
  const accounts = await accountsOf(
    ctx.db,
    ctx.scope,
    found.rows.map(({ id }) => id),
  );
  const capped = counted === null && found.total > cap;
  return {
    rows: found.rows.map((record) => {
      const row = toRow(record, found.today, names);
      const account = accounts.get(row.id);
      return { ...row, userId: account?.id ?? null, userName: account?.name ?? '', roleName: account?.roles ?? '' };
    }),
    total: capped ? cap : found.total,
    capped,
  };
}

/** The organisation that a call names by id or code, or both alike; undefined where it names none. */
async function namedOrg(ctx: Ctx, orgId: string | undefined, orgCode: string | undefined) {
  if (orgCode === undefined) return orgId;
  const id = await orgByCode(ctx.db, ctx.scope, orgCode);
  if (id === undefined || (orgId !== undefined && orgId !== id)) throw notFound();
  return id;
}

/** The person search of the dialogs, by the search model of the specification, section 3. */
export async function people(
  ctx: Ctx,
  input: ParsedOf<typeof contract.searchPeople>,
  further: readonly Condition[] = [],
): Promise<People> {
  // Conditions ask for more of a person than the dialog shows.
  if (input.queryId && !ctx.may('member:read')) throw notFound();
  const orgId = await namedOrg(ctx, input.orgId, input.orgCode);
  if (input.groupId && !(await groups.findGroup(ctx.db, ctx.scope, input.groupId))) throw notFound();
  const also = [...further];
  if (input.groupId) also.push(memberConditions.inGroup(input.groupId));
  if (input.roleId === ROLE.worker) also.push(memberConditions.worker(ctx.scope));
  // Tasks of the party office are handed out to accounts.
  if (input.affairs || input.groupType === PARTY_OFFICE) also.push(memberConditions.signsIn());
  if (input.offerType) also.push(memberConditions.post(ctx.scope, input.offerType));
  if (input.isNaturalUnit) also.push(memberConditions.ofLegalUnit(ctx.scope));
  if (input.excludePmId) also.push(memberConditions.without(input.excludePmId.split(',')));
  const filter: FilterInput = {
    orgId,
    searchRange: input.searchRange === 'all' && !input.hasChild ? 'onlySelf' : input.searchRange,
    keyWords: input.keyWords || undefined,
    name: input.name || undefined,
    idCardNo: input.idCardNo || undefined,
    pmType: input.roleId === ROLE.member ? partyMembers(input.pmType) : input.pmType,
    view: input.roleId === ROLE.floating ? 'floating' : undefined,
    queryId: input.queryId,
  };
  if (filter.pmType === '') return { rows: [], total: 0, capped: false };
  return pageOfPeople(ctx, filter, also, input);
}

/** Whom rights may be given: who has left the Party, is dead or has been transferred away is not among them. */
export const authorisable = (ctx: Ctx, input: ParsedOf<typeof contract.canAuthorizeList>): Promise<People> =>
  people(ctx, input, [memberConditions.ofThePlace()]);

/** Party members among the categories asked for; the empty text where there are none. */
function partyMembers(pmType: string | undefined): string {
  if (pmType === undefined) return PARTY_MEMBERS;
  return pmType
    .split(',')
    .filter((category) => PARTY_MEMBERS.includes(category))
    .join(',');
}

/** The people of one group, as far as the scope knows them. */
export async function groupMembers(ctx: Ctx, input: ParsedOf<typeof contract.groupMembers>): Promise<People> {
  if (!(await groups.findGroup(ctx.db, ctx.scope, input.groupId))) throw notFound();
  return pageOfPeople(ctx, NO_FILTER, [memberConditions.inGroup(input.groupId)], input);
}

/** People in one group, or in any group of an organisation and those below it. */
export async function groupPeople(
  ctx: Ctx,
  input: ParsedOf<typeof contract.groupPeople>,
): Promise<ReplyOf<typeof contract.groupPeople>> {
  const place = await placeOf(ctx, await namedOrg(ctx, input.orgId, input.orgCode));
  if (input.groupId && !(await groups.findGroup(ctx.db, place, input.groupId))) throw notFound();
  const page = await pageOfPeople(
    ctx,
    { ...NO_FILTER, name: input.name || undefined },
    [input.groupId ? memberConditions.inGroup(input.groupId) : memberConditions.inGroups(place)],
    input,
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, volunteerId: row.id, phone: row.phonenumber })) };
}

/** The scope narrowed to an organisation that it knows. */
async function placeOf(ctx: Ctx, orgId: string | undefined): Promise<Scope> {
  if (orgId === undefined) return ctx.scope;
  const code = ctx.chosenOrg?.id === orgId ? ctx.chosenOrg.code : (await groups.orgOf(ctx.db, ctx.scope, orgId))?.code;
  const place = code === undefined ? null : narrowScope(ctx.scope, code);
  if (!place) throw notFound();
  return place;
}

async function choices(ctx: Ctx, place: Scope, type: number | null, limit: number, offset: number) {
  const { rows, total } = await groups.groupChoices(ctx.db, place, ctx.scope, type, { limit, offset });
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      groupId: row.id,
      groupName: row.name,
      groupType: row.type,
      typeName: GROUP_TYPES[row.type as keyof typeof GROUP_TYPES] ?? '',
      orgId: row.org_id,
      orgName: row.org_name,
      members: row.members,
    })),
  };
}

/** Groups to choose from, at most 99,999. */
export async function groupList(
  ctx: Ctx,
  input: ParsedOf<typeof contract.groupList>,
): Promise<ReplyOf<typeof contract.groupList>> {
  const place = await placeOf(ctx, input.orgId);
  return choices(ctx, place, input.groupType ?? null, input.pageSize, (input.pageNum - 1) * input.pageSize);
}

/** Groups of one type at an organisation and below it. */
export async function groupsByType(
  ctx: Ctx,
  input: ParsedOf<typeof contract.groupsByType>,
): Promise<ReplyOf<typeof contract.groupsByType>> {
  const place = await placeOf(ctx, await namedOrg(ctx, undefined, input.orgCode));
  return choices(ctx, place, input.type, VOLUNTEER_GROUPS, 0);
}
