/** Values as the specification has them (section 9); the words of titles and identities are ours. */
export const JOB_TYPES = { 1: '教职工', 2: '学生' } as const;
export const GRADES = { 1: '一年级', 2: '二年级', 3: '三年级', 0: '往届' } as const;
export const JOB_CLASSES = { 1: '在岗', 2: '外聘' } as const;
export const TITLE_LEVELS = { 1: '正高', 2: '副高', 3: '中级', 4: '初级' } as const;
export const SUSPENDED = { 1: '是', 2: '否' } as const;
export const IDENTITIES = { 2: '党员', 13: '发展对象', 12: '积极分子', 11: '申请人' } as const;

export const STAFF = 1;
export const STUDENT = 2;
/** The grade of whoever has left school. */
export const PAST = 0;
/** The last grade of three. */
export const LAST_GRADE = 3;

/** The word of a value, or a dash. */
export const wordOf = (words: Readonly<Record<number, string>>, value: number | null): string =>
  value === null ? '—' : (words[value] ?? '—');

/** By a class or a post: 二年级 机电2501班, 在岗 副高. */
export function placeWords(of: {
  jobType: number;
  grade: number | null;
  className: string;
  jobClass: number | null;
  titleLevel: number | null;
}): string {
  const words =
    of.jobType === STUDENT
      ? [of.grade === null ? '' : wordOf(GRADES, of.grade), of.className]
      : [
          of.jobClass === null ? '' : wordOf(JOB_CLASSES, of.jobClass),
          of.titleLevel === null ? '' : wordOf(TITLE_LEVELS, of.titleLevel),
        ];
  return words.filter(Boolean).join(' ');
}

/** The grade after another one: whoever was in the last is 往届. */
export const nextGrade = (grade: number): number => (grade === LAST_GRADE ? PAST : grade + 1);

/** The school year to which a day (`YYYY-MM-DD`) belongs by the year in which it begins: September is the first month. */
export const schoolYearOf = (day: string): number => Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < 9 ? 1 : 0);

/** The term of a day: `2026-2027-1` from September to January, `2026-2027-2` from February to August. */
export function termOf(day: string): string {
  const month = Number(day.slice(5, 7));
  const year = schoolYearOf(day);
  return `${year}-${year + 1}-${month >= 9 || month === 1 ? 1 : 2}`;
}

/** `2026-2027-1` as people say it. */
export function termWords(term: string): string {
  const [from, to, half] = term.split('-');
  return half === undefined ? '' : `${from}—${to}学年第${half === '1' ? '一' : '二'}学期`;
}

/** Terms to choose from: the next one, the present one and those of three years before it, the latest first. */
export function termsAround(day: string): string[] {
  const year = schoolYearOf(day);
  const years = [year + 1, year, year - 1, year - 2];
  return years.flatMap((one) => [`${one}-${one + 1}-2`, `${one}-${one + 1}-1`]);
}

/** Whom of the roster a course or an exam is for; an empty list leaves that question open. */
export interface CollegeAudience {
  jobTypes: number[];
  grades: number[];
  classes: string[];
  jobClasses: number[];
  titleLevels: number[];
  identities: number[];
  /** Whoever is suspended as well. */
  suspended: boolean;
}

const said = (words: Readonly<Record<number, string>>, values: readonly number[]) =>
  values.map((value) => words[value] ?? '').join('、');

/** An audience in words: 学生：一年级、二年级；党员. */
export function audienceWords(of: CollegeAudience): string {
  const students = [said(GRADES, of.grades), of.classes.join('、')].filter(Boolean).join('，');
  const staff = [said(JOB_CLASSES, of.jobClasses), said(TITLE_LEVELS, of.titleLevels)].filter(Boolean).join('，');
  const wants = (type: number) => of.jobTypes.length === 0 || of.jobTypes.includes(type);
  const parts = [
    wants(STUDENT) ? (students ? `学生（${students}）` : '学生') : '',
    wants(STAFF) ? (staff ? `教职工（${staff}）` : '教职工') : '',
  ].filter(Boolean);
  const identities = of.identities.length > 0 ? `，限${said(IDENTITIES, of.identities)}` : '';
  return `${parts.join('、')}${identities}${of.suspended ? '，含停学停职的' : ''}`;
}

/** Addresses of the pages. */
export const COLLEGE = {
  students: '/studentManage',
  student: (id: string) => `/studentManage/view/${id}`,
  imports: '/studentManage/import',
  promotion: '/studentManage/promotion',
  courses: '/education/courseManage',
  course: '/education/courseDetail',
  courseForm: '/education/addOrUpdateCourse',
  learning: '/education/learning',
  courseNumbers: '/education/statisticalLearning',
  tests: '/education/testCenterSxzy',
  test: '/education/examinationDetails',
  testForm: '/education/createTest',
  sheet: '/education/testDetail',
  testNumbers: '/education/testStatistics',
} as const;
