import { WAYS } from '#kernel/attendance/rules.ts';
import type * as contract from '#life/tasks/contract.meetingPaper.ts';
import { WORK_PAPERS } from '#life/tasks/contract.meetingPaper.ts';
import { ANSWERS, COMING, minutesName } from '#life/tasks/rules.meeting.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import * as invitees from '../queries/invitees.ts';
import { resolutionsOf } from '../queries/meetings.ts';
import { auditMeeting, loadMeeting, localTime, timeSpanText } from './meetingCommon.ts';

const PAPER = new URL('../../papers/meeting.typ', import.meta.url);
const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

/** 会议通知, 签到表 or 会议纪要, of what the session sees. */
export async function printMeetingPaper(
  ctx: Ctx,
  { id, paper }: ParsedOf<typeof contract.printWorkMeeting>,
): Promise<ReplyOf<typeof contract.printWorkMeeting>> {
  const row = await loadMeeting(ctx, id);
  const isOwn = row.orgId === ctx.session.orgId;
  if (paper === 'minutes' && row.state !== 3 && !isOwn) throw refuse('会议纪要还没有发出');
  if (paper === 'sign' && row.noticedAt === null) throw refuse('发出会议通知后才有签到表');
  const [people, resolutions] = await Promise.all([
    invitees.allInvitees(ctx.db, ctx.scope, id),
    paper === 'minutes' ? resolutionsOf(ctx.db, id) : [],
  ]);
  const name = `${WORK_PAPERS[paper]} ${row.title}`;
  const { line } = await markOfDownload(ctx, `打印${name}`);
  auditMeeting(ctx, row, WORK_PAPERS[paper]);
  const isOver = row.state >= 2;
  const coming = people.filter(({ answer }) => COMING.includes(answer));
  return answerPaper(ctx, {
    name,
    template: PAPER,
    data: {
      mark: line,
      paper,
      title: row.title,
      orgName: row.orgName,
      number: paper === 'minutes' ? minutesName(row.minutesYear, row.minutesNo) || '会议纪要（草稿）' : '',
      day: localTime(paper === 'minutes' ? (row.minutesAt ?? row.startsAt) : (row.noticedAt ?? row.startsAt)).slice(
        0,
        10,
      ),
      when: timeSpanText(row),
      place: row.place,
      host: row.host,
      agenda: lines(row.agenda),
      note: lines(row.note),
      answerBy: row.answerBy ?? '',
      minutes: lines(row.minutes),
      resolutions: resolutions.map((one) => [one.text, one.dueOn ?? '']),
      summary: isOver
        ? `通知${people.length}，参加${coming.length}，到会${people.filter(({ state }) => state === 1).length}`
        : `通知${people.length}，回执参加${coming.length}`,
      present: people
        .filter(({ state }) => state === 1)
        .map((one) => `${one.attendee}（${one.orgName}）`)
        .join('、'),
      away: people
        .filter((one) => one.answer === 2 || (isOver && one.state !== 1))
        .map((one) => `${one.attendee || one.person || one.orgName}${one.reason ? `（${one.reason}）` : ''}`)
        .join('、'),
      rows: people.map((one) => ({
        org: one.orgName,
        person: one.attendee || one.person,
        answer: ANSWERS[one.answer],
        state: one.state === 1 ? '已到' : one.state === 3 ? '缺席' : '',
        at: one.signedAt ? localTime(one.signedAt).slice(11) : '',
        note: [one.late ? '迟到' : '', one.way === 'proxy' ? WAYS.proxy : '', one.reason].filter(Boolean).join('，'),
      })),
    },
  });
}
