import { ATTENDANCE, LEAVE_KINDS, tallyOf, WAYS } from '#kernel/attendance/rules.ts';
import * as attendance from '#kernel/attendance/server/index.ts';
import type * as contract from '#life/orgLife/contract.paper.ts';
import { alsoText, STATES, TOPIC_KINDS, typeName } from '#life/orgLife/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { meetingsOfYear, topicsOfMeetings } from '../queries/books.ts';
import * as queries from '../queries/meeting.ts';
import * as duty from './duty.ts';
import { auditMeeting, loadMeeting, localTime as local, voteOf } from './meeting.ts';

const BOOK = new URL('../../papers/record.typ', import.meta.url);
const SHEET = new URL('../../papers/signSheet.typ', import.meta.url);
/** Of these meetings people speak about each other; a year's book, which goes round, names them without their minutes. */
const APART = [6, 7];

type Person = Omit<attendance.SheetPerson, 'accountId'>;

const span = (row: queries.MeetingRecord) => `${local(row.startsAt)}至${local(row.endsAt).slice(11)}`;
const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
const typeText = (row: queries.MeetingRecord) =>
  `${typeName(row.type)}${row.alsoType ? `（${alsoText(row.alsoType)}）` : ''}`;

/** Why somebody was not there, and how it was made up. */
function absence({ name, state, leaveKind, reason, madeUp, madeUpOn }: Person): string {
  const why = [state === 2 ? (LEAVE_KINDS[leaveKind as 1 | 2] ?? '请假') : '缺席', reason].filter(Boolean).join('，');
  return `${name}（${why}${madeUp ? `；${madeUpOn}补学：${madeUp}` : ''}）`;
}

/** A meeting as its record is written: the head, who came, each topic with what was said, voted and decided. */
function recordOf(
  row: queries.MeetingRecord,
  topics: readonly queries.TopicRecord[],
  people: readonly Person[],
  isApart: boolean,
) {
  const tally = tallyOf(people);
  const isOver = row.state >= 2;
  const names = (of: (one: Person) => boolean, text = (one: Person) => one.name) =>
    people.filter(of).map(text).join('、');
  const held = people.length > 0 && isOver;
  const count = (n: number | null) => (n === null ? '' : `${n}人`);
  return {
    title: row.title,
    day: row.heldOn,
    type: typeName(row.type),
    pairs: [
      ['会议类型', typeText(row), '召开组织', `${row.orgName}${row.groupName ? ` ${row.groupName}` : ''}`],
      ['时间', span(row), '地点', row.place],
      ['主持人', row.host, '记录人', row.recorder],
      ['应到', count(held ? tally.due : row.due), '实到', isOver ? count(held ? tally.present : row.present) : ''],
    ],
    lines: [
      ...(row.lecturer ? [['主讲人', row.lecturer]] : []),
      ['到会人员', isOver ? names((one) => one.due && !one.guest && one.state === 1) : ''],
      ['缺席人员', isOver ? names((one) => one.due && one.state > 1, absence) || (held ? '无' : '') : ''],
      ...(tally.guests > 0 ? [['列席人员', names(({ guest }) => guest)]] : []),
    ],
    counts: row.due === null ? '' : `${isOver ? (row.present ?? 0) : '—'}/${row.due}`,
    state: row.state === 3 || row.state === 5 ? '' : row.cancelledAt ? '已取消' : STATES[row.state],
    topics: topics.map((one) => {
      const vote = voteOf(one);
      return {
        title: one.title,
        kind: TOPIC_KINDS[one.kind as keyof typeof TOPIC_KINDS] ?? '',
        minutes: isApart ? [] : lines(one.minutes),
        decision: isApart ? [] : lines(one.decision),
        vote:
          vote && !isApart
            ? `赞成${vote.yes}票，反对${vote.no}票，弃权${vote.abstain}票，废票${vote.spoilt}张：${one.passed ? '通过' : '未通过'}`
            : '',
      };
    }),
    minutes: isApart ? [] : lines(row.minutes),
    apart: isApart ? '本次会议的发言和批评意见另册保存，不编入年度记录。' : '',
    /** Nothing was written down yet: ruled lines for the pen. */
    isBlank: !isApart && row.minutes.trim() === '' && topics.every(({ minutes }) => minutes.trim() === ''),
    submitted: row.submittedAt ? `${row.submittedBy} ${local(row.submittedAt)}提交` : '',
    archived: row.archivedBy ? `${row.archivedBy}归档` : '',
    late: row.lateEntry ? '补录' : '',
  };
}

/** The records of some meetings, read in two statements. */
async function recordsOf(ctx: Ctx, rows: readonly queries.MeetingRecord[], isBook: boolean) {
  const ids = rows.map(({ id }) => id);
  const [topics, people] = await Promise.all([
    topicsOfMeetings(ctx.db, ids),
    attendance.peopleOfSheets(ctx.db, queries.KIND, ids),
  ]);
  return rows.map((row) =>
    recordOf(row, topics.get(row.id) ?? [], people.get(row.id) ?? [], isBook && APART.includes(row.type)),
  );
}

/** One meeting's record. */
export async function record(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.printRecord>,
): Promise<ReplyOf<typeof contract.printRecord>> {
  const row = await loadMeeting(ctx, id);
  const meetings = await recordsOf(ctx, [row], false);
  const { line } = await markOfDownload(ctx, `打印会议记录 ${row.title}`);
  auditMeeting(ctx, row);
  return answerPaper(ctx, {
    name: `会议记录 ${row.title}`,
    template: BOOK,
    data: { mark: line, book: null, meetings },
  });
}

/** The list of those due: to be signed before the meeting, afterwards with what became of everybody. */
export async function signSheet(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.printSignSheet>,
): Promise<ReplyOf<typeof contract.printSignSheet>> {
  const row = await loadMeeting(ctx, id);
  const people = (await attendance.peopleOfSheets(ctx.db, queries.KIND, [id])).get(id) ?? [];
  if (people.length === 0) throw refuse(row.state === 0 ? '发出会议通知后才有应到名单' : '这次会议没有留下应到名单');
  const tally = tallyOf(people);
  const isOver = row.state >= 2;
  const { line } = await markOfDownload(ctx, `打印会议签到表 ${row.title}`);
  auditMeeting(ctx, row);
  return answerPaper(ctx, {
    name: `签到表 ${row.title}`,
    template: SHEET,
    data: {
      mark: line,
      title: row.title,
      orgName: row.orgName,
      when: span(row),
      place: row.place,
      summary: isOver
        ? `应到${tally.due}人，实到${tally.present}人；有表决权的应到${tally.voters}人，实到${tally.votersPresent}人`
        : `应到${tally.due}人，其中有表决权的${tally.voters}人`,
      rows: people
        .filter(({ due, guest }) => due || guest)
        .map((one) => ({
          name: one.name,
          sort: one.guest ? '列席' : one.votes ? '有表决权' : '无表决权',
          state: one.guest ? '列席' : isOver || one.state > 0 ? ATTENDANCE[one.state] : '',
          at: one.state === 1 && one.signedAt ? local(one.signedAt).slice(11) : '',
          note: [one.late ? '迟到' : '', one.way === 'list' ? '' : WAYS[one.way], one.reason]
            .filter(Boolean)
            .join('，'),
        })),
      /** Before the meeting a few empty lines for whoever comes besides. */
      blanks: isOver ? 0 : 5,
    },
  });
}

/** A year's book of one organisation: cover, how far its duties are met, the index and every record. */
export async function year(
  ctx: Ctx,
  input: ParsedOf<typeof contract.printYear>,
): Promise<ReplyOf<typeof contract.printYear>> {
  const { org, lines: duties } = await duty.yearAt(ctx, ctx.scope, input.orgId, input.year);
  const rows = await meetingsOfYear(ctx.db, ctx.scope, org.id, input.year);
  if (rows.length === 0) throw refuse(`${org.name}${input.year}年还没有已提交的会议记录`);
  const meetings = await recordsOf(ctx, rows, true);
  const name = `${org.name}${input.year}年组织生活记录`;
  const { line } = await markOfDownload(ctx, `打印${name}`);
  ctx.audit({ type: 'org', id: org.id, name });
  return answerPaper(ctx, {
    name,
    template: BOOK,
    data: {
      mark: line,
      book: {
        orgName: org.name,
        year: input.year,
        duties: duties.map(({ typeName: type, cells }) => {
          const count = (state: string) => String(cells.filter((cell) => cell.state === state).length);
          const owed = cells.filter(({ state }) => state !== 'none' && state !== 'later').length;
          return [type, String(owed), count('ok'), count('due'), count('missing'), count('exempt')];
        }),
      },
      meetings,
    },
  });
}
