import { readIdCard } from '#people/member/rules/idCard.ts';
import { ageOn, isPartyMember, type Person } from '#people/member/rules.ts';

/** Something in a record that contradicts something else in it. */
export interface Problem {
  /** The field at which the sentence stands, by its name on the wire. */
  field: string;
  /** Further fields that are part of it: who edits none of them is not stopped by it. */
  with: readonly (keyof Person)[];
  text: string;
  /** Where the rule is written; empty for plain logic. */
  clause: string;
  /** True: cannot be, so it is not saved. False: unlikely, so it is shown. */
  impossible: boolean;
  /** It is not there yet, rather than wrong: it stops whoever adds a record or edits these fields, nobody else. */
  missing?: true;
}

const CONSTITUTION_1 = '《中国共产党章程》第一条';
const CONSTITUTION_7 = '《中国共产党章程》第七条';

/** The same day so many years later; 29 February becomes 1 March where there is none. */
export function addYears(day: string, years: number): string {
  const shifted = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
  return new Date(`${shifted}T00:00:00Z`).toISOString().slice(0, 10);
}

/** Contradictions of a record on a day (`YYYY-MM-DD`), the impossible ones first. */
export function personProblems(person: Person, today: string): Problem[] {
  const found: Problem[] = [];
  const say = (impossible: boolean, field: string, fields: (keyof Person)[], text: string, clause = '') =>
    found.push({ field, with: fields, text, clause, impossible });

  idCardProblems(person, today, say);
  futureProblems(person, today, say);
  careerProblems(person, today, say);
  if (person.personCategory === 1 && person.admissionDate === null) {
    const about = { field: 'admissionDate', with: ['personCategory', 'admissionDate'] as const, clause: '' };
    found.push({ ...about, text: '正式党员请填写入党日期', impossible: true, missing: true });
  }
  return found.sort((a, b) => Number(b.impossible) - Number(a.impossible));
}

type Say = (impossible: boolean, field: string, fields: (keyof Person)[], text: string, clause?: string) => void;

function idCardProblems(person: Person, today: string, say: Say) {
  if (person.idCard === null) return;
  const read = readIdCard(person.idCard, today);
  if ('reason' in read) {
    say(true, 'idCardNo', ['idCard'], read.reason, 'GB 11643');
    return;
  }
  const { card } = read;
  if (person.birthDate !== null && person.birthDate !== card.birthDate) {
    say(
      true,
      'birthDate',
      ['idCard', 'birthDate'],
      `出生日期与身份证号不一致，身份证号为${card.birthDate}`,
      'GB 11643',
    );
  }
  if ((person.gender === 1 || person.gender === 2) && person.gender !== card.gender) {
    say(
      true,
      'gender',
      ['idCard', 'gender'],
      `性别与身份证号不一致，身份证号为${card.gender === 1 ? '男' : '女'}`,
      'GB 11643',
    );
  }
}

const PAST_DATES = [
  ['birthDate', '出生日期'],
  ['appliedOn', '申请入党日期'],
  ['admissionDate', '入党日期'],
  ['conversionDate', '转正日期'],
  ['joinedBranchOn', '进入支部日期'],
] as const;

function futureProblems(person: Person, today: string, say: Say) {
  for (const [field, label] of PAST_DATES) {
    const day = person[field];
    if (day !== null && day > today) say(true, field, [field], `${label}不能晚于今天`);
  }
}

function careerProblems(person: Person, today: string, say: Say) {
  const { personCategory: category, birthDate, appliedOn, admissionDate, conversionDate, joinedBranchOn } = person;
  if (!isPartyMember(category)) {
    if (admissionDate !== null)
      say(true, 'admissionDate', ['admissionDate', 'personCategory'], '未入党的人员不应有入党日期');
    if (conversionDate !== null)
      say(true, 'conversionDate', ['conversionDate', 'personCategory'], '未入党的人员不应有转正日期');
  }
  if (category === 2 && conversionDate !== null) {
    say(true, 'conversionDate', ['conversionDate', 'personCategory'], '预备党员不应有转正日期', CONSTITUTION_7);
  }
  if (birthDate !== null && admissionDate !== null && ageOn(birthDate, admissionDate) < 18) {
    // Before 1956 the constitution in force knew younger members.
    say(
      admissionDate >= '1956-09-26',
      'admissionDate',
      ['birthDate', 'admissionDate'],
      '入党时未满18岁',
      CONSTITUTION_1,
    );
  }
  if (birthDate !== null && appliedOn !== null && ageOn(birthDate, appliedOn) < 18) {
    say(appliedOn < birthDate, 'appliedOn', ['birthDate', 'appliedOn'], '申请入党时未满18岁', CONSTITUTION_1);
  }
  if (admissionDate !== null && conversionDate !== null) {
    if (conversionDate < admissionDate) {
      say(true, 'conversionDate', ['admissionDate', 'conversionDate'], '转正日期不能早于入党日期');
    } else if (admissionDate >= '1978-01-01' && conversionDate < addYears(admissionDate, 1)) {
      say(false, 'conversionDate', ['admissionDate', 'conversionDate'], '预备期不足一年', CONSTITUTION_7);
    }
  }
  if (appliedOn !== null && admissionDate !== null && appliedOn > admissionDate) {
    say(true, 'appliedOn', ['appliedOn', 'admissionDate'], '申请入党日期不能晚于入党日期');
  }
  if (birthDate !== null && joinedBranchOn !== null && joinedBranchOn < birthDate) {
    say(true, 'joinedBranchOn', ['birthDate', 'joinedBranchOn'], '进入支部日期不能早于出生日期');
  } else if (admissionDate !== null && joinedBranchOn !== null && joinedBranchOn < admissionDate) {
    say(false, 'joinedBranchOn', ['admissionDate', 'joinedBranchOn'], '进入支部日期早于入党日期');
  }
  if (category === 2 && admissionDate !== null && admissionDate < addYears(today, -2)) {
    say(
      false,
      'personCategory',
      ['admissionDate', 'personCategory'],
      '预备期连同延长期已满两年，仍未转正或取消资格',
      '《中国共产党发展党员工作细则》第三十一条',
    );
  }
  if (birthDate !== null && ageOn(birthDate, today) > 110)
    say(false, 'birthDate', ['birthDate'], '年龄超过110岁，请核对');
}
