import { sql } from 'kysely';
import { type CollegeAudience, schoolYearOf, termOf } from '#learning/college/rules.ts';
import { creditEarlierLearning } from '#learning/course/server/service/progress.ts';
import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { audienceOf, COLLEGE_NAME } from './college.ts';
import { type DemoCourse, openCourse } from './courses.ts';

interface CollegeCourse extends DemoCourse {
  audience: CollegeAudience;
  /** A course of last year's second term. */
  isPast?: true;
  /** Of a hundred people so many have finished each chapter. */
  share: number;
}

const COURSES: readonly CollegeCourse[] = [
  {
    title: '学生支部组织生活入门',
    intro: '上学期的必修课。',
    isRequired: true,
    state: 1,
    endsIn: -160,
    hours: 2,
    isPast: true,
    audience: audienceOf({ jobTypes: [2], grades: [2, 3] }),
    share: 92,
    chapters: [{ kind: 'live', title: '组织生活观摩', note: '机电工程学院学生第一党支部' }],
  },
  {
    title: '新时代大学生党员的责任',
    intro: '面向全体在校学生党员、发展对象和积极分子：先读材料，再参加集中学习。',
    isRequired: true,
    state: 1,
    endsIn: 45,
    hours: 4,
    audience: audienceOf({ jobTypes: [2], grades: [1, 2, 3] }),
    share: 55,
    chapters: [
      { kind: 'document', title: '主题党日怎样过', source: '主题党日怎样不走过场', minutes: 3 },
      { kind: 'document', title: '谈心谈话', source: '谈心谈话记录要点', minutes: 3 },
      { kind: 'live', title: '开学第一课集中学习', note: '大学生活动中心一楼报告厅' },
    ],
  },
  {
    title: '入党材料怎样写',
    intro: '给积极分子和发展对象：常见错误和正确写法。',
    isRequired: true,
    state: 1,
    endsIn: 20,
    hours: 2,
    audience: audienceOf({ jobTypes: [2], identities: [11, 12, 13] }),
    share: 70,
    chapters: [
      { kind: 'document', title: '材料常见错误', source: '入党材料常见错误三十例（摘选）', minutes: 5 },
      { kind: 'document', title: '介绍人的职责', source: '入党介绍人的职责', minutes: 2 },
    ],
  },
  {
    title: '教职工党员师德师风学习',
    intro: '在岗教职工必修，分散阅读后参加一次集中学习。',
    isRequired: true,
    state: 1,
    endsIn: -12,
    hours: 3,
    audience: audienceOf({ jobTypes: [1], jobClasses: [1] }),
    share: 78,
    chapters: [
      { kind: 'document', title: '党员大会', source: '开好一次支部党员大会的十件事', minutes: 3 },
      { kind: 'live', title: '师德师风集中学习', note: '行政楼三楼会议室' },
    ],
  },
  {
    title: '党史里的校园故事',
    intro: '选修：共产党员网的专题，看完在页面上确认。',
    isRequired: false,
    state: 1,
    endsIn: null,
    hours: 1,
    audience: audienceOf({ jobTypes: [2] }),
    share: 0,
    chapters: [{ kind: 'link', title: '共产党员网专题', url: 'https://www.12371.cn/', note: '浏览专题后确认学完' }],
  },
  {
    title: '毕业生党员组织关系转接须知',
    intro: '正在准备，毕业前发布给三年级。',
    isRequired: true,
    state: 0,
    endsIn: null,
    hours: 1,
    audience: audienceOf({ jobTypes: [2], grades: [3], identities: [2] }),
    share: 0,
    chapters: [{ kind: 'live', title: '转接办理说明会' }],
  },
];

/** Courses for the demo's college where it has none: of this term and the last, for students and staff, with how far they are. */
export async function openCollegeOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ id: string; code: string; name: string; today: string }>`
    select id, code, name, (now() at time zone 'Asia/Shanghai')::date::text as today from organisation
     where name = ${COLLEGE_NAME} and deleted_at is null and not exists (select from course where audience = 'college')`.execute(
    services.db,
  );
  const college = rows[0];
  if (!college) return;
  const year = schoolYearOf(college.today);
  await transact(services.db, async (tx) => {
    for (const { audience, isPast, share, ...of } of COURSES) {
      const term = isPast ? `${year - 1}-${year}-2` : termOf(college.today);
      const id = await openCourse(tx, college, of, { term, audience });
      // How far each has come follows from the numbers, so that every demo is alike; the visitor has begun.
      await sql`
        insert into course_done (person_id, chapter_id, done_at, done_by)
        select x.id, h.id, least(now(), c.published_at) - x.member_id % 9 * interval '1 day' + h.seq * interval '1 hour',
               case h.kind when 'live' then ${college.name} else '' end
          from course c join course_person x on x.course_id = c.id join course_chapter h on h.course_id = c.id
         where c.id = ${id} and (x.member_id * 31 + h.seq * 17) % 100 < ${share}
           and (h.seq = 1 or not exists (select from account a where a.member_id = x.member_id))
        on conflict do nothing`.execute(tx);
      await creditEarlierLearning(tx, { id, title: of.title, minutes: Math.round(of.hours * 45) });
    }
  });
}
