import { ageOn, hasLeft, isPartyMember } from '#people/member/rules.ts';

/** Age bands of the statistical bulletin (党内统计公报): full years, both ends included. */
export const AGE_BANDS = [
  { value: 'u30', label: '30岁及以下', from: 0, to: 30 },
  { value: '31-35', label: '31–35岁', from: 31, to: 35 },
  { value: '36-40', label: '36–40岁', from: 36, to: 40 },
  { value: '41-45', label: '41–45岁', from: 41, to: 45 },
  { value: '46-50', label: '46–50岁', from: 46, to: 50 },
  { value: '51-55', label: '51–55岁', from: 51, to: 55 },
  { value: '56-60', label: '56–60岁', from: 56, to: 60 },
  { value: '61+', label: '61岁及以上', from: 61, to: 999 },
] as const;

/** Education bands of the bulletin over the codes of GB/T 4658, both ends included. */
export const EDUCATION_BANDS = [
  { value: 'postgraduate', label: '研究生', from: '10', to: '19' },
  { value: 'bachelor', label: '大学本科', from: '20', to: '29' },
  { value: 'junior', label: '大学专科', from: '30', to: '39' },
  { value: 'secondary', label: '中专', from: '40', to: '43' },
  { value: 'high', label: '高中中技', from: '44', to: '69' },
  { value: 'low', label: '初中及以下', from: '70', to: '99' },
] as const;

/** What member_counter counts of one person. */
export interface CountedPerson {
  personCategory: number;
  membershipStatus: number;
  gender: number;
  nation: string;
  birthDate: string | null;
  admissionDate: string | null;
  education: string | null;
  occupation: number | null;
  isFloating: boolean;
  completeness: number;
}

/**
 * The pairs (fact, value) under which one person stands in member_counter on a day; the delta of
 * a change is the pairs before at −1 and after at +1. `category` counts everybody of the roll, `gone` whoever has left it, the
 * other facts count party members in good standing; `joined` by the month of 入党, two digits. `counters.ts` says the same in SQL.
 */
export function memberFacts(person: CountedPerson, day: string): [fact: string, value: string][] {
  const category = String(person.personCategory);
  if (hasLeft(person.membershipStatus)) return [['gone', category]];
  const facts: [string, string][] = [['category', category]];
  if (!isPartyMember(person.personCategory) || person.membershipStatus !== 1) return facts;
  facts.push(['gender', String(person.gender)], ['nation', person.nation === '01' ? 'han' : 'minority']);
  if (person.birthDate !== null) {
    const age = ageOn(person.birthDate, day);
    const band = AGE_BANDS.find(({ from, to }) => age >= from && age <= to);
    if (band) facts.push(['age', band.value]);
    if (age >= 70) facts.push(['over70', '1']);
  }
  if (person.admissionDate !== null) facts.push(['joined', person.admissionDate.slice(5, 7)]);
  if (person.education !== null) {
    const code = person.education;
    const band = EDUCATION_BANDS.find(({ from, to }) => code >= from && code <= to);
    if (band) facts.push(['education', band.value]);
  }
  if (person.occupation !== null) facts.push(['occupation', String(person.occupation)]);
  if (person.isFloating) facts.push(['floating', '1']);
  if (person.completeness < 100) facts.push(['incomplete', '1']);
  return facts;
}
