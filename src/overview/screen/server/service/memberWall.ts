import { person as pointsOf } from '#assessment/points/server/service/scores.ts';
import { type DictNames, dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { MemberWallData, memberWall } from '#overview/screen/contract.wall.ts';
import { nextAnniversary, shownName, surnameOf } from '#overview/screen/rules.wall.ts';
import { getMember } from '#people/member/server/service/detail.ts';
import { readRecords } from '#people/member/server/service/records.ts';
import { listPersonLines as hourLines, person as hoursOf } from '#people/studyHours/server/service/hours.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { RecordRow } from '#platform/records/records.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import { memberYear } from '#procedures/dues/server/service/person.ts';
import { ifPermitted } from './place.ts';

const YEARS = 4;
/** Points of the river, today included: more would lie upon each other. */
const MOST = 10;
/** 奖励 of dictionary 0042; what was a punishment stands on no wall. */
const REWARD = '1';

type Step = MemberWallData['river'][number];

/** What is known of a person's way, in order of time; where it is too long the plain entries in the middle are left out. */
function riverOf(
  person: Awaited<ReturnType<typeof getMember>>,
  records: Record<string, RecordRow[]>,
  names: DictNames,
): Step[] {
  const step = (on: unknown, text: string, note = '', isMain = false): Step[] =>
    typeof on === 'string' && on !== '' ? [{ on, text, note, isMain }] : [];
  const steps = [
    ...step(person.appliedOn, '递交入党申请书'),
    ...step(person.admissionDate, '接收为预备党员', '', true),
    ...step(person.conversionDate, '转为正式党员', '', true),
    ...step(person.joinedBranchOn, '进入本支部', person.orgName),
    ...(records.inoff ?? []).flatMap((row) =>
      step(row.startedOn, `任${names.name('0045', row.title)}`, String(row.orgName ?? '')),
    ),
    ...(records.rewar ?? [])
      .filter(({ type }) => type === REWARD)
      .flatMap((row) => step(row.approvedOn, names.name('0043', row.title))),
  ].sort((a, b) => a.on.localeCompare(b.on) || a.text.localeCompare(b.text));
  const first = steps.find(({ isMain }) => isMain)?.on;
  // Who joined a branch by becoming a candidate there came from nowhere else.
  const shownSteps = steps.filter(({ text, on }) => text !== '进入本支部' || on !== first);
  const spare = shownSteps.length - (MOST - 1);
  if (spare <= 0) return shownSteps;
  const dropped = new Set(shownSteps.filter(({ isMain }) => !isMain).slice(1, 1 + spare));
  return shownSteps.filter((one) => !dropped.has(one));
}

/** The cells of the last years' dues. */
async function duesOf(ctx: Ctx, memberId: string, today: string): Promise<MemberWallData['dues']> {
  const year = Number(today.slice(0, 4));
  const years = await Promise.all(
    Array.from({ length: YEARS }, (_, back) => memberYear(ctx, { memberId, year: year - YEARS + 1 + back })),
  );
  const month = today.slice(0, 7);
  const cells = years.map((one) => ({
    year: one.year,
    months: one.months.map(({ month: of, state, marks }) => {
      if (state === 3)
        return of === month ? ('now' as const) : marks.includes('补') ? ('late' as const) : ('paid' as const);
      if (state === 4 || state === 5) return 'exempt' as const;
      return (state === 1 || state === 2) && of <= month ? ('open' as const) : ('none' as const);
    }),
  }));
  const paid = years.flatMap(({ months }) => months.filter(({ state }) => state === 3).map(({ month: of }) => of));
  return { paidTo: paid.at(-1) ?? '', years: cells };
}

/** Everything that the wall of a member shows, in one answer; no number of a paper, no full name. */
export async function memberWallOf(ctx: Ctx, { userId }: ParsedOf<typeof memberWall>): Promise<MemberWallData> {
  // Whoever sees the own record alone has its own pages for it.
  if (ctx.scope.memberId !== null || !ctx.may('member:read')) throw forbidden();
  const [person, today] = await Promise.all([getMember(ctx, userId), todayOf(ctx.db)]);
  if (person.ownOnly) throw notFound('该人员不存在或已被删除');
  const [names, records, points, hours, learnt, dues] = await Promise.all([
    dictionaryNames(ctx.services),
    readRecords(ctx, userId),
    ifPermitted(ctx, 'points:read', () => pointsOf(ctx, { memberId: userId })),
    ifPermitted(ctx, 'hours:read', () => hoursOf(ctx, { memberId: userId })),
    ifPermitted(ctx, 'hours:read', () => hourLines(ctx, { memberId: userId, pageNum: 1, pageSize: 7 })),
    ifPermitted(ctx, 'dues:read', () => duesOf(ctx, userId, today)),
  ]);
  const fact = (label: string, value: string | null | undefined) => (value ? [{ label, value }] : []);
  const org = person.orgPath.at(-1) ?? { id: person.orgId, name: person.orgName };
  return {
    asOf: new Date().toISOString(),
    today,
    org: { id: person.orgId, code: person.orgCode, name: org.name, above: person.orgPath.at(-2)?.name ?? '' },
    surname: surnameOf(person.name),
    name: shownName(person.name),
    categoryName: person.personCategoryName,
    partyAgeMonths: person.partyAgeMonths,
    facts: [
      ...fact('性别', person.genderName),
      ...fact('民族', person.nationName),
      ...fact('年龄', person.age === null ? null : `${person.age}岁`),
      ...fact('学历', person.educationName),
      ...fact('岗位', person.occupationName),
      ...fact('党内职务', person.partyPost),
      ...fact('党小组', person.partyGroup),
      ...fact('党籍状态', person.membershipStatusName),
    ],
    birthday: person.admissionDate ? nextAnniversary(person.admissionDate, today) : null,
    river: riverOf(person, records, names),
    points: points?.counted
      ? {
          score: points.score / 100,
          base: points.base / 100,
          place: points.place,
          mean: points.mean / 100,
          dimensions: points.dimensions.map(({ name, own, mean }) => ({
            label: name,
            own: own / 100,
            mean: mean / 100,
          })),
        }
      : null,
    hours:
      hours && learnt
        ? {
            hours: hours.hours,
            duty: hours.duty,
            sources: hours.sources.map(({ name, hours: value }) => ({ label: name, value })),
            lines: learnt.rows.map(({ day, sourceName, title }) => ({ day, kind: sourceName, text: title })),
          }
        : null,
    dues,
  };
}
