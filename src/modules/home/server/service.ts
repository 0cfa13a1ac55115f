import { dictionaryNames } from '#modules/dictionary/server/names.ts';
import type { affairsCount, homeWarnings, myProfile } from '#modules/home/contract.ts';
import { GENDERS, MEMBERSHIP_STATUSES, PERSON_CATEGORIES } from '#modules/member/contract.ts';
import { missingFields, partyAgeMonths } from '#modules/member/rules.ts';
import { personOf } from '#modules/member/server/person.ts';
import { getDetail } from '#modules/member/server/queries/record.ts';
import { countUnread, listTodos } from '#modules/message/server/queries.ts';
import { CLAUSES, WARNING_LISTS, type WarningList } from '#modules/org/rules.ts';
import { countWarnings } from '#modules/org/server/queries/orgs.ts';
import { memberQrCode } from '#modules/session/server/memberQr.ts';
import type { ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { readCounters } from '#platform/server/counters.ts';
import { everything } from '#platform/server/scope.ts';
import { countProbationDue, secretaryOf } from './queries.ts';

const ORGS = '/affairs/organization?warning=';
const MEMBERS = '/affairs/member?view=';

/** What is amiss in the subtree: each kind with its number, the rule behind it and the list that holds it. */
export async function readWarnings(ctx: Ctx): Promise<ReplyOf<typeof homeWarnings>> {
  const { orgCode } = ctx.session;
  const [orgs, probation, counts] = await Promise.all([
    countWarnings(ctx.db, ctx.scope),
    countProbationDue(ctx.db, ctx.scope),
    readCounters(ctx.db, [orgCode], ['incomplete']),
  ]);
  const incomplete = counts.get(orgCode)?.incomplete?.['1'] ?? 0;
  const all = [
    ...Object.entries(WARNING_LISTS).map(([code, { title, detail, codes }]) => ({
      code,
      title,
      detail,
      count: orgs[code as WarningList],
      clause: CLAUSES[codes.at(-1) ?? codes[0]],
    })),
    {
      code: 'probationDue',
      title: '预备期届满',
      detail: '预备期已满或2个月内届满的预备党员',
      count: probation,
      clause: '《中国共产党发展党员工作细则》：预备期为1年，期满应及时讨论能否转为正式党员',
    },
    {
      code: 'incomplete',
      title: '信息不完整',
      detail: '必填信息有缺项的党员',
      count: incomplete,
      clause: '全国党员管理信息系统的党员信息项目：必填项应当完整',
    },
  ];
  return all
    .filter(({ count }) => count > 0)
    .map((warning) => ({ ...warning, href: (warning.code in orgs ? ORGS : MEMBERS) + warning.code }));
}

/** How many to-dos and notices wait for the session. */
export async function readAffairs(ctx: Ctx): Promise<ReplyOf<typeof affairsCount>> {
  const [todos, unread] = await Promise.all([
    listTodos(ctx.db, ctx.session, { state: null, module: null, limit: 1, offset: 0 }),
    countUnread(ctx.db, ctx.session),
  ]);
  return { overdue: todos.overdue, due: todos.due, open: todos.open, unread: unread.notices };
}

/** The own record, wherever it stands; null for an account without one. */
export async function readProfile(ctx: Ctx): Promise<ReplyOf<typeof myProfile>> {
  const { memberId } = ctx.session;
  if (memberId === null) return null;
  const [row, names] = await Promise.all([
    getDetail(ctx.db, { ...everything, memberId }, memberId),
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
