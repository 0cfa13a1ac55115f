import { readIdCard } from '#people/member/rules/idCard.ts';
import type { Person } from '#people/member/rules.ts';
import { addDays, addYears } from './days.ts';
import type { Numbers } from './numbers.ts';

/** A person with a part: named, and standing in a branch that is known by name. */
export interface Part {
  branch: string;
  /** The organisation above the branch, where the branch's name alone is not enough. */
  above?: string;
  /** Post in the branch, a name of dictionary 0012; absent: none. */
  post?: string;
  person: Partial<Person> & { name: string };
  /** What the record lacks. */
  gaps?: Partial<Person>;
}

const DUKOU = '渡口社区党总支';

/** The probationary member of the branch worker's branch, whose year ends twelve days after the first start. */
export const PROBATION_DUE = '贺子轩';

/** The applicant with an account, in the branch worker's branch. */
export const APPLICANT = '何思远';

/** The people behind the demo accounts; their numbers are given by the project, in an area assigned to nobody. */
export const ACCOUNT_PEOPLE: (Part & { idCard: string })[] = [
  {
    idCard: '420599197507010013',
    branch: '市委组织部党支部',
    post: '组织委员',
    person: {
      name: '郑国平',
      education: '14',
      degree: '3',
      occupation: 5,
      position: '组织科科长',
      admissionDate: '1997-06-20',
    },
  },
  {
    idCard: '420599197803120022',
    branch: '组织部党支部',
    above: '区直机关工委',
    post: '书记',
    person: {
      name: '向丽华',
      education: '20',
      degree: '4',
      occupation: 5,
      position: '组织科科长',
      admissionDate: '2000-12-08',
    },
  },
  {
    idCard: '420599198008080038',
    branch: '街道机关党支部',
    post: '组织委员',
    person: {
      name: '周敏',
      education: '20',
      degree: '4',
      occupation: 5,
      position: '党建办公室主任',
      admissionDate: '2003-06-26',
    },
  },
  {
    idCard: '420599198510010051',
    branch: '渡口第一党支部',
    above: DUKOU,
    post: '书记',
    person: {
      name: '陈建波',
      education: '20',
      degree: '4',
      occupation: 4,
      position: '社区副主任',
      admissionDate: '2008-07-01',
    },
  },
  {
    idCard: '42059919900520006X',
    branch: '渡口第一党支部',
    above: DUKOU,
    person: {
      name: '田晓雯',
      education: '20',
      degree: '4',
      occupation: 3,
      position: '社区医生',
      nation: '15',
      admissionDate: '2014-06-27',
    },
  },
  {
    idCard: '420599199209090077',
    branch: '渡口第一党支部',
    above: DUKOU,
    person: {
      name: '覃小川',
      education: '30',
      degree: null,
      occupation: 1,
      position: '电工',
      isFloating: true,
      isMigrantWorker: true,
      nation: '15',
      admissionDate: '2016-12-15',
    },
  },
  {
    idCard: '420599199503040089',
    branch: '望江第一党支部',
    above: '望江社区党委',
    person: {
      name: '邓雨薇',
      education: '20',
      degree: '4',
      occupation: 4,
      position: '网格员',
      admissionDate: '2018-06-29',
    },
  },
  {
    idCard: '420599198309100098',
    branch: '学院机关党支部',
    post: '组织委员',
    person: {
      name: '刘志明',
      education: '14',
      degree: '3',
      occupation: 4,
      position: '组织部部长',
      admissionDate: '2005-05-18',
    },
  },
];

const member = (
  branch: string,
  name: string,
  gender: number,
  birthDate: string,
  education: string,
  admissionDate: string,
  post?: string,
): Part => ({
  branch,
  above: DUKOU,
  post,
  person: { name, gender, birthDate, education, admissionDate, personCategory: 1 },
});
const other = (
  branch: string,
  name: string,
  gender: number,
  birthDate: string,
  education: string,
  personCategory: number,
): Part => ({
  branch,
  above: DUKOU,
  person: { name, gender, birthDate, education, personCategory },
});

/** The people whom the drawn pages show, in 渡口社区. */
export const NEIGHBOURS: Part[] = [
  member('渡口第一党支部', '陈国梁', 1, '1974-02-18', '20', '1998-07-01'),
  member('渡口第一党支部', '向春梅', 2, '1979-04-06', '30', '2003-12-18', '组织委员'),
  member('渡口第二党支部', '谭志远', 1, '1986-03-12', '14', '2011-06-22', '组织委员'),
  other('渡口第一党支部', '陈雨桐', 2, '2001-04-16', '20', 3),
  other('渡口第一党支部', PROBATION_DUE, 1, '1999-11-03', '20', 2),
  other('渡口第三党支部', '覃思源', 1, '1998-10-03', '20', 2),
  member('渡口离退休党支部', '邓桂兰', 2, '1948-08-21', '61', '1974-09-10'),
  {
    ...member('渡口第二党支部', '黄立新', 1, '1970-05-27', '30', '1996-11-08'),
    gaps: { residence: '', phone: null, nativePlace: '' },
  },
  other('渡口第二党支部', '罗小满', 2, '1999-05-21', '20', 4),
  member('渡口离退休党支部', '钟建设', 1, '1953-01-30', '41', '1981-05-23', '书记'),
  member('渡口第三党支部', '叶文静', 2, '1985-11-12', '20', '2009-10-27', '书记'),
  member('渡口第一党支部', '周正平', 1, '1976-12-02', '30', '2001-07-01', '纪检委员'),
  other('渡口第三党支部', '田甜', 2, '1999-02-14', '14', 2),
  member('渡口第二党支部', '王建军', 1, '1969-08-01', '20', '1993-06-30', '书记'),
  // Registered, and the application is still to be handed in: with the own account.
  { ...other('渡口第一党支部', APPLICANT, 1, '2000-07-19', '20', 5), gaps: { appliedOn: null } },
  member('渡口离退休党支部', '冯秀英', 2, '1946-03-08', '71', '1969-04-15'),
  other('渡口第三党支部', '袁浩然', 1, '1997-06-11', '30', 4),
  member('渡口第一党支部', '曾庆林', 1, '1963-09-25', '61', '1988-10-12'),
  member('渡口第二党支部', '彭丽华', 2, '1980-01-17', '30', '2006-08-31', '宣传委员'),
  member('渡口第三党支部', '黎明辉', 1, '1988-04-29', '20', '2014-11-19'),
  other('渡口第三党支部', '戴月', 2, '1998-12-05', '20', 3),
];

/**
 * Puts a part's given fields over a drawn person, with an id card and dates that agree. Throws
 * where a given id card is not a valid number.
 */
export function playedBy(part: Part & { idCard?: string }, drawn: Person, numbers: Numbers, today: string): Person {
  const played: Person = { ...drawn, ...part.person, membershipStatus: 1, isLostContact: false };
  played.isFloating = part.person.isFloating ?? false;
  if (part.idCard !== undefined) {
    const read = readIdCard(part.idCard, today);
    if ('reason' in read) throw new Error(`${part.person.name}: ${read.reason}`);
    Object.assign(played, { idCard: read.card.number, gender: read.card.gender, birthDate: read.card.birthDate });
  } else if (played.birthDate !== null) {
    played.idCard = numbers.idCard(played.birthDate, played.gender);
  }
  const { admissionDate } = part.person;
  if (admissionDate) {
    played.conversionDate = addYears(admissionDate, 1);
    played.appliedOn = addDays(admissionDate, -800);
    played.joinType = 1;
    played.joinedBranchOn = admissionDate;
  }
  return { ...played, ...part.gaps };
}
