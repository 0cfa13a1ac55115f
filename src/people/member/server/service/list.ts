import { findOrg } from '#house/server/findOrg.ts';
import { type DictNames, dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { normaliseIdCard } from '#people/member/rules/idCard.ts';
import { ageOn, partyAgeMonths } from '#people/member/rules.ts';
import type { ParsedOf, ReplyOf, RowOf } from '#platform/contract.ts';
import { comparedName, searchText } from '#platform/reading/signs.ts';
import type { ChosenOrg, Ctx, Services } from '#platform/server/context.ts';
import { narrowScope, type Scope } from '#platform/server/database/scope.ts';
import { badInput, notFound } from '#platform/server/errors.ts';
import { readCounters } from '#platform/server/sums/counters.ts';
import {
  GENDERS,
  type listMembers as listContract,
  MEMBERSHIP_STATUSES,
  memberSort,
  PERSON_CATEGORIES,
} from '../../contract.ts';
import { getBatch } from '../queries/import.ts';
import * as queries from '../queries/list.ts';
import { idCardIndex, phoneIndex } from '../rowMapper.ts';
import { checkGroup } from './partyGroup.ts';
import { storedCondition, withTimeLimitSentence } from './query.ts';

type ListInput = ParsedOf<typeof listContract>;
export type FilterInput = Omit<ListInput, 'pageNum' | 'pageSize' | 'sort' | 'order' | 'after'>;

/** Other orders than the tree's are offered up to this many people. */
const SORTABLE = 5000;
/** A free search counts no further than this ("1000+"). */
const SEARCH_CAP = 1000;
/** Filters that an index answers are counted up to this. */
const FILTER_CAP = 100_000;

/** The people of a list: what they are drawn from, and what of it counters know. */
export interface Selection {
  scope: Scope;
  filter: queries.MemberFilter;
  /** What the counters know of the list's total; null where they do not. */
  counted: queries.Counted | null;
  cap: number;
}

/**
 * Reads the search model of the specification (section 3) within a scope. Null: nothing can be
 * found, e.g. the parent organisation lies outside. Throws not found for a foreign organisation.
 * @param chosen the organisation of `input.orgId` where it has been read already
 */
export async function selectMembers(
  services: Services,
  scope: Scope,
  own: { orgId: string; orgCode: string },
  input: FilterInput,
  chosen?: ChosenOrg | null,
): Promise<Selection | null> {
  const place = await range(services, scope, own, input, chosen);
  if (!place) return null;
  const filter: queries.MemberFilter = {
    codes: place.codes,
    categories: input.pmType ? [...new Set(input.pmType.split(',').map(Number))] : null,
    idCardIndex: null,
    phoneIndex: null,
    nameParts: input.name ? [searchText(input.name)] : [],
    pinyin: null,
    gender: input.gender ? Number(input.gender) : null,
    nation: input.nation ?? null,
    education: input.education ?? null,
    occupation: input.occupation ? Number(input.occupation) : null,
    membershipStatus: input.membershipStatus ? Number(input.membershipStatus) : null,
    ageFrom: input.ageFrom ?? null,
    ageTo: input.ageTo ?? null,
    ageDay: input.ageDay ?? null,
    admittedFrom: input.admittedFrom ?? null,
    admittedTo: input.admittedTo ?? null,
    view: input.view ?? null,
    importId: input.importId ?? null,
    groupId: input.groupId ?? null,
  };
  if (input.queryId) filter.query = await storedCondition(services, scope, own.orgId, input.queryId);
  if (input.idCardNo) {
    const number = normaliseIdCard(input.idCardNo);
    if (!/^\d{17}[\dX]$/.test(number)) throw badInput({ idCardNo: '请输入完整的18位身份证号' });
    filter.idCardIndex = idCardIndex(services.vault, number);
  }
  if (input.keyWords && !readKeyWords(services, input.keyWords, filter)) return null;
  return {
    scope: place.scope,
    filter,
    counted: scope.memberId === null ? countedBy(place.code, filter) : null,
    cap: filter.nameParts.length > 0 || filter.pinyin !== null ? SEARCH_CAP : FILTER_CAP,
  };
}

/** Views that are one fact of the counters. */
const COUNTED_VIEWS = ['incomplete', 'floating', 'over70'] as const;

/** A subtree as it is, by category, or one of the counted views; everything else takes a count. */
function countedBy(code: string, filter: queries.MemberFilter): queries.Counted | null {
  const { codes, categories, view, nameParts, ...others } = filter;
  if (codes !== null || nameParts.length > 0 || Object.values(others).some((value) => value !== null)) return null;
  if (view === null) return { code, fact: 'category', values: categories?.map(String) ?? null };
  if (categories !== null) return null;
  if (view === 'gone') return { code, fact: 'gone', values: null };
  if (view === 'members') return { code, fact: 'category', values: ['1', '2'] };
  if (view === 'politicalBirthday') return { code, fact: 'joined', values: 'thisMonth' };
  const fact = COUNTED_VIEWS.find((known) => known === view);
  return fact ? { code, fact, values: ['1'] } : null;
}

/** A whole id card, a whole phone number, pinyin, or a part of the name. False: such a text finds nobody. */
function readKeyWords(services: Services, text: string, filter: queries.MemberFilter): boolean {
  const compact = text.replace(/\s/g, '');
  if (/^(\d{15}|\d{17}[\dXx])$/.test(compact))
    filter.idCardIndex = idCardIndex(services.vault, normaliseIdCard(compact));
  else if (/^\d{11}$/.test(compact)) filter.phoneIndex = phoneIndex(services.vault, compact);
  else if (/^'*[A-Za-z][A-Za-z']*$/.test(compact)) filter.pinyin = compact.replaceAll("'", '').toLowerCase();
  else {
    const part = comparedName(text);
    if (part === '') return false;
    filter.nameParts = [...filter.nameParts, part];
  }
  return true;
}

async function range(
  services: Services,
  scope: Scope,
  own: { orgId: string; orgCode: string },
  input: FilterInput,
  read: ChosenOrg | null = null,
) {
  if (input.orgId === undefined && input.searchRange === 'all') return { scope, code: own.orgCode, codes: null };
  const org = read ?? (await findOrg(services.db, scope, input.orgId ?? own.orgId));
  if (!org) throw notFound();
  const chosen = narrowScope(scope, org.code);
  if (!chosen) throw notFound();
  switch (input.searchRange) {
    case 'onlySelf':
      return { scope: chosen, code: org.code, codes: [org.code] };
    case 'onlyChild':
      return { scope: chosen, code: org.code, codes: await queries.childCodes(services.db, scope, org.id) };
    case 'onlyParent': {
      const parent = org.parentId === null ? undefined : await findOrg(services.db, scope, org.parentId);
      return parent ? { scope, code: parent.code, codes: [parent.code] } : null;
    }
    default:
      return { scope: chosen, code: org.code, codes: null };
  }
}

/** A batch is seen by whoever uploaded it, alone, a group in its scope; throws not found otherwise. */
export async function checkChosen(ctx: Ctx, { importId, groupId }: FilterInput): Promise<void> {
  await checkGroup(ctx, groupId);
  if (importId && !(await getBatch(ctx.db, ctx.scope, ctx.session.accountId, importId))) throw notFound();
}

/** The list of people with its exact total, or, for a free search, a capped one. */
export async function listMembers(ctx: Ctx, input: ListInput): Promise<ReplyOf<typeof listContract>> {
  const sorts = [...memberSort.options];
  await checkChosen(ctx, input);
  const selection = await selectMembers(ctx.services, ctx.scope, ctx.session, input, ctx.chosenOrg);
  if (!selection) return { rows: [], total: 0, capped: false, sorts };
  const { scope, filter, cap } = selection;
  if (input.sort !== 'tree') {
    const counted = await queries.countMembers(ctx.db, scope, filter, SORTABLE);
    if (counted > SORTABLE) throw badInput({ sort: `人数超过 ${SORTABLE}，只能按组织次序排列，请先缩小范围` });
    if (input.after) throw badInput({ after: '只有按组织次序排列时才能接着上一页读' });
  }
  const found = Promise.all([
    queries.pageOfMembers(
      ctx.db,
      scope,
      filter,
      {
        order: { by: input.sort, descending: input.order === 'desc' },
        limit: input.pageSize,
        offset: (input.pageNum - 1) * input.pageSize,
        after: input.after ? readPlace(input.after) : null,
      },
      selection.counted ? { counters: selection.counted } : { cap },
    ),
    dictionaryNames(ctx.services),
  ]);
  const [page, names] = await (filter.query ? withTimeLimitSentence(found) : found);
  const capped = selection.counted === null && page.total > cap;
  const total = capped ? cap : page.total;
  const can = { edit: ctx.may('member:write'), remove: ctx.may('member:remove') };
  return {
    rows: page.rows.map((row) => ({ ...toRow(row, input.ageDay ?? page.today, names), can })),
    total,
    capped,
    sorts: !capped && total <= SORTABLE ? sorts : ['tree'],
  };
}

/** `<orgCode>,<sort>,<id>` of the last row of the page before. */
function readPlace(text: string): queries.Place {
  const match = /^((?:\d{4}){1,12}),(-?\d{1,9}),([1-9]\d{0,17})$/.exec(text);
  if (!match) throw badInput({ after: '位置不正确' });
  const [, orgCode = '', sort, id = ''] = match;
  return { orgCode, sort: Number(sort), id };
}

/** A person as a list row on a day: masked, with the dictionaries' names. */
export function toRow(
  row: queries.ListRecord,
  today: string,
  names: DictNames,
): Omit<RowOf<typeof listContract>, 'can'> {
  const months = partyAgeMonths(row.conversion_date, today);
  return {
    id: row.id,
    name: row.name,
    idCardNo: row.id_card_mask ?? '',
    gender: row.gender,
    genderName: GENDERS[row.gender as keyof typeof GENDERS] ?? '',
    nationName: names.name('0005', row.nation),
    age: row.birth_date === null ? null : ageOn(row.birth_date, today),
    education: row.education,
    educationName: row.education === null ? '' : names.name('0006', row.education),
    occupationName: names.name('0008', row.occupation),
    membershipStatusName: MEMBERSHIP_STATUSES[row.membership_status as keyof typeof MEMBERSHIP_STATUSES] ?? '',
    personCategory: row.person_category,
    personCategoryName: PERSON_CATEGORIES[row.person_category as keyof typeof PERSON_CATEGORIES] ?? '',
    orgId: row.org_id,
    orgName: row.org_name,
    orgCode: row.org_code,
    phonenumber: row.phone_mask ?? '',
    admissionDate: row.admission_date,
    partyAge: months === null ? null : Math.floor(months / 12),
    completeness: row.completeness,
    isFloating: row.is_floating,
    sort: row.sort,
    version: row.version,
  };
}

/** People of each category and each named view below an organisation; `developing` are categories 3 to 5. */
export async function viewCounts(ctx: Ctx, orgId: string | undefined): Promise<Record<string, number>> {
  if (orgId && !ctx.chosenOrg) throw notFound();
  const code = ctx.chosenOrg?.code ?? ctx.session.orgCode;
  const scope = narrowScope(ctx.scope, code);
  if (!scope) throw notFound();
  const [counters, { due, month }] = await Promise.all([
    readCounters(ctx.db, [code], ['category', 'gone', 'floating', 'incomplete', 'over70', 'joined']),
    queries.probation(ctx.db, scope),
  ]);
  const { category = {}, gone = {}, floating, incomplete, over70, joined } = counters.get(code) ?? {};
  const of = (value: number) => category[value] ?? 0;
  return {
    all: of(1) + of(2) + of(3) + of(4) + of(5),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((value) => [String(value), of(value)])),
    members: of(1) + of(2),
    developing: of(3) + of(4) + of(5),
    floating: floating?.['1'] ?? 0,
    incomplete: incomplete?.['1'] ?? 0,
    over70: over70?.['1'] ?? 0,
    gone: Object.values(gone).reduce((sum, n) => sum + n, 0),
    politicalBirthday: joined?.[month] ?? 0,
    probationDue: due,
  };
}
