import { ageOn } from '#people/member/rules.ts';
import { addDays, addMonths } from '#platform/time/days.ts';
import { PROVISIONAL, workdays } from '#platform/time/workdays.ts';
import { type Check, joinNames, missingDay, openIf, peopleOfFact, textOfFact, wholeOfFact } from './check.ts';
import { approvalLate, PROBATION_CHECKS, voteCheck } from './checks.probation.ts';
import { notBeforeSwitch } from './days.ts';
import { gapsOf } from './inspections.ts';
import { dayDone, endOf } from './path.ts';
import { STEPS, stepName } from './steps.ts';

/** The eighteen codes of the rules, and ours. The server refuses by them; the page shows them. */
export const CHECKS: readonly Check[] = [
  {
    code: 'AGE_UNDER_18',
    title: '年满十八周岁',
    level: 'block',
    at: [1],
    article: '第五条',
    say({ birthDate, steps, today }) {
      if (birthDate === null) return { ok: false, evidence: '没有登记出生日期' };
      const age = ageOn(birthDate, steps[1]?.day ?? today);
      const earliest = `${Number(birthDate.slice(0, 4)) + 18}${birthDate.slice(4)}`;
      return {
        ok: age >= 18,
        evidence: `${birthDate} 出生，${steps[1]?.day == null ? '现在' : '申请时'}${age}岁`,
        ...(age < 18 ? { earliest: realDay(earliest) } : {}),
      };
    },
  },
  {
    code: 'TALK_OVERDUE',
    title: '申请后一个月内谈话',
    level: 'warn',
    at: [2],
    article: '第七条',
    say(path) {
      const start = dayDone(path, 1);
      if (start === null) return missingDay(1);
      const day = path.steps[2]?.day ?? path.today;
      const last = addMonths(start, 1);
      const isOpen = path.steps[2]?.day == null;
      const talked = isOpen ? '还没有谈话' : `${day} 谈话`;
      return { ok: day <= last, evidence: `${start} 递交，期限 ${last}，${talked}`, ...openIf(isOpen) };
    },
  },
  {
    code: 'TALK_MISSING',
    title: '确定积极分子前已派人谈话',
    level: 'block',
    at: [3],
    article: '第七条',
    say(path) {
      const day = dayDone(path, 2);
      return day === null ? { ok: false, evidence: '没有谈话记录', no: 2 } : { ok: true, evidence: `${day} 谈话` };
    },
  },
  {
    code: 'CONTACT_COUNT',
    title: '一至两名正式党员作培养联系人',
    level: 'block',
    at: [5],
    article: '第九条',
    say(path) {
      const list = peopleOfFact(path, 5, 'contacts');
      return { ok: list.length === 1 || list.length === 2, evidence: joinNames(list) };
    },
  },
  {
    code: 'INSPECTION_GAP',
    title: '每半年考察一次',
    level: 'warn',
    at: [6, 7],
    article: '第十一条',
    say(path, no) {
      const start = dayDone(path, 3);
      if (start === null) return missingDay(3);
      const day = path.steps[no]?.day ?? null;
      // With the day on which 考察 is complete its half-year is over, too.
      const until = day === null ? path.today : addDays(day, no === 6 ? 1 : 0);
      const { inspections, explained } = path;
      const countText = `已考察${inspections.length}次`;
      const [silent] = gapsOf(start, until, [...inspections, ...explained]);
      if (silent !== undefined) {
        return {
          ok: false,
          evidence: `${countText}，到 ${silent} 的半年没有考察，请写未考察说明，不要倒填日期`,
          no: 6,
        };
      }
      const [missed] = gapsOf(start, until, inspections);
      if (missed !== undefined)
        return { ok: false, evidence: `${countText}，到 ${missed} 的半年没有考察，已说明情况`, no: 6 };
      return { ok: true, evidence: countText, ...openIf(inspections.length === 0) };
    },
  },
  {
    code: 'THOUGHT_GAP',
    title: '按期交思想汇报',
    level: 'warn',
    at: [6, 7, 21, 23],
    article: '',
    say(path, no) {
      // Those of the time before the file lie in it on paper.
      if (no <= path.paperUntil) return null;
      const from = no <= 7 ? 3 : 15;
      const start = from === 3 ? dayDone(path, 3) : (path.steps[15]?.day ?? null);
      if (start === null) return missingDay(from);
      const { thoughtMonths } = path.settings;
      const given = path.thoughts.filter((day) => day >= start).length;
      const [first] = gapsOf(start, path.steps[no]?.day ?? path.today, path.thoughts, thoughtMonths);
      if (first === undefined) return { ok: true, evidence: `已交${given}次`, ...openIf(given === 0) };
      return { ok: false, evidence: `已交${given}次，到 ${first} 的${thoughtMonths}个月没有交` };
    },
  },
  {
    code: 'TARGET_TOO_EARLY',
    title: '培养教育考察满一年',
    level: 'block',
    at: [6, 7],
    article: '第十三条',
    say(path, no) {
      const start = dayDone(path, 3);
      if (start === null) return missingDay(3);
      const earliest = addMonths(start, 12);
      const day = path.steps[no]?.day ?? path.today;
      return { ok: day >= earliest, evidence: `${start} 起至 ${day}`, ...(day < earliest ? { earliest } : {}) };
    },
  },
  {
    code: 'INSPECTION_NONE',
    title: '有考察记录，没有考察的已说明',
    level: 'block',
    at: [6],
    article: '第十一条',
    say(path) {
      if (path.steps[6]?.day == null) return null;
      const [inspected, explained] = [path.inspections.length, path.explained.length];
      return { ok: inspected + explained > 0, evidence: `已考察${inspected}次，未考察说明${explained}份` };
    },
  },
  {
    code: 'PUBLICITY_SHORT',
    title: '公示不少于五个工作日',
    level: 'block',
    at: [8],
    article: '第十三条',
    only: '2026',
    say(path) {
      // Consent comes first, then 公示.
      if (path.steps[8]?.decided == null) return null;
      const { publicity } = path;
      if (!publicity) return { ok: false, evidence: '还没有公示' };
      const from = path.settings.inclusive ? publicity.startsOn : addDays(publicity.startsOn, 1);
      const { days, provisional } = workdays(from, publicity.endsOn, path.calendar);
      const note = provisional ? `，${PROVISIONAL}` : '';
      const span = `${publicity.startsOn} 至 ${publicity.endsOn}，共${days}个工作日${note}`;
      if (publicity.result === 'blocking') return { ok: false, evidence: `${span}，有影响入党的问题` };
      if (publicity.result === null) return { ok: false, evidence: `${span}，公示还没有结束` };
      return { ok: days >= 5, evidence: span };
    },
  },
  {
    code: 'INTRODUCER_COUNT',
    title: '两名正式党员作介绍人',
    level: 'block',
    at: [9],
    article: '第十四条',
    say(path) {
      const list = peopleOfFact(path, 9, 'introducers');
      return { ok: list.length === 2, evidence: `${joinNames(list)}${list.length === 2 ? '，均未受留党察看' : ''}` };
    },
  },
  {
    code: 'POLITICAL_REVIEW_MISSING',
    title: '政治审查合格',
    level: 'block',
    at: [10, 12],
    article: '第十六条',
    say(path, no) {
      const step = path.steps[10];
      if (step?.day == null) return { ok: false, evidence: '没有政审结论', no: 10 };
      const letters = wholeOfFact(path, 10, 'lettersOut');
      const back = wholeOfFact(path, 10, 'lettersBack');
      const sent = letters > 0 ? `，函调${letters}份、回函${back}份` : '';
      if (no === 12 && step.state !== 'done') return { ok: false, evidence: '政治审查还没有完成', no: 10 };
      return { ok: textOfFact(path, 10, 'verdict') === 'passed', evidence: `${step.day} 结论${sent}`, no: 10 };
    },
  },
  {
    code: 'TRAINING_SHORT',
    title: '培训满三天或24学时',
    level: 'block',
    at: [11],
    article: '第十七条',
    say(path) {
      const [days, hours] = [wholeOfFact(path, 11, 'days'), wholeOfFact(path, 11, 'hours')];
      const special = textOfFact(path, 11, 'special');
      if (days === 0 && hours === 0 && special !== '')
        return { ok: true, evidence: `个别特殊情况没有培训：${special}` };
      return { ok: days >= 3 || hours >= 24, evidence: `${days}天，${hours}学时` };
    },
  },
  {
    code: 'PREREVIEW_MISSING',
    title: '上级党委预审合格',
    level: 'block',
    at: [15],
    article: '第十八条',
    say(path) {
      const day = dayDone(path, 13);
      return day === null ? { ok: false, evidence: '没有预审意见', no: 13 } : { ok: true, evidence: `${day} 预审` };
    },
  },
  {
    code: 'BRANCH_MEETING_LATE',
    title: '预审合格后一个月内开会',
    level: 'warn',
    at: [15],
    article: '第十九条',
    only: '2026',
    say(path) {
      const start = dayDone(path, 13);
      if (start === null) return missingDay(13);
      const last = addMonths(notBeforeSwitch(start, path.settings), 1);
      const day = path.steps[15]?.day ?? path.today;
      const isOpen = path.steps[15]?.day == null;
      return {
        ok: day <= last,
        evidence: `${start} 预审，期限 ${last}，${isOpen ? '还没有开会' : `${day} 大会`}`,
        ...openIf(isOpen),
      };
    },
  },
  {
    code: 'QUORUM',
    title: '到会有表决权的党员过半数',
    level: 'block',
    at: [15],
    article: '第十九条',
    say: voteCheck(7, true),
  },
  {
    code: 'VOTE_FAILED',
    title: '赞成票超过有表决权党员的半数',
    level: 'block',
    at: [15],
    article: '第二十条',
    say: voteCheck(7, false),
  },
  {
    code: 'APPROVAL_LATE',
    title: '大会后三个月内审批',
    level: 'warn',
    at: [17],
    article: '第二十五条',
    say: (path) => approvalLate(path, dayDone(path, 15), 17),
  },
  ...PROBATION_CHECKS,
  {
    code: 'TEMPORARY_BRANCH',
    title: '不是临时党支部',
    level: 'block',
    at: [3, 15],
    article: '',
    unread: true,
    say: ({ temporary }) => (temporary ? { ok: false, evidence: '临时党支部不发展党员，请转到正式的党支部' } : null),
  },
  {
    code: 'LEAVING_SOON',
    title: '三个月内不离开工作、学习单位',
    level: 'warn',
    at: [13],
    article: '',
    say(path) {
      const leaves = textOfFact(path, 13, 'leavesOn');
      if (leaves === '') return null;
      const from = path.steps[13]?.day ?? path.today;
      return { ok: leaves > addMonths(from, 3), evidence: `预计 ${leaves} 离开，一般不办理` };
    },
  },
  {
    code: 'REVIEW_OLD',
    title: '政治审查在一年以内',
    level: 'warn',
    at: [15],
    article: '',
    unread: true,
    say(path) {
      const day = dayDone(path, 10);
      if (day === null) return null;
      const meeting = path.steps[15]?.day ?? path.today;
      return { ok: meeting <= addMonths(day, 12), evidence: `${day} 结论`, no: 10 };
    },
  },
  {
    code: 'OATH_LATE',
    title: '批准后一个月内宣誓',
    level: 'warn',
    at: [20],
    article: '第二十九条',
    only: '2026',
    say(path) {
      const start = dayDone(path, 17);
      if (start === null) return missingDay(17);
      const last = addMonths(notBeforeSwitch(start, path.settings), 1);
      const day = path.steps[20]?.day ?? path.today;
      const isOpen = path.steps[20]?.day == null;
      const sworn = isOpen ? '还没有宣誓' : `${day} 宣誓`;
      return { ok: day <= last, evidence: `${start} 批准，期限 ${last}，${sworn}`, ...openIf(isOpen) };
    },
  },
  {
    code: 'DATE_ORDER',
    title: '日期不早于上一步',
    level: 'block',
    at: STEPS.map(({ no }) => no).slice(1),
    article: '',
    say(path, no) {
      const day = path.steps[no]?.day ?? null;
      if (day === null) return null;
      for (let before = no - 1; before >= 1; before--) {
        const last = endOf(path.steps[before]);
        if (last === null) continue;
        if (day >= last) return { ok: true, evidence: `${stepName(before)} ${last}，${stepName(no)} ${day}` };
        return { ok: false, evidence: `${stepName(no)} ${day} 早于${stepName(before)} ${last}`, earliest: last };
      }
      return null;
    },
  },
];

/** 29 February birthdays come of age on 1 March. */
const realDay = (day: string) =>
  Number.isNaN(Date.parse(`${day}T00:00:00Z`)) || !isReal(day) ? `${day.slice(0, 5)}03-01` : day;
const isReal = (day: string) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
