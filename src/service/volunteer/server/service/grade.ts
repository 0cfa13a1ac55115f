import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { todayOf, transact } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { workersOf } from '#service/dualReport/server/index.ts';
import type * as contract from '#service/volunteer/contract.grade.ts';
import { GRADES, gradedYear, whyNotGrading } from '#service/volunteer/rules.grade.ts';
import * as queries from '../queries/grade.ts';
import { GRADE_PATH, OWN_HOURS_PATH } from '../todos.ts';
import { NOTICE, notifyPeople, scopeOf } from './common.ts';

/** Years that the list offers. */
const YEARS = 3;
const hoursOf = (minutes: number): number => Math.round(minutes / 0.6) / 100;

/** Who is to be graded, or was, with the counts of all views. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listGrades>,
): Promise<ReplyOf<typeof contract.listGrades>> {
  const today = await todayOf(ctx.db);
  const graded = gradedYear(today);
  const year = input.year ? Number(input.year) : graded;
  const filter = {
    view: input.view || 'unitTodo',
    side: input.side || null,
    year,
    name: input.keyWords ?? '',
  } as const;
  const skipped = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfGrades(ctx.db, scopeOf(ctx, input.orgId), filter, input.pageSize, skipped);
  const isOpen = whyNotGrading(year, today) === '';
  const may = ctx.may('volunteer:audit') && isOpen;
  const own = ctx.session.memberId;
  return {
    rows: page.rows.map((row) => ({
      ...row,
      hours: hoursOf(row.minutes),
      gradeName: row.grade === null ? '' : GRADES[row.grade],
      can: { grade: may && inScope(ctx.scope, row.orgCode) && (own === null || row.memberId !== own) },
    })),
    total: page.total,
    year,
    years: Array.from({ length: YEARS }, (_, back) => graded - back),
    isOpen,
    counts: page.counts,
  };
}

/** Grades some of one sort: all or none. Never oneself, and the place alone. */
async function give(
  ctx: Ctx,
  of: queries.Graded,
  { ids, year, grade, word }: ParsedOf<typeof contract.gradeUnits>,
): Promise<{ graded: number }> {
  const unique = [...new Set(ids)];
  const rows = await queries.lockGraded(ctx.db, ctx.scope, of, year, unique);
  if (rows.length < unique.length) throw notFound('所选的报到不存在，或不在管理范围内');
  const today = await todayOf(ctx.db);
  const why = whyNotGrading(year, today);
  if (why) throw badInput({ year: why });
  const own = ctx.session.memberId;
  for (const row of rows) {
    if (!inScope(ctx.scope, row.orgCode)) throw refuse('年度等次由社区评定');
    if (own !== null && row.memberId === own) throw refuse('不能评定本人');
    if (of === 'unit' && row.homeId === ctx.session.orgId) throw refuse('不能评定本单位');
  }
  if ((await queries.livedOf(ctx.db, of, year, unique)) < unique.length) throw refuse(`所选的有${year}年末不在报到的`);
  const { accountId, accountName: by, orgId } = ctx.session;
  await queries.writeGrades(ctx.db, of, unique, { year, grade, word, by });
  const words = (row: queries.GradeRecord) => ({
    title: `${row.orgName}评定${of === 'unit' ? row.name : '您'}的${year}年双报到等次：${GRADES[grade]}`,
    remark: word,
  });
  for (const row of rows) {
    ctx.audit({
      type: of === 'unit' ? 'sbdPair' : 'sbdReport',
      id: row.id,
      name: row.name,
      orgCode: row.orgCode,
      changes: {
        grade: [row.grade === null ? null : `${GRADES[row.grade]}：${row.word}`, `${year}年${GRADES[grade]}：${word}`],
      },
    });
    if (row.memberId !== null) await notifyPeople(ctx, [row.memberId], { ...words(row), jumpUrl: OWN_HOURS_PATH });
    const accountIds = of === 'unit' ? (await workersOf(ctx.db, row.homeId)).filter((one) => one !== accountId) : [];
    if (accountIds.length > 0) {
      await sendNotice(ctx.db, { ...words(row), type: NOTICE, orgId, createdBy: by, accountIds, jumpUrl: GRADE_PATH });
    }
  }
  await queries.keepGradeTodos(ctx.db, gradedYear(today));
  return { graded: rows.length };
}

/** Grades of people. */
export const gradeMembers = (ctx: Ctx, input: ParsedOf<typeof contract.gradeMembers>) => give(ctx, 'person', input);
/** Grades of units. */
export const gradeUnits = (ctx: Ctx, input: ParsedOf<typeof contract.gradeUnits>) => give(ctx, 'unit', input);

/** Keeps the places' to-dos of the year that is graded now in step. */
export const turnGrades = ({ db }: Services): Promise<void> =>
  transact(db, async (tx) => {
    await queries.keepGradeTodos(tx, gradedYear(await todayOf(tx)));
  });
