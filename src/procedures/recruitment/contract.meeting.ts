import { z } from 'zod';
import { count, data, date, done, endpoint, id, line, page, required, rows, text } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { fileIds } from './contract.steps.ts';
import { getFile, listFiles, overview } from './contract.ts';

/** Stages of the specification's meetings. */
export const MEETING_STAGES = {
  1: '支委会确定积极分子',
  2: '指定培养联系人',
  3: '听取意见',
  4: '支委会确定发展对象',
  5: '确定入党介绍人',
  6: '支委会审查、预审',
  7: '支部大会讨论接收',
  8: '支委会审查转正',
  9: '支部大会讨论转正',
} as const;
/** Why a voter does not count into 应到 although the roll says nothing. */
export const AWAY_CAUSES = { leftOut: '支部大会决定不计入', suspended: '党员权利中止' } as const;
export type AwayCause = keyof typeof AWAY_CAUSES;
const stageNo = count.pipe(z.int().min(1, '请选择会议阶段').max(9, '请选择会议阶段'));
const votes = count.pipe(z.int('应为整数').min(0, '不能小于0').max(10_000, '数字过大'));
const changed = () => [listFiles, overview, getFile, listMeetings, getMeeting];

const meetingRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  stage: z.number(),
  stageName: z.string(),
  /** The general meeting voted on each person; else the committee decided, whose counts are not stored. */
  isVoted: z.boolean(),
  heldOn: z.string(),
  place: z.string(),
  host: z.string(),
  recorder: z.string(),
  due: z.number(),
  present: z.number(),
  minutes: z.string(),
  people: z.array(
    z.object({
      fileId: z.string(),
      name: z.string(),
      proposal: z.enum(['agree', 'convert', 'extend', 'revoke']),
      months: z.number().nullable(),
      yes: z.number(),
      no: z.number(),
      abstain: z.number(),
      spoilt: z.number(),
      writtenYes: z.number(),
      writtenNo: z.number(),
      passed: z.boolean(),
      opinion: z.string(),
    }),
  ),
});
export type MeetingRow = z.infer<typeof meetingRow>;

export const listMeetings = endpoint({
  method: 'GET',
  path: '/api/fzdy/meeting/listPage',
  summary: '发展党员会议列表，新的在前',
  access: 'recruit:write',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['name'],
  input: z.object({
    ...page,
    orgId: id.optional(),
    stage: stageNo.optional(),
    name: line(30, '姓名').optional(),
  }),
  reply: rows(meetingRow),
});

const away = z.object({ id: z.string(), name: z.string(), reason: z.string() });

export const getMeeting = endpoint({
  method: 'GET',
  path: '/api/fzdy/meeting/{id}',
  summary: '一次发展党员会议：应到和不计入应到的人、逐人表决',
  access: 'recruit:write',
  scope: 'org',
  targets: { id: 'developmentMeeting' },
  input: z.object({ id }),
  reply: data(meetingRow.extend({ away: z.array(away), basis: z.array(uploadedFile) })),
});

export const dueVoters = endpoint({
  method: 'GET',
  path: '/api/fzdy/meeting/due',
  summary: '某日支部应到的有表决权党员，和不计入应到的人及原因',
  access: 'recruit:write',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id, day: date }),
  reply: data(
    z.object({
      due: z.number(),
      /** Without a committee the general meeting decides what else the committee does. */
      hasCommittee: z.boolean(),
      voters: z.array(z.object({ id: z.string(), name: z.string() })),
      away: z.array(away),
    }),
  ),
});

export const addMeeting = endpoint({
  method: 'POST',
  path: '/api/fzdy/meeting',
  summary: '登记一次会议：应到按当日名册冻结，几个人逐人表决，只存票数',
  access: 'recruit:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '登记发展党员会议',
  idempotent: true,
  input: z.object({
    orgId: id,
    stage: stageNo,
    heldOn: date,
    place: required(60, '地点'),
    host: required(20, '主持人'),
    recorder: line(20, '记录人').default(''),
    present: votes,
    /** Voters who do not count into 应到 beside those the roll tells: formally left out by the branch, or rights suspended. */
    excluded: z
      .array(
        z.object({
          memberId: id,
          reason: required(60, '不计入原因'),
          cause: z.enum(Object.keys(AWAY_CAUSES) as [AwayCause], '请选择不计入的情形').default('leftOut'),
        }),
      )
      .max(200, '人数过多')
      .default([]),
    /** Papers by which rights are suspended. */
    basis: fileIds.default([]),
    minutes: text(2000, '会议记录').default(''),
    people: z
      .array(
        z.object({
          fileId: id,
          proposal: z.enum(['agree', 'convert', 'extend', 'revoke'], '请选择表决事项').default('agree'),
          months: votes.optional(),
          yes: votes,
          no: votes.default(0),
          abstain: votes.default(0),
          spoilt: votes.default(0),
          writtenYes: votes.default(0),
          writtenNo: votes.default(0),
          opinion: text(500, '讨论意见').default(''),
        }),
      )
      .min(1, '请选择讨论的人')
      .max(50, '一次会议最多50人'),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});

/** 公示 of a person; what the page shows is fixed when it begins. */
export const startPublicity = endpoint({
  method: 'POST',
  path: '/api/fzdy/publicity',
  summary: '发布公示，不少于五个工作日；已在张贴的纸质公示可以补登过去的日期',
  access: 'recruit:write',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '发布发展对象公示',
  asks: {},
  idempotent: true,
  input: z.object({
    fileId: id,
    startsOn: date,
    endsOn: date,
    heardBy: required(60, '受理单位'),
    phone: line(30, '受理电话').default(''),
  }),
  reply: data(z.object({ id: z.string(), code: z.string() })),
  stale: changed,
});

export const endPublicity = endpoint({
  method: 'POST',
  path: '/api/fzdy/publicity/end',
  summary: '结束公示：无异议、查实不影响，或有影响入党的问题',
  access: 'recruit:write',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '结束发展对象公示',
  idempotent: true,
  input: z.object({
    fileId: id,
    result: z.enum(['none', 'checked', 'blocking'], '请选择公示结果'),
    note: line(200, '核查情况').default(''),
  }),
  reply: done,
  stale: changed,
});

const publicityPage = z.object({
  /** Over, or never there: then nothing else is told. */
  isOver: z.boolean(),
  name: z.string(),
  genderName: z.string(),
  birthMonth: z.string(),
  educationName: z.string(),
  unit: z.string(),
  appliedOn: z.string(),
  activistOn: z.string(),
  contacts: z.string(),
  orgName: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  heardBy: z.string(),
  phone: z.string(),
  /** Who reads and checks what is said on the page. */
  approver: z.string(),
});
export type PublicityPage = z.infer<typeof publicityPage>;

export const publicPublicity = endpoint({
  method: 'GET',
  path: '/api/fzdy/public/publicity/{code}',
  summary: '公示页（不登录）：公示期内的内容，期满只说已结束',
  access: 'public',
  scope: 'none',
  rate: { hits: 60, seconds: 60, by: 'ip' },
  input: z.object({ code: z.string().regex(/^[0-9a-f]{32}$/, '公示不存在或已结束') }),
  reply: data(publicityPage),
});
