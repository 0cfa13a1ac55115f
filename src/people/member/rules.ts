import { shareOf } from '#platform/text/share.ts';

/** A person as a form, a spreadsheet row or the demo gives it: plain values, nothing encrypted, nothing masked. */
export interface Person {
  name: string;
  /** 18 characters with an upper-case X, or null where it is not known. */
  idCard: string | null;
  /** Dictionary 0004: 0 unknown, 1 man, 2 woman, 9 not stated. */
  gender: number;
  /** All dates are `YYYY-MM-DD`. */
  birthDate: string | null;
  /** Dictionary 0005, GB/T 3304. */
  nation: string;
  /** Dictionary 0002: 1 full member … 5 applicant. */
  personCategory: number;
  /** Dictionary 0003. */
  membershipStatus: number;
  /** Dictionary 0006, GB/T 4658. */
  education: string | null;
  /** Dictionary 0007. */
  degree: string | null;
  /** Dictionary 0008. */
  occupation: number | null;
  nativePlace: string;
  residence: string;
  workUnit: string;
  position: string;
  partyPost: string;
  phone: string | null;
  appliedOn: string | null;
  admissionDate: string | null;
  conversionDate: string | null;
  /** Dictionary 0009. */
  joinType: number | null;
  joinedBranchOn: string | null;
  isFloating: boolean;
  isLostContact: boolean;
  isMigrantWorker: boolean;
  remark: string;
}

/** A record of which nothing is known yet; an applicant of Han nationality, as the form begins. */
export const emptyPerson: Person = {
  name: '',
  idCard: null,
  gender: 0,
  birthDate: null,
  nation: '01',
  personCategory: 5,
  membershipStatus: 1,
  education: null,
  degree: null,
  occupation: null,
  nativePlace: '',
  residence: '',
  workUnit: '',
  position: '',
  partyPost: '',
  phone: null,
  appliedOn: null,
  admissionDate: null,
  conversionDate: null,
  joinType: null,
  joinedBranchOn: null,
  isFloating: false,
  isLostContact: false,
  isMigrantWorker: false,
  remark: '',
};

/** 正式党员 and 预备党员 alone are members of the party; the others are on the way. */
export const isPartyMember = (personCategory: number) => personCategory === 1 || personCategory === 2;

/** Who has left the party or the roll (dictionary 0003, from 停止党籍 to 其他减少) stands in the history library. */
export const hasLeft = (membershipStatus: number) => membershipStatus >= 2 && membershipStatus <= 6;

/** The two sheets that are printed of a person. */
export const PRINT_FORMS = { register: '党员登记表', collect: '党员信息采集表' } as const;

interface RequiredField {
  field: keyof Person;
  label: string;
  /** Person categories that must have it. */
  of: readonly number[];
}

const EVERYBODY = [1, 2, 3, 4, 5];
const MEMBERS = [1, 2];

/** What a complete record holds, by person category (after the national member information items). */
export const REQUIRED_FIELDS: readonly RequiredField[] = [
  { field: 'name', label: '姓名', of: EVERYBODY },
  { field: 'idCard', label: '身份证号', of: EVERYBODY },
  { field: 'gender', label: '性别', of: EVERYBODY },
  { field: 'birthDate', label: '出生日期', of: EVERYBODY },
  { field: 'nation', label: '民族', of: EVERYBODY },
  { field: 'education', label: '学历', of: EVERYBODY },
  { field: 'occupation', label: '工作岗位', of: EVERYBODY },
  { field: 'nativePlace', label: '籍贯', of: EVERYBODY },
  { field: 'residence', label: '现居住地', of: EVERYBODY },
  { field: 'phone', label: '手机号', of: EVERYBODY },
  { field: 'appliedOn', label: '申请入党日期', of: [3, 4, 5] },
  { field: 'admissionDate', label: '入党日期', of: MEMBERS },
  { field: 'conversionDate', label: '转正日期', of: [1] },
  { field: 'joinType', label: '进入支部类型', of: MEMBERS },
  { field: 'joinedBranchOn', label: '进入支部日期', of: MEMBERS },
];

const isFilled = (value: Person[keyof Person]) => value !== null && value !== '' && value !== 0;

/** The required fields that a record lacks, in the order of the form. */
export function missingFields(person: Person): { field: keyof Person; label: string }[] {
  return REQUIRED_FIELDS.filter(({ of, field }) => of.includes(person.personCategory) && !isFilled(person[field])).map(
    ({ field, label }) => ({ field, label }),
  );
}

/** 信息完整度: filled required fields in whole percent, rounded down so that 100 means that nothing lacks. */
export function completeness(person: Person): number {
  const due = REQUIRED_FIELDS.filter(({ of }) => of.includes(person.personCategory)).length;
  return Math.floor(((due - missingFields(person).length) * 100) / due);
}

/**
 * 信息完整率, wherever it is shown: members in good standing whose record lacks nothing that is required, of all members
 * in good standing, in percent with one decimal. Rounded down: 100 stands for no gap at all.
 */
export const completeRate = (members: number, incomplete: number): number =>
  shareOf(members - incomplete, members) ?? 100;

/** Full years on a day; a 29 February birthday is reached on 1 March. Both dates `YYYY-MM-DD`. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/**
 * 党龄 in full months, from the day of becoming a full member (《中国共产党党员教育管理工作条例》
 * article 24); null before that day.
 */
export function partyAgeMonths(conversionDate: string | null, day: string): number | null {
  if (conversionDate === null || day < conversionDate) return null;
  const month = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  const months = month(day) - month(conversionDate);
  return day.slice(8) < conversionDate.slice(8) ? months - 1 : months;
}

/** `14年4个月`, `14年`, `4个月`; empty for nobody's party age. */
export function partyAgeText(months: number | null): string {
  if (months === null) return '';
  const years = Math.floor(months / 12);
  const rest = months % 12;
  if (years === 0) return `${rest}个月`;
  return rest === 0 ? `${years}年` : `${years}年${rest}个月`;
}

/** Keeps the first 3 and the last 4 characters; a text of 8 or fewer keeps its last 2 alone. */
export function maskText(text: string): string {
  if (text.length > 8) return text.slice(0, 3) + '*'.repeat(text.length - 7) + text.slice(-4);
  return '*'.repeat(Math.max(text.length - 2, 0)) + text.slice(-2);
}
