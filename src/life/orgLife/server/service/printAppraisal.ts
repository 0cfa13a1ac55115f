import type * as contract from '#life/orgLife/contract.paper.ts';
import { GRADES, type Grade, maxExcellent, type Poll } from '#life/orgLife/rules.appraisal.ts';
import { isAppraisal } from '#life/orgLife/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import * as queries from '../queries/appraisal.ts';
import { auditMeeting, loadMeeting, localTime } from './meeting.ts';

const FORM = new URL('../../papers/appraisalForm.typ', import.meta.url);
const SUMMARY = new URL('../../papers/appraisalSummary.typ', import.meta.url);

const day = (at: Date | null) => (at === null ? '' : localTime(at).slice(0, 10));
const gradeName = (grade: Grade | null) => (grade === null ? '' : GRADES[grade]);
const cells = (sums: Poll | null) =>
  sums === null
    ? ['', '', '', '']
    : [sums.excellent, sums.qualified, sums.basic, sums.unqualified].map((n) => String(n));

async function taken(ctx: Ctx, id: string) {
  const row = await loadMeeting(ctx, id);
  if (!isAppraisal(row)) throw refuse('这次会议不是民主评议党员');
  const appraisal = await queries.findAppraisal(ctx.db, id, row.heldOn);
  if (appraisal.openedAt === null) throw refuse('评议开始后才有参评人员');
  return { row, appraisal, people: await queries.peopleOf(ctx.db, id) };
}

/** 登记表: what each wrote of themselves, what others and the poll said, and the branch's opinion; one page each. */
export async function forms(
  ctx: Ctx,
  { id, memberId }: ParsedOf<typeof contract.printAppraisal>,
): Promise<ReplyOf<typeof contract.printAppraisal>> {
  const { row, appraisal, people } = await taken(ctx, id);
  const wanted = people.filter((one) => one.graded && (memberId === undefined || one.memberId === memberId));
  if (wanted.length === 0) throw notFound('这名党员没有参加评议');
  const { line } = await markOfDownload(ctx, `打印民主评议登记表 ${row.title}`);
  auditMeeting(ctx, row);
  return answerPaper(ctx, {
    name: `民主评议登记表 ${row.title}`,
    template: FORM,
    data: {
      mark: line,
      year: appraisal.year,
      orgName: row.orgName,
      people: wanted.map((one) => ({
        name: one.name,
        self: one.selfText.split('\n').filter((words) => words.trim() !== ''),
        selfOn: day(one.selfAt),
        mutual: cells(one.mutual),
        remarks: one.remarks,
        poll: cells(one.poll),
        grade: appraisal.closedAt === null ? '' : gradeName(one.grade),
        reason: appraisal.closedAt === null ? '' : one.reason,
        closedOn: day(appraisal.closedAt),
        receiptOn: day(one.receiptAt),
      })),
    },
  });
}

/** 汇总表: everybody with the poll's sums and the grade, and how many there are of each. */
export async function summary(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.printAppraisalSummary>,
): Promise<ReplyOf<typeof contract.printAppraisalSummary>> {
  const { row, appraisal, people } = await taken(ctx, id);
  const graded = people.filter((one) => one.graded);
  const { line } = await markOfDownload(ctx, `打印民主评议汇总表 ${row.title}`);
  auditMeeting(ctx, row);
  const counts = Object.entries(GRADES).map(
    ([value, label]) => `${label}${graded.filter(({ grade }) => grade === Number(value)).length}人`,
  );
  return answerPaper(ctx, {
    name: `民主评议汇总表 ${row.title}`,
    template: SUMMARY,
    data: {
      mark: line,
      year: appraisal.year,
      orgName: row.orgName,
      state: appraisal.closedAt === null ? '评议还没有完成' : `${day(appraisal.closedAt)}完成`,
      counts: `参评${people.length}人，评定等次${graded.length}人；${counts.join('，')}；优秀不超过${maxExcellent(people.length)}人`,
      rows: people.map((one) => [
        one.name,
        one.graded ? '正式党员' : '预备党员',
        one.selfAt === null ? '未写' : '已写',
        ...cells(one.poll),
        one.graded ? gradeName(one.grade) : '不评定',
        one.reason,
      ]),
    },
  });
}
