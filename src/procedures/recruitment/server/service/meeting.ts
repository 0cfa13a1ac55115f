import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile } from '#platform/server/files/fileRights.ts';
import type * as contract from '#procedures/recruitment/contract.meeting.ts';
import { AWAY_CAUSES, MEETING_STAGES } from '#procedures/recruitment/contract.meeting.ts';
import { extensionFault } from '#procedures/recruitment/rules/checks.probation.ts';
import { isVoted, labelForBranch, STEP_OF_STAGE } from '#procedures/recruitment/rules/meetings.ts';
import { stepName } from '#procedures/recruitment/rules/steps.ts';
import { hasQuorum, isPassed, voteFaults } from '#procedures/recruitment/rules/votes.ts';
import * as queries from '../queries/meeting.ts';
import { listVotersOn } from '../queries/people.ts';
import * as writes from '../queries/write.ts';
import { refuseFaults } from './facts.ts';
import { filesOf } from './fileWire.ts';
import { isWorker } from './steps.ts';
import { lockFile, logFile, saveFileState, stepOf } from './wholeFile.ts';

const stageName = (stage: number) => MEETING_STAGES[stage as keyof typeof MEETING_STAGES];
/** The kind of a meeting's papers among the stored files. */
const BASIS = 'recruitment.meeting';

/** Says who reads the papers of a meeting: whoever reads it. */
export function announceMeetings(): void {
  canReadFile(BASIS, async (ctx, file) => {
    if (!isWorker(ctx) || file.rowId === null) return false;
    return (await queries.findMeeting(ctx.db, ctx.scope, file.rowId)) !== undefined;
  });
}

const wire = ({ body, basis: _, ...row }: queries.MeetingRecord) => ({
  ...row,
  stageName: labelForBranch(stageName(row.stage), body === 'committee'),
  isVoted: body === 'general',
});

export async function meetings(ctx: Ctx, input: ParsedOf<typeof contract.listMeetings>) {
  if (input.orgId && !ctx.chosenOrg) throw notFound('所选党组织不存在');
  const filter = {
    orgId: input.orgId ? (ctx.chosenOrg?.id ?? '0') : null,
    stage: input.stage ?? null,
    name: input.name || null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.pageOfMeetings(ctx.db, ctx.scope, filter, input.pageSize, offset);
  return { rows: rows.map(wire), total };
}

export async function meeting(ctx: Ctx, id: string) {
  const row = await queries.findMeeting(ctx.db, ctx.scope, id);
  if (!row) throw notFound('该会议不存在');
  return { ...wire(row), basis: await filesOf(ctx.db, row.basis) };
}

async function branchOf(ctx: Ctx, id: string) {
  const branch = await queries.findBranch(ctx.db, ctx.scope, id);
  if (!branch) throw notFound('所选党组织不存在');
  return branch;
}

/** Who votes in a branch on a day: full members in good standing, but for 留党察看 (《基层组织选举工作条例》第五条). */
async function roll(ctx: Ctx, orgId: string, day: string) {
  const members = await listVotersOn(ctx.db, ctx.scope, orgId, day);
  const reasonOf = (one: (typeof members)[number]) => {
    if (one.category !== 1) return '预备党员没有表决权';
    if (one.status !== 1) return '党籍状态不正常';
    return one.watched ? '留党察看期间没有表决权' : '';
  };
  return {
    voters: members.filter((one) => reasonOf(one) === '').map(({ id, name }) => ({ id, name })),
    away: members.flatMap((one) => {
      const reason = reasonOf(one);
      return reason ? [{ id: one.id, name: one.name, reason }] : [];
    }),
  };
}

export async function due(ctx: Ctx, { orgId, day }: ParsedOf<typeof contract.dueVoters>) {
  await branchOf(ctx, orgId);
  const [found, hasCommittee] = await Promise.all([roll(ctx, orgId, day), queries.hasCommittee(ctx.db, orgId)]);
  return { due: found.voters.length, hasCommittee, ...found };
}

/** Writes a meeting with what it decided about each person; 应到 is drawn from the roll of that day and stays so. */
export async function addMeeting(ctx: Ctx, input: ParsedOf<typeof contract.addMeeting>) {
  const branch = await branchOf(ctx, input.orgId);
  const hasCommittee = await queries.hasCommittee(ctx.db, branch.id);
  if (input.stage === 8 && !hasCommittee) {
    throw badInput({ stage: '支部没有支部委员会，转正由支部大会直接讨论，请登记支部大会' });
  }
  if (input.heldOn > branch.today) throw badInput({ heldOn: '会议日期不能晚于今天' });
  const found = await roll(ctx, branch.id, input.heldOn);
  const excluded = new Map(
    input.excluded.map(({ memberId, reason, cause }) => [
      memberId,
      cause === 'suspended' ? `${AWAY_CAUSES.suspended}：${reason}` : reason,
    ]),
  );
  if (input.excluded.some(({ cause }) => cause === 'suspended') && input.basis.length === 0)
    throw badInput({ basis: '请上传中止党员权利的文件' });
  const strangers = [...excluded.keys()].filter((id) => !found.voters.some((one) => one.id === id));
  if (strangers.length > 0) throw badInput({ excluded: '不计入应到的人须是本支部有表决权的党员' });
  const away = [
    ...found.away,
    ...found.voters.flatMap(({ id, name }) => {
      const reason = excluded.get(id);
      return reason ? [{ id, name, reason }] : [];
    }),
  ];
  const dueCount = found.voters.length - excluded.size;
  const votes = isVoted(input.stage, hasCommittee);
  if (votes && dueCount === 0) throw badInput({ orgId: '这个支部当日没有有表决权的正式党员' });
  if (input.present > dueCount && votes) throw badInput({ present: `实到${input.present}人，多于应到${dueCount}人` });

  const people = [];
  const faults: Record<string, string> = {};
  const turnedDown: string[] = [];
  for (const [at, one] of input.people.entries()) {
    const held = await lockFile(ctx, one.fileId);
    const { file } = held;
    if (file.orgId !== branch.id) throw refuse(`${file.name}不在${branch.name}`);
    if (input.people.some((other, index) => index < at && other.fileId === one.fileId)) {
      throw badInput({ [`people.${at}`]: `${file.name}重复` });
    }
    const months = one.proposal === 'extend' ? (one.months ?? null) : null;
    const vote = { due: dueCount, present: input.present, ...one };
    if (votes) {
      for (const text of Object.values(voteFaults(vote))) faults[`people.${at}`] ??= `${file.name}：${text}`;
      if ((input.stage !== 9) !== (one.proposal === 'agree'))
        faults[`people.${at}`] ??= `${file.name}：表决事项与会议阶段不符`;
    } else if (one.proposal !== 'agree') faults[`people.${at}`] ??= `${file.name}：支委会不表决转正和延长预备期`;
    if (one.proposal === 'extend') {
      const fault = extensionFault(file.extensionMonths, months);
      if (!fault.ok) faults[`people.${at}`] ??= `${file.name}：${fault.evidence}，预备期只能延长一次，六个月至一年`;
    }
    const step = STEP_OF_STAGE[input.stage] ?? 1;
    // The committee's meetings may be entered later than the step itself; what a vote decides is asked for at its step.
    const isThere = votes && (input.stage === 7 || input.stage === 9) ? file.step === step : file.step >= step;
    if (!isThere && step > file.paperUntil) {
      throw refuse(`${file.name}在${stepName(file.step)}，不能登记“${stageName(input.stage)}”`);
    }
    const passed = votes ? isPassed(vote) : true;
    const decides = input.stage === 7 || input.stage === 9;
    if (decides && !passed && hasQuorum(vote) && step === file.step && stepOf(held, step).state !== 'submitted') {
      turnedDown.push(file.id);
    }
    people.push({ ...one, months, passed });
    logFile(ctx, file, { meeting: [null, `${input.heldOn} ${stageName(input.stage)}`] });
  }
  refuseFaults(faults);
  const id = await queries.insertMeeting(
    ctx.db,
    {
      orgId: branch.id,
      orgCode: branch.code,
      stage: input.stage,
      body: votes ? 'general' : 'committee',
      heldOn: input.heldOn,
      place: input.place,
      host: input.host,
      recorder: input.recorder,
      due: Math.max(dueCount, votes ? 0 : input.present),
      present: input.present,
      minutes: input.minutes,
      away,
      by: ctx.session.accountName,
    },
    people,
  );
  if (input.basis.length > 0) {
    const owner = { kind: BASIS, rowId: id, orgCode: branch.code };
    await queries.setBasis(ctx.db, id, await attachFiles(ctx, 'basis', input.basis, owner, { format: 'common' }));
  }
  const step = STEP_OF_STAGE[input.stage] ?? 0;
  for (const fileId of turnedDown)
    await writes.writeStep(ctx.db, fileId, step, { state: 'failed', handledOn: input.heldOn });
  for (const { fileId } of people) await saveFileState(ctx, fileId);
  return { id };
}
