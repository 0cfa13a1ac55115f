import {
  type getOrg,
  type listOrgs,
  ORG_TYPES,
  type OrgDetail,
  type OrgRow,
  type OrgTreeNode,
  type orgTree,
} from '#people/org/contract.ts';
import { BRANCH_TYPES, MAX_LEVELS, orgWarnings } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope, narrowScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { readCounters } from '#platform/server/sums/counters.ts';
import { countRows, detailRow, listRows, type OrgFilter, type OrgListRow, placeOf } from '../queries/orgs.ts';
import { childNodes, findNodes, type NodeRow, rootNode } from '../queries/tree.ts';

const CHILDREN_AT_MOST = 9999;
const FOUND_AT_MOST = 50;

/** The node at the top, the children of one, or what a search finds; somebody without office sees the own branch alone. */
export async function readTree(ctx: Ctx, input: ParsedOf<typeof orgTree>): Promise<ReplyOf<typeof orgTree>> {
  const { scope } = ctx;
  if (input.keyWords) {
    const nodes = await findNodes(ctx.db, scope, input.keyWords, input.limit ?? FOUND_AT_MOST);
    return nodes.map((row) => ({ ...node(ctx, row), path: row.path ?? '' }));
  }
  if (!input.parentId) return (await rootNode(ctx.db, scope)).map((row) => node(ctx, row));
  if (scope.memberId !== null) {
    if (input.parentId !== ctx.session.orgId) throw notFound('组织不存在');
    return [];
  }
  const children = await childNodes(ctx.db, scope, input.parentId);
  if (!children) throw notFound('组织不存在');
  return children.slice(0, input.limit ?? CHILDREN_AT_MOST).map((row) => node(ctx, row));
}

function node({ scope }: Ctx, row: NodeRow): OrgTreeNode {
  const person = scope.memberId !== null;
  return {
    id: row.id,
    orgId: row.id,
    orgCode: row.code,
    name: row.name,
    label: row.name,
    value: row.id,
    parentId: row.code === scope.from ? null : row.parent_id,
    type: row.type,
    isLeaf: person || row.child_count === 0,
    childCount: person ? 0 : row.child_count,
    memberCount: person ? 0 : row.party,
  };
}

/** A page of organisations with its total. */
export async function readList(ctx: Ctx, input: ParsedOf<typeof listOrgs>): Promise<ReplyOf<typeof listOrgs>> {
  const chosen = input.orgId ?? ctx.session.orgId;
  const place = chosen === ctx.session.orgId ? { code: ctx.session.orgCode } : await placeOf(ctx.db, ctx.scope, chosen);
  const scope = place && (input.searchRange === 'onlyParent' ? ctx.scope : narrowScope(ctx.scope, place.code));
  if (!place || !scope) throw notFound('组织不存在');
  const filter: OrgFilter = {
    scope,
    orgId: chosen,
    range: input.searchRange,
    name: input.name,
    type: input.type,
    warning: input.warning,
  };
  const order = input.sort === 'tree' && input.searchRange === 'onlyChild' ? 'siblings' : input.sort;
  const [page, total] = await Promise.all([
    listRows(ctx.db, filter, order, input.pageSize, (input.pageNum - 1) * input.pageSize),
    countOrgs(ctx, filter, place.code),
  ]);
  return { rows: page.map((row) => listRow(ctx, row)), total };
}

/** Counter rows know how many of a type stand below an organisation; every other filter is counted. */
async function countOrgs(ctx: Ctx, filter: OrgFilter, code: string): Promise<number> {
  if (filter.range !== 'all' || filter.name || filter.warning) return countRows(ctx.db, filter);
  const types = (await readCounters(ctx.db, [code], ['org'])).get(code)?.org ?? {};
  if (filter.type !== undefined) return types[filter.type] ?? 0;
  return Object.values(types).reduce((sum, n) => sum + n, 0);
}

/** What the session may do with an organisation; writes.ts enforces the same. */
export function orgCan(
  ctx: Ctx,
  org: { code: string; type: number; child_count: number; people: number },
): OrgRow['can'] {
  return {
    edit: ctx.may('org:write'),
    remove: ctx.may('org:remove') && org.code !== ctx.session.orgCode && org.child_count === 0 && org.people === 0,
    change: ctx.may('org:change') && org.code !== ctx.session.orgCode && org.code.length > 4,
    addChild: ctx.may('org:write') && !BRANCH_TYPES.includes(org.type) && org.code.length < MAX_LEVELS * 4,
  };
}

function listRow(ctx: Ctx, row: OrgListRow): OrgRow {
  const parentCode = row.code.slice(0, -4);
  return {
    id: row.id,
    orgId: row.id,
    orgCode: row.code,
    name: row.name,
    shortName: row.short_name,
    type: row.type,
    typeName: ORG_TYPES[row.type as keyof typeof ORG_TYPES] ?? '',
    parentId: inScope(ctx.scope, parentCode) ? row.parent_id : null,
    parentName: row.parent_name ?? '',
    secretaryName: row.secretary ?? '',
    contact: row.contact,
    phone: row.contact_phone,
    partyNumber: row.party,
    childCount: row.child_count,
    termExpiresOn: row.expires_on,
    sort: row.sort,
    version: row.version,
    warnings: orgWarnings({
      type: row.type,
      fullMembers: row.full_members,
      partyMembers: row.party,
      hasSecretary: row.secretary !== null,
      teamSize: row.team_size,
      units: row.unit_count,
      numbered: row.numbered,
      nature: row.unit_nature,
      term: row.expires_on === null ? null : { expiresOn: row.expires_on, years: row.term_years },
      today: row.today,
      noticeUntil: row.notice_until,
      longTemporary: row.long_temporary,
    }),
    can: orgCan(ctx, row),
  };
}

/** Everything about one organisation. */
export async function readOrg(ctx: Ctx, input: ParsedOf<typeof getOrg>): Promise<OrgDetail> {
  const row = await detailRow(ctx.db, ctx.scope, input.orgId);
  if (!row) throw notFound('组织不存在');
  return {
    ...listRow(ctx, row),
    foundedOn: row.founded_on,
    unitRelation: row.unit_relation,
    canApprove: row.can_approve,
    functional: row.functional,
    address: row.address,
    introduction: row.introduction,
    lng: row.lng,
    lat: row.lat,
    coordinate: row.lng !== null && row.lat !== null ? `${row.lng},${row.lat}` : null,
    path: row.path,
    term: row.term,
    team: row.team,
    units: row.units,
    tenureNumber: row.team.length,
    readyPartyNumber: row.probationary,
    developMemberNumber: row.targets,
    positiveNumber: row.activists,
    applicantNumber: row.applicants,
    createName: row.created_by,
    createDate: row.created_at.toISOString(),
    updateName: row.updated_by,
    updateDate: row.updated_at.toISOString(),
  };
}
