import { tallyOf } from '#kernel/attendance/rules.ts';
import * as attendance from '#kernel/attendance/server/index.ts';
import type * as contract from '#life/orgLife/contract.develop.ts';
import { meetingPath, stagesIn } from '#life/orgLife/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { MEETING_STAGES } from '#procedures/recruitment/contract.meeting.ts';
import { isVoted } from '#procedures/recruitment/rules/meetings.ts';
import { hasCommittee } from '#procedures/recruitment/server/index.ts';
import { addMeeting, due as dueVoters } from '#procedures/recruitment/server/service/meeting.ts';
import * as develop from '../queries/develop.ts';
import * as queries from '../queries/meeting.ts';
import { auditMeeting, loadMeeting, mayWrite } from './meeting.ts';

const stageName = (stage: number) => MEETING_STAGES[stage as keyof typeof MEETING_STAGES] ?? '';

/** Why no vote of 发展党员 may be written at a meeting now; empty where one may. */
async function whyNot(ctx: Ctx, row: queries.MeetingRecord, open: number, hasTeam: boolean): Promise<string> {
  if (stagesIn(row.type, hasTeam).length === 0) return '这类会议不讨论发展党员';
  if (!mayWrite(ctx, row)) return '由召开会议的组织登记表决';
  if (!ctx.may('recruit:write')) return '您的角色不能办理发展党员';
  if (row.state === 3 || row.state === 5) return '会议记录提交后不能再登记表决';
  if (row.state < 2) return '结束签到后再登记表决';
  return open > 0 ? `还有${open}人没有登记到会情况，登记完再表决` : '';
}

async function sheetOf(ctx: Ctx, id: string, lock = false) {
  const sheet = await attendance.sheetOf(ctx.db, queries.KIND, id, lock);
  const people = sheet ? await attendance.peopleOf(ctx.db, sheet.id) : [];
  return { people, tally: tallyOf(people) };
}

export async function get(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getDevelopment>,
): Promise<ReplyOf<typeof contract.getDevelopment>> {
  const row = await loadMeeting(ctx, id);
  const [{ tally }, topics, team, people] = await Promise.all([
    sheetOf(ctx, id),
    develop.topicsOf(ctx.db, id),
    hasCommittee(ctx.db, row.orgId),
    develop.filesOf(ctx.db, ctx.scope, row.orgId),
  ]);
  const reason = await whyNot(ctx, row, tally.open, team);
  return {
    id,
    title: row.title,
    orgId: row.orgId,
    orgName: row.orgName,
    heldOn: row.heldOn,
    href: meetingPath(row),
    due: tally.voters,
    present: tally.votersPresent,
    stages: stagesIn(row.type, team).map((value) => ({ value, label: stageName(value) })),
    topics: topics.filter(({ stage }) => stage === null).map(({ id: topicId, title }) => ({ id: topicId, title })),
    people: ctx.may('recruit:read') ? people : [],
    done: topics
      .filter(({ stage }) => stage !== null)
      .map((one) => ({
        topicId: one.id,
        title: one.title,
        stageName: stageName(one.stage ?? 0),
        passed: one.passed ?? false,
      })),
    can: { vote: reason === '' },
    whyNot: reason,
  };
}

/**
 * Writes one person's vote down once, here and at the step of 发展党员, in one transaction: 应到 and 实到 are the meeting's. What
 * recruitment refuses is refused here, with its words.
 */
export async function vote(
  ctx: Ctx,
  input: ParsedOf<typeof contract.voteDevelopment>,
): Promise<ReplyOf<typeof contract.voteDevelopment>> {
  const row = await loadMeeting(ctx, input.id, true);
  const file = await develop.findFile(ctx.db, ctx.scope, input.fileId);
  if (!file) throw notFound('发展档案不存在');
  const { people, tally } = await sheetOf(ctx, input.id, true);
  const team = await hasCommittee(ctx.db, row.orgId);
  const reason = await whyNot(ctx, row, tally.open, team);
  if (reason) throw refuse(reason);
  if (!stagesIn(row.type, team).includes(input.stage)) throw badInput({ stage: '这类会议不能讨论这个阶段' });
  const topic = (await develop.topicsOf(ctx.db, input.id)).find(({ id }) => id === input.topicId);
  if (!topic) throw notFound('议题不存在');
  if (topic.stage !== null) throw refuse('这个议题已经登记过表决');
  const sum = input.yes + input.no + input.abstain + input.spoilt;
  if (sum !== tally.votersPresent) {
    throw badInput({ yes: `赞成、反对、弃权、废票共${sum}票，与有表决权的实到${tally.votersPresent}人不符` });
  }
  const general = isVoted(input.stage, team);
  const voters = new Set(people.filter(({ due, votes, guest }) => due && votes && !guest).map((one) => one.memberId));
  const roll = general ? await dueVoters(ctx, { orgId: row.orgId, day: row.heldOn }) : null;
  const { id: meetingId } = await addMeeting(ctx, {
    orgId: row.orgId,
    stage: input.stage,
    heldOn: row.heldOn,
    place: row.place,
    host: row.host || row.recorder || '未登记',
    recorder: row.recorder,
    present: tally.votersPresent,
    excluded: (roll?.voters ?? [])
      .filter((one) => !voters.has(one.id))
      .map((one) => ({ memberId: one.id, reason: '会议通知时不计入应到', cause: 'leftOut' as const })),
    basis: [],
    minutes: '',
    people: [
      {
        fileId: input.fileId,
        proposal: input.proposal,
        ...(input.months === undefined ? {} : { months: input.months }),
        yes: input.yes,
        no: input.no,
        abstain: input.abstain,
        spoilt: input.spoilt,
        writtenYes: input.writtenYes,
        writtenNo: input.writtenNo,
        opinion: input.opinion,
      },
    ],
  });
  const passed = general ? (input.yes + input.writtenYes) * 2 > tally.voters : input.yes * 2 > tally.voters;
  await develop.bindTopic(ctx.db, input.id, { ...input, meetingId, passed });
  await queries.writeMeeting(ctx.db, input.id, [], ctx.session.accountName);
  auditMeeting(ctx, row, `${file.name}：${stageName(input.stage)}`);
  return { passed };
}
