import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { countUnread, listTodos } from '#kernel/message/server/index.ts';
import { memberQrCode } from '#kernel/session/server/memberQr.ts';
import type { affairsCount, homeWarnings, listBreaches, myProfile } from '#overview/home/contract.ts';
import { GENDERS, MEMBERSHIP_STATUSES, PERSON_CATEGORIES } from '#people/member/contract.ts';
import { isPartyMember, missingFields, partyAgeMonths } from '#people/member/rules.ts';
import { getDetail } from '#people/member/server/index.ts';
import { personOf } from '#people/member/server/person.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import type { RuleChecks } from '#platform/server/module.ts';
import { countAllKept } from '#platform/server/sums/keptChecks.ts';
import { secretaryOf } from './queries.ts';

/** The rules that the session may ask for, of all modules. */
const rulesOf = (ctx: Ctx) =>
  ctx.services.modules.flatMap(({ ruleChecks = [] }) => ruleChecks).filter(({ right }) => ctx.may(right));

/** What is amiss in the subtree: each kind with its number, the rule behind it and the list that holds it. */
export async function readWarnings(ctx: Ctx): Promise<ReplyOf<typeof homeWarnings>> {
  const rules = rulesOf(ctx);
  const counts = await countOwn(ctx, rules);
  return rules
    .flatMap(({ checks }) => checks)
    .map(({ label, ...check }) => ({ ...check, title: label, count: counts[check.code] ?? 0 }))
    .filter(({ count }) => count > 0);
}

/** What all rules find within the session's scope; of a worker's subtree what is kept. */
async function countOwn(ctx: Ctx, groups: readonly RuleChecks[]): Promise<Readonly<Record<string, number>>> {
  const { orgCode } = ctx.session;
  if (ctx.scope.memberId === null) return (await countAllKept(ctx, groups, [[orgCode]])).get(orgCode) ?? {};
  return Object.assign({}, ...(await Promise.all(groups.map((rules) => rules.count(ctx)))));
}

/** The breaches of one rule, for those without a list of their own. */
export async function readBreaches(
  ctx: Ctx,
  { code, pageNum, pageSize }: ParsedOf<typeof listBreaches>,
): Promise<ReplyOf<typeof listBreaches>> {
  const rules = rulesOf(ctx).find(({ checks }) => checks.some((check) => check.code === code));
  if (!rules) throw notFound('没有这一项预警');
  const [rows, counts] = await Promise.all([rules.rows(ctx, code, { pageNum, pageSize }), rules.count(ctx)]);
  return { rows, total: counts[code] ?? 0 };
}

/** How many to-dos and notices wait for the session. */
export async function readAffairs(ctx: Ctx): Promise<ReplyOf<typeof affairsCount>> {
  const [todos, unread] = await Promise.all([
    listTodos(ctx.db, ctx.session, {
      part: 'open',
      state: null,
      module: null,
      fromOrgId: null,
      act: null,
      limit: 1,
      offset: 0,
    }),
    countUnread(ctx.db, ctx.session),
  ]);
  return { overdue: todos.overdue, due: todos.due, open: todos.open, unread: unread.notices };
}

/** The own record, wherever it stands; null for an account without one. */
export async function readProfile(ctx: Ctx): Promise<ReplyOf<typeof myProfile>> {
  const { memberId } = ctx.session;
  if (memberId === null) return null;
  const [row, names] = await Promise.all([
    getDetail(ctx.db, { ...wholeScope, memberId }, memberId),
    dictionaryNames(ctx.services),
  ]);
  if (!row) return null;
  const person = personOf(row, ctx.vault);
  return {
    memberId,
    name: row.name,
    idCardNo: row.id_card_mask ?? '',
    genderName: GENDERS[row.gender as keyof typeof GENDERS] ?? '',
    nationName: names.name('0005', row.nation),
    birthDate: person.birthDate,
    educationName: names.name('0006', row.education),
    occupationName: names.name('0008', row.occupation),
    phonenumber: row.phone_mask ?? '',
    isMember: isPartyMember(row.person_category),
    personCategoryName: PERSON_CATEGORIES[row.person_category as keyof typeof PERSON_CATEGORIES] ?? '',
    membershipStatusName: MEMBERSHIP_STATUSES[row.membership_status as keyof typeof MEMBERSHIP_STATUSES] ?? '',
    admissionDate: person.admissionDate,
    conversionDate: person.conversionDate,
    partyAgeMonths: partyAgeMonths(person.conversionDate, row.today),
    orgPath: row.path.map(({ name }) => name),
    residence: row.residence,
    completeness: row.completeness,
    missing: missingFields(person).map(({ label }) => label),
    secretaryName: await secretaryOf(ctx.db, row.org_id),
    qrCode: memberQrCode(ctx.vault, memberId),
  };
}
