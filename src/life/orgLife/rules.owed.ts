import { type DutyRule, type Per, periodBounds, periodOf } from './rules.duty.ts';
import { type DutyType, dutiesFor, isMeetingType, typeName } from './rules.ts';

/** How often, in words. */
export const PERS: Readonly<Record<Per, string>> = { month: '每月', quarter: '每季度', year: '每年' };

/** What a change of the rules does: another duty, the same one otherwise from a day on, or no longer. */
export const RULE_ACTS = { add: '新增', change: '修改', end: '停止' } as const;
export type RuleAct = keyof typeof RULE_ACTS;

export type StoredRule = DutyRule & { id: string };
export interface RuleChange {
  act: RuleAct;
  /** The rule that is changed or ended; null: another one. */
  id: string | null;
  type: DutyType;
  orgTypes: readonly number[];
  per: Per;
  clause: string;
  /** The first day on which it holds, of an end the first one on which it does not. */
  fromOn: string;
}

const NEEDS: Readonly<Partial<Record<DutyType, DutyRule['needs']>>> = {
  2: 'committee',
  3: 'groups',
  11: 'secretary',
  12: 'talks',
  13: 'leaders',
};
/** What a type further asks for: of committees a term with three leading members, of groups and leaders one for each. */
export const needsOf = (type: number): DutyRule['needs'] => NEEDS[type as DutyType] ?? '';
/** The same in words, behind how often. */
export const NEEDS_TEXT: Readonly<Record<DutyRule['needs'], string>> = {
  '': '',
  committee: '，班子3人以上的',
  groups: '，每个党小组',
  secretary: '，每名书记',
  leaders: '，每名班子成员',
  talks: '，支部委员之间、委员和党员之间、党员之间',
};

const PER_NAMES: Readonly<Record<Per, string>> = { month: '月', quarter: '季度', year: '年' };
const startsAPeriod = (day: string, per: Per) => periodBounds(periodOf(day, per)).first === day;

/**
 * The rules after a change, or what is wrong with it at its fields. Days are the first ones of a period, so that no period
 * is half of one pace and half of another; what earlier years owed stays as it was.
 * @param today `YYYY-MM-DD`
 */
export function changeRules(
  rules: readonly StoredRule[],
  change: RuleChange,
  today: string,
): { faults: Record<string, string>; rules: StoredRule[] } {
  const { act, type, orgTypes, per, clause, fromOn } = change;
  const faults: Record<string, string> = {};
  const old = act === 'add' ? undefined : rules.find(({ id }) => id === change.id);
  const paces = [...(act === 'end' ? [] : [per]), ...(old ? [old.per] : [])];
  const off = paces.find((pace) => !startsAPeriod(fromOn, pace));
  if (fromOn < `${today.slice(0, 4)}-01-01`) faults.fromOn = '往年的要求不再改动，请选择今年以后的日期';
  else if (off) faults.fromOn = `按${PER_NAMES[off]}要求的，从${PER_NAMES[off]}的第一天起改`;
  else if (old && (fromOn < old.fromOn || (fromOn === old.fromOn && old.fromOn <= today)))
    faults.fromOn = `应晚于这条要求开始的${old.fromOn}`;
  if (old && old.untilOn !== null) faults.fromOn = '这条要求已经停止，不能再改';
  if (act !== 'end' && !isMeetingType(type) && per !== 'year') faults.per = `${typeName(type)}按年要求`;
  if (old && type !== old.type) faults.type = '会议类型不能改，请停止后另外新增';
  const kept = rules.map((rule) => (rule === old ? { ...rule, untilOn: fromOn } : rule));
  if (act === 'end') return { faults, rules: kept };
  if (orgTypes.length === 0) faults.orgTypes = '请选择适用的组织类别';
  else if (orgTypes.some((one) => !dutiesFor(one).includes(type)))
    faults.orgTypes = `所选组织不${isMeetingType(type) ? '召开' : '要求'}${typeName(type)}`;
  else {
    const other = kept.find(
      (rule) =>
        rule.type === type &&
        (rule.untilOn === null || rule.untilOn > fromOn) &&
        rule.orgTypes.some((one) => orgTypes.includes(one)),
    );
    if (other) faults.orgTypes = `这些组织的${typeName(type)}已有要求（${other.fromOn}起），请在那一条上修改`;
  }
  if (
    old &&
    old.per === per &&
    old.clause === clause &&
    [...old.orgTypes].sort().join() === [...orgTypes].sort().join()
  )
    faults.clause = '内容没有变化';
  return {
    faults,
    rules: [...kept, { id: '', type, orgTypes, per, needs: needsOf(type), clause, fromOn, untilOn: null }],
  };
}

/** Whether a rule holds on a day. */
export const isInForceOn = ({ fromOn, untilOn }: Pick<DutyRule, 'fromOn' | 'untilOn'>, day: string): boolean =>
  fromOn <= day && (untilOn === null || untilOn > day);
