import { SCORE_SHEET } from '#learning/exam/contract.scores.ts';
import {
  lackingScoreHeads,
  readScoreHeads,
  readScoreLine,
  type ScoreLine,
  scoreFault,
  scoreTemplate,
  titleFault,
} from '#learning/exam/rules.scores.ts';
import { pointsText } from '#learning/exam/rules.ts';
import { personFault } from '#people/member/rules/recordSheet.ts';
import { peopleOf, type SheetPerson } from '#people/member/server/index.ts';
import { idCardIndex } from '#people/member/server/rowMapper.ts';
import { ownMatterRefusal } from '#platform/oneself.ts';
import type { SheetColumn, SheetFault } from '#platform/records/recordSheet.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import type { CheckedLine, SheetBatch, SheetKind, Sheets } from '#platform/server/records/sheets.ts';
import type { Line } from '#platform/server/spreadsheet/encrypted.ts';
import { closePersonTodos, type ExamRecord, WHO } from '../queries/exam.ts';
import * as queries from '../queries/scores.ts';

const scoreSheet: SheetKind = {
  ...SCORE_SHEET,
  decides: '导入成绩',
  template: async () => scoreTemplate,
  known: ['人员姓名', '身份证号', '考试名称', '成绩'],
  read: readScoreHeads,
  lacking: lackingScoreHeads,
  check,
  undo,
};

/** The sheets of scores on paper. */
export const scoreSheets: Sheets = { prefix: 'examScore', fileKind: 'exam.scoreImport', kinds: [scoreSheet] };

interface Fresh {
  exam: ExamRecord;
  personId: string;
  score: number;
}

/** What is wrong between a line, whom its id card names and the exam that it names. */
function faultsOf(
  ctx: Ctx,
  one: ScoreLine,
  person: SheetPerson | undefined,
  exams: readonly ExamRecord[],
  sitter: queries.Sitter | undefined,
): SheetFault[] {
  const [exam, ...others] = exams;
  const faults = [...one.faults];
  if (one.key !== null && !person) faults.push(personFault.idCard('您管理的范围内没有这个身份证号的人员'));
  if (person && person.id === ctx.session.memberId) faults.push(personFault.name(ownMatterRefusal('导入成绩')));
  const name = (one.said.name ?? '').replace(/\s/g, '');
  if (person && name !== '' && name !== person.name.replace(/\s/g, ''))
    faults.push(personFault.name(`与登记的“${person.name}”不一致`));
  if (one.title !== '' && !exam) faults.push(titleFault('没有已发布的这场考试'));
  else if (others.length > 0) faults.push(titleFault('有几场同名的考试，请改成不同的名称'));
  else if (exam?.resultsAt) faults.push(titleFault('成绩已经公布，不能再导入'));
  if (faults.length > 0 || !exam || !person) return faults;
  if (!sitter) faults.push(personFault.name('不在这场考试的考生名单里'));
  else if (sitter.paper !== null && sitter.paper !== one.score)
    faults.push(scoreFault(`已登记为${pointsText(sitter.paper) || '0'}分，请先撤销那次导入`));
  else if (sitter.paper === null && sitter.attempts > 0) faults.push(personFault.name('已在线参加这场考试'));
  if (one.score !== null && one.score > exam.total) faults.push(scoreFault(`这份试卷满分${pointsText(exam.total)}分`));
  return faults;
}

async function check(ctx: Ctx, columns: readonly SheetColumn[], lines: readonly Line[], lock: boolean) {
  const day = await todayOf(ctx.db);
  const read = lines.map(({ cells }) => readScoreLine(columns, cells, day));
  // Exams before people, as publication holds them.
  const named = await queries.examsNamed(ctx.db, ctx.scope, [...new Set(read.map(({ title }) => title))], lock);
  const indexes = read.map(({ key }) => (key === null ? null : idCardIndex(ctx.vault, key)));
  const indexByHex = new Map(indexes.flatMap((index) => (index ? [[index.toString('hex'), index] as const] : [])));
  const people = await peopleOf(ctx.db, ctx.scope, [...indexByHex.values()], lock);
  const found = new Map(people.map((person) => [person.index.toString('hex'), person]));
  const ids = people.map(({ id }) => id);
  const sitters = new Map<string, Map<string, queries.Sitter>>();
  for (const [only] of named.values()) if (only) sitters.set(only.id, await queries.sittersOf(ctx.db, only.id, ids));
  const fresh: Fresh[] = [];
  const checked = lines.map((line, at): CheckedLine => {
    const one = read[at] as ScoreLine;
    const person = found.get(indexes[at]?.toString('hex') ?? '');
    const exams = named.get(one.title) ?? [];
    const [exam] = exams;
    const sitter = exam && person ? sitters.get(exam.id)?.get(person.id) : undefined;
    const faults = faultsOf(ctx, one, person, exams, sitter);
    const lineAndName = { line, name: one.said.name ?? '', faults };
    if (faults.length > 0 || !exam || !sitter || one.score === null) return { ...lineAndName, state: 'bad' };
    if (sitter.paper !== null) return { ...lineAndName, state: 'same' };
    // A second line about the same person meets what this one will write.
    sitter.paper = one.score;
    sitter.attempts += 1;
    fresh.push({ exam, personId: sitter.personId, score: one.score });
    return { ...lineAndName, state: 'new' };
  });
  return { lines: checked, write: (batch: SheetBatch) => write(ctx, fresh, batch) };
}

async function write(ctx: Ctx, fresh: readonly Fresh[], batch: SheetBatch): Promise<void> {
  for (const list of Map.groupBy(fresh, ({ exam }) => exam.id).values()) {
    const [first] = list;
    if (!first) continue;
    const { exam } = first;
    await queries.addScores(ctx.db, exam, list, batch.id);
    const persons = list.map(({ personId }) => personId);
    await closePersonTodos(ctx.db, exam.id, WHO.persons(persons));
    ctx.audit({
      type: 'exam',
      id: exam.id,
      name: exam.title,
      orgCode: exam.orgCode,
      reason: `导入${batch.fileName}：${list.length}人的成绩`,
    });
  }
}

async function undo(ctx: Ctx, batch: SheetBatch): Promise<number> {
  const gone = await queries.removeScores(ctx.db, ctx.scope, batch.id);
  for (const list of Map.groupBy(gone, ({ examId }) => examId).values()) {
    const [first] = list;
    if (first)
      ctx.audit({
        type: 'exam',
        id: first.examId,
        name: first.title,
        orgCode: first.orgCode,
        reason: `撤销导入 ${batch.fileName}：${list.length}人的成绩`,
      });
  }
  return gone.length;
}
