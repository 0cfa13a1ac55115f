import type { Tally } from '#kernel/attendance/rules.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';

export const MEETING_TYPES = {
  1: '支部党员大会',
  2: '支部委员会',
  3: '党小组会',
  4: '主题党日',
  5: '党课',
  6: '组织生活会',
  7: '民主生活会',
  8: '民主评议党员',
  9: '其他',
} as const;
export type MeetingType = keyof typeof MEETING_TYPES;

/** What leaders and members owe in a year besides meetings of their own: people do it, no meeting of that type is held. */
export const PEOPLE_DUTIES = { 11: '书记讲党课', 12: '谈心谈话', 13: '双重组织生活' } as const;
/** Everything that may be owed. */
export const DUTY_TYPES = { ...MEETING_TYPES, ...PEOPLE_DUTIES } as const;
export type DutyType = keyof typeof DUTY_TYPES;
export const typeName = (type: number) => DUTY_TYPES[type as DutyType] ?? '';
export const isMeetingType = (type: number): type is MeetingType => type in MEETING_TYPES;
/** What a duty is counted in where one cell holds several: groups that meet, people, talks. */
export const unitOf = (type: number): string => (type === 3 ? '个党小组' : type === 12 ? '项' : '人');

export const STATES = { 0: '草稿', 1: '已通知', 2: '已召开', 3: '已提交', 4: '已退回', 5: '已归档' } as const;
export type MeetingState = keyof typeof STATES;

export const TOPIC_KINDS = { 1: '传达学习', 2: '讨论决定', 3: '发展党员', 9: '其他' } as const;

/** Days after a meeting beyond which its submitting is 补录. */
export const LATE_DAYS = 7;
/** What the administrator sets for the whole site, in days (`life_terms`). */
export interface Terms {
  /** Without any meeting after which a branch is silent. */
  silentDays: number;
  /** After submitting from which on a meeting is archived by itself. */
  archiveDays: number;
  /** After a 民主生活会 within which its report goes to the superior (rules of 2016, article 17: 15). */
  reportDays: number;
  /** Before a 民主生活会 by which its plan goes to the superior; no regulation names a number. */
  planDays: number;
}
export const TERM_NAMES: Readonly<Record<keyof Terms, { label: string; from: number; to: number; hint: string }>> = {
  silentDays: {
    label: '静默支部期限（天）',
    from: 7,
    to: 365,
    hint: '超过这些天没有开展任何组织生活，就在本支部和上级出待办',
  },
  archiveDays: { label: '自动归档期限（天）', from: 1, to: 90, hint: '提交后上级没有退回的，到期自动归档' },
  reportDays: {
    label: '民主生活会报告期限（天）',
    from: 1,
    to: 90,
    hint: '会后应在这些天内上报情况报告；已开出的待办不变',
  },
  planDays: { label: '民主生活会方案期限（天）', from: 1, to: 90, hint: '会前至少提前这些天把方案报上级' },
};

/** What a type may further meet: a meeting with a lecture, an organisation-life meeting with the appraisal. */
export const ALSO: Readonly<Partial<Record<MeetingType, readonly MeetingType[]>>> = { 1: [5], 4: [5], 6: [8] };
export const alsoText = (also: number | null) => (also === 5 ? '含党课' : also === 8 ? '合并民主评议' : '');

/** Whether a meeting holds a 民主评议党员, on its own or together with the organisation-life meeting. */
export const isAppraisal = ({ type, alsoType }: { type: number; alsoType: number | null }): boolean =>
  type === 8 || alsoType === 8;

const BRANCH: readonly MeetingType[] = [1, 2, 3, 4, 5, 6, 8, 9];
const COMMITTEE: readonly MeetingType[] = [7, 5, 4, 9];
/** The types that an organisation of a sort holds. */
export const typesFor = (orgType: number): readonly MeetingType[] =>
  BRANCH_TYPES.includes(orgType) ? BRANCH : COMMITTEE;
/** The duties that an organisation of a sort may have: its meetings, and what its people owe. */
export const dutiesFor = (orgType: number): readonly DutyType[] =>
  BRANCH_TYPES.includes(orgType) ? [...BRANCH, 12] : [...COMMITTEE, 11, 13];

/**
 * The stages of 发展党员 that a type of meeting decides: 1, 4, 8 and 6 by the committee (the general meeting where there is none, which has no stage 8),
 * 7 and 9 by the general meeting alone, 2 and 5 by either, 3 by the group as well.
 */
export function stagesIn(type: number, hasCommittee: boolean): readonly number[] {
  if (type === 1) return hasCommittee ? [2, 3, 5, 7, 9] : [1, 2, 3, 4, 5, 6, 7, 9];
  if (type === 2) return [1, 2, 3, 4, 5, 6, 8];
  return type === 3 ? [3] : [];
}

/** First parts of the pages of the types that have their own; `viewMeeting` of the others. */
export const MEETING_PAGES: Readonly<Partial<Record<MeetingType, string>>> = {
  4: 'viewTheme',
  6: 'viewOrgLifeMeeting',
  7: 'viewDemocraticLifeMeeting',
  8: 'viewDemocraticAppraisal',
};

/** Where a meeting is read, by its type (specification, section 2); lists, to-dos and search use no other. */
export const meetingPath = ({ id, type, orgId }: { id: string; type: number; orgId: string }): string =>
  `/affairs/event/${MEETING_PAGES[type as MeetingType] ?? 'viewMeeting'}/${id}/${orgId}`;

/** Types that are valid only where more than half of those with a vote came, with the clause. */
export const QUORUM_TYPES: readonly MeetingType[] = [1, 2, 3, 6, 8];
export const QUORUM_CLAUSE =
  '《中国共产党支部工作条例（试行）》：有表决权的到会人数超过应到会有表决权人数的半数，会议方为有效';

/** How many with a vote lack until more than half are there; 0: there is a quorum, or the type needs none. */
export function missingForQuorum(type: MeetingType, { voters, votersPresent }: Tally): number {
  if (!QUORUM_TYPES.includes(type)) return 0;
  return Math.max(0, Math.floor(voters / 2) + 1 - votersPresent);
}

/** A vote at a topic; only counts. */
export interface TopicVote {
  yes: number;
  no: number;
  abstain: number;
  spoilt: number;
}

/** What is wrong with a topic's counts: they add up to those present with a vote. */
export function topicVoteFault(vote: TopicVote, present: number): string {
  const sum = vote.yes + vote.no + vote.abstain + vote.spoilt;
  return sum === present ? '' : `赞成、反对、弃权、废票共${sum}票，与有表决权的实到${present}人不符`;
}

/** More than half of those due with a vote agree. */
export const isTopicPassed = (vote: TopicVote, due: number): boolean => vote.yes * 2 > due;

/** What stands in the way of submitting, at its field; nothing where it may go. */
export function submitFaults(
  type: MeetingType,
  meeting: { minutes: string; topics: readonly { title: string; minutes: string; vote: TopicVote | null }[] },
  tally: Tally,
  open: readonly string[],
): Record<string, string> {
  const faults: Record<string, string> = {};
  if (meeting.minutes.trim() === '' && meeting.topics.every(({ minutes }) => minutes.trim() === '')) {
    faults.minutes = '请填写会议记录';
  }
  for (const [at, { vote, title }] of meeting.topics.entries()) {
    const fault = vote ? topicVoteFault(vote, tally.votersPresent) : '';
    if (fault) faults[`topics.${at}`] = `${title}：${fault}`;
  }
  if (open.length > 0) {
    const names = open.slice(0, 5).join('、');
    faults.attendance = `还有${open.length}人没有登记到会情况：${names}${open.length > 5 ? '等' : ''}`;
  } else if (missingForQuorum(type, tally) > 0) {
    faults.attendance = `实到${tally.votersPresent}人未超过应到${tally.voters}人的半数，会议无效`;
  }
  return faults;
}
