import { z } from 'zod';
import { data, date, done, endpoint, id, line, optional, required, text } from '#platform/contract.ts';
import { dutyMatrix, dutyOverview, dutyYear, listOwed, year } from './contract.duty.ts';
import { getMeeting, listMeetings } from './contract.ts';
import { STATEMENT_KINDS } from './rules.life.ts';

const kind = z.coerce.number<string | number>('请选择类别').refine((value) => value in STATEMENT_KINDS, '请选择类别');

const statement = z.object({
  id: z.string(),
  kind: z.number(),
  kindName: z.string(),
  fromName: z.string(),
  aboutName: z.string(),
  said: z.string(),
});
export type Statement = z.infer<typeof statement>;

const problem = z.object({
  id: z.string(),
  problem: z.string(),
  measure: z.string(),
  personId: z.string().nullable(),
  personName: z.string(),
  dueOn: z.string(),
  evidence: z.string(),
  doneOn: z.string().nullable(),
  doneBy: z.string(),
  state: z.enum(['done', 'late', 'open']),
  stateName: z.string(),
});
export type Problem = z.infer<typeof problem>;

export const matterDetail = z.object({
  id: z.string(),
  type: z.number(),
  title: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  heldOn: z.string(),
  href: z.string(),
  study: z.string(),
  opinions: z.string(),
  plan: z.string(),
  statements: z.array(statement),
  /** How many are there that this session does not read. */
  hidden: z.number(),
  problems: z.array(problem),
  report: z.string(),
  reportedAt: z.string().nullable(),
  reportedBy: z.string(),
  /** By when the report is due; null: this type has none. */
  /** Of a 民主生活会 the day by which its plan goes to the superior. */
  planDue: z.string().nullable(),
  reportDue: z.string().nullable(),
  can: z.object({ edit: z.boolean(), follow: z.boolean(), report: z.boolean() }),
});
export type Matter = z.infer<typeof matterDetail>;

export const getMatter = endpoint({
  method: 'GET',
  path: '/api/zzsh/matter/{id}',
  summary: '组织生活会、民主生活会的会前准备、批评意见和问题整改；点名的发言只有到会的人和有专门权限的人能看',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  input: z.object({ id }),
  reply: data(matterDetail),
});

const act = <const P extends string, X extends z.ZodRawShape>(path: P, summary: string, more: X, targets = {}) =>
  endpoint({
    method: 'POST',
    path: `/api/zzsh/matter/${path}`,
    summary,
    access: 'event:write',
    scope: 'org',
    targets: { id: 'lifeMeeting', ...targets },
    audit: summary,
    idempotent: true,
    input: z.object({ id, ...more }),
    reply: done,
    stale: () => [getMatter, getMeeting, listMeetings],
  });

export const prepareFields = {
  study: text(3000, '学习情况'),
  opinions: text(3000, '征求意见情况'),
  plan: text(3000, '会议方案'),
};
export const prepareMatter = act('prepare', '填写会前准备', prepareFields);

export const statementFields = {
  kind,
  fromId: id,
  aboutId: optional(id),
  said: text(3000, '发言内容').refine((value) => value.length > 0, '请输入发言内容'),
};
export const addStatement = act('statement', '登记点名发言', statementFields, {
  fromId: 'member',
  aboutId: 'member',
} as const);
export const removeStatement = act('removeStatement', '删去点名发言', { statementId: id });

export const problemFields = {
  problem: required(500, '问题'),
  measure: required(500, '整改措施'),
  personId: optional(id),
  dueOn: date,
};
export const addProblem = act('problem', '登记整改问题', problemFields, { personId: 'member' } as const);
export const settleFields = {
  doneOn: date,
  evidence: text(500, '整改结果').refine((value) => value.length > 0, '请输入整改结果'),
};
export const settleProblem = act('settle', '整改问题销号', { problemId: id, ...settleFields });
export const reportMatter = act('report', '上报会议情况', {
  report: text(5000, '会议情况报告').refine((value) => value.length > 0, '请输入会议情况报告'),
});

const talkPerson = z.object({ id: z.string(), name: z.string(), leads: z.boolean() });

export const listTalks = endpoint({
  method: 'GET',
  path: '/api/zzsh/talk/year',
  summary: '一个党支部一年的谈心谈话，和还没有谈到的人',
  access: 'event:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id.optional(), year: year.optional() }),
  reply: data(
    z.object({
      orgId: z.string(),
      orgName: z.string(),
      year: z.number(),
      years: z.array(z.number()),
      isBranch: z.boolean(),
      people: z.array(talkPerson),
      talks: z.array(
        z.object({
          id: z.string(),
          fromId: z.string(),
          fromName: z.string(),
          toId: z.string(),
          toName: z.string(),
          heldOn: z.string(),
          matter: z.string(),
          can: z.object({ remove: z.boolean() }),
        }),
      ),
      pairs: z.array(z.object({ from: talkPerson, to: talkPerson })),
      withoutLeader: z.array(talkPerson),
      withoutMember: z.array(talkPerson),
      /** How many came to the branch after the year began: they owe from the next one on. */
      later: z.number(),
      can: z.object({ add: z.boolean() }),
    }),
  ),
});
export type TalkYear = z.infer<(typeof listTalks)['reply']['schema']>;

export const talkFields = { fromId: id, toId: id, heldOn: date, matter: line(100, '谈话主题').default('') };
export const addTalk = endpoint({
  method: 'POST',
  path: '/api/zzsh/talk',
  summary: '登记谈心谈话：谁和谁、哪天、什么主题，不记谈话内容',
  access: 'event:write',
  scope: 'org',
  targets: { orgId: 'org', fromId: 'member', toId: 'member' },
  audit: '登记谈心谈话',
  idempotent: true,
  input: z.object({ orgId: id, ...talkFields }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listTalks, dutyOverview, dutyMatrix, dutyYear, listOwed],
});

export const removeTalk = endpoint({
  method: 'POST',
  path: '/api/zzsh/talk/remove',
  summary: '删去登记错的谈心谈话',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'lifeTalk' },
  audit: '删去谈心谈话',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: () => [listTalks, dutyOverview, dutyMatrix, dutyYear, listOwed],
});

export const ownMatter = endpoint({
  method: 'GET',
  path: '/api/zzsh/own/matter/{id}',
  summary: '本人到会的组织生活会上的点名发言',
  access: 'event:own',
  scope: 'own',
  input: z.object({ id }),
  reply: data(z.object({ statements: z.array(statement) })),
});
