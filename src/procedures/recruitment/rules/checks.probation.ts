import { addMonths } from '#platform/time/days.ts';
import { type Check, missingDay, openIf, type Said } from './check.ts';
import { dayDone, firstConclusionDay, type Path, probationEnd } from './path.ts';
import { hasQuorum, isPassed, voteText } from './votes.ts';

/** Whether a decision came within three months of its meeting; after six the meeting has to discuss it anew (细则第二十五、三十三条). */
export function approvalLate(path: Path, meeting: string | null, no: number): Said | null {
  if (meeting === null) return missingDay(no === 17 ? 15 : 23);
  const [late, over] = [addMonths(meeting, 3), addMonths(meeting, 6)];
  const day = path.steps[no]?.decided ?? path.today;
  if (day > over) return { ok: false, evidence: `期限 ${over} 已过，须由支部大会重新讨论`, no: no === 17 ? 15 : 23 };
  if (day <= late)
    return { ok: true, evidence: `大会 ${meeting}，期限 ${late}`, ...openIf(path.steps[no]?.decided == null) };
  const reason = path.steps[no]?.lateReason ?? '';
  return {
    ok: false,
    evidence: `大会 ${meeting}，三个月到 ${late}${reason ? `，超期原因：${reason}` : '，须写明超期原因'}`,
  };
}

/** What the vote of a general meeting says: its quorum, or whether it passed. */
export function voteCheck(stage: 7 | 9, quorum: boolean) {
  return (path: Path): Said | null => {
    const vote = path.votes[stage];
    if (!vote) return { ok: false, evidence: '还没有支部大会的表决结果' };
    const ok = quorum ? hasQuorum(vote) : isPassed(vote);
    const written = vote.writtenYes + vote.writtenNo > 0 ? '（书面意见计入赞成，条文待核实）' : '';
    return { ok, evidence: `${vote.heldOn}，${voteText(vote)}${quorum ? '' : written}` };
  };
}

/** What is asked of a probation and of how it ends. */
export const PROBATION_CHECKS: readonly Check[] = [
  {
    code: 'PROBATION_NOT_FINISHED',
    title: '考察到预备期满',
    level: 'block',
    at: [21],
    article: '第三十一条',
    say(path) {
      const end = probationEnd(path);
      if (end === null) return missingDay(15);
      const earliest = firstConclusionDay(end);
      const day = path.steps[21]?.day ?? path.today;
      return { ok: day >= earliest, evidence: `预备期到 ${end}`, ...(day < earliest ? { earliest } : {}) };
    },
  },
  {
    code: 'PROBATION_NOT_FINISHED',
    title: '预备期已满',
    level: 'block',
    at: [23],
    article: '第三十一条',
    say(path) {
      const end = probationEnd(path);
      if (end === null) return missingDay(15);
      const day = path.steps[23]?.day ?? path.today;
      return { ok: day >= end, evidence: `预备期到 ${end}`, ...(day < end ? { earliest: end } : {}) };
    },
  },
  {
    code: 'QUORUM',
    title: '到会有表决权的党员过半数',
    level: 'block',
    at: [23],
    article: '第三十三条',
    say: voteCheck(9, true),
  },
  {
    code: 'VOTE_FAILED',
    title: '赞成票超过有表决权党员的半数',
    level: 'block',
    at: [23],
    article: '第三十三条',
    say: voteCheck(9, false),
  },
  {
    code: 'EXTENSION_INVALID',
    title: '延长预备期一次，六个月至一年',
    level: 'block',
    at: [23],
    article: '第三十一条',
    say(path) {
      const vote = path.votes[9];
      if (vote?.proposal !== 'extend') return null;
      return extensionFault(path.extensionMonths, vote.months);
    },
  },
  {
    code: 'APPROVAL_LATE',
    title: '大会后三个月内审批转正',
    level: 'warn',
    at: [24],
    article: '第三十三条',
    say: (path) => approvalLate(path, dayDone(path, 23), 24),
  },
];

/** Whether an extension of so many months is allowed: 6 to 12, and once (细则第三十一条). */
export function extensionFault(before: number | null, months: number | null): Said {
  if (before !== null) return { ok: false, evidence: `已经延长过${before}个月，只能延长一次` };
  const ok = months !== null && months >= 6 && months <= 12;
  return { ok, evidence: `延长${months ?? 0}个月` };
}
