/** How a class stands. */
export const CLASS_STATES = { 0: '草稿', 1: '推荐学员', 2: '正在开班', 3: '已结业', 4: '已取消' } as const;
/** How somebody stands in a class. */
export const PERSON_STATES = { 0: '待同意', 1: '学员', 2: '未同意', 3: '已退出' } as const;
export const MOST_NOMINATORS = 200;
export const MOST_LESSONS = 200;

/** Addresses of the party school. */
export const SCHOOL = {
  home: '/education/cloudParty',
  form: '/education/addOrUpdateSchoolParty',
  sign: (lessonId: string, code: string) => `/m/school/${lessonId}/${code}`,
  detail: (id: string, tab?: string) => `/education/schoolPartyDetail?id=${id}${tab ? `&tab=${tab}` : ''}`,
} as const;

/** What graduation asks for. */
export interface GraduationRule {
  /** Per cent of the lessons. */
  needAttendance: number;
  needHours: number;
  /** Points out of a hundred; asked only where the class has an exam. */
  needScore: number;
  hasExam: boolean;
}

/** What somebody has achieved in a class. */
export interface Achieved {
  lessons: number;
  attended: number;
  /** Class hours, to one tenth. */
  hours: number;
  /** Points out of a hundred; null: no result. */
  score: number | null;
  /** Titles of courses that are not finished. */
  openCourses: readonly string[];
}

/** Per cent of the lessons that were attended, rounded down: 80 has reached 80. */
export const attendanceOf = ({ lessons, attended }: Pick<Achieved, 'lessons' | 'attended'>): number =>
  lessons === 0 ? 0 : Math.floor((attended * 100) / lessons);

/** What somebody lacks for graduation, in words; empty: nothing. */
export function lacksOf(rule: GraduationRule, has: Achieved): string[] {
  const lacks: string[] = [];
  const rate = attendanceOf(has);
  if (rate < rule.needAttendance)
    lacks.push(`出勤${has.attended}/${has.lessons}次（${rate}%），应达${rule.needAttendance}%`);
  if (has.hours < rule.needHours) lacks.push(`${has.hours}学时，应满${rule.needHours}学时`);
  if (rule.hasExam) {
    if (has.score === null) lacks.push('没有结业考试成绩');
    else if (has.score < rule.needScore) lacks.push(`结业考试${has.score}分，应达${rule.needScore}分`);
  }
  for (const title of has.openCourses) lacks.push(`课程“${title}”没有学完`);
  return lacks;
}

/** The evidence of a class in the ledger of hours and on its certificates. */
export const evidenceOf = (id: string) => `class:${id}`;
