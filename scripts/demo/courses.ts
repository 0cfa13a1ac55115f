import { sql } from 'kysely';
import { type ChapterKind, COURSES, MOST_PEOPLE } from '#learning/course/rules.course.ts';
import { addAudience, openTodos } from '#learning/course/server/index.ts';
import { MODULE } from '#learning/course/server/service/courses.ts';
import { creditEarlierLearning } from '#learning/course/server/service/progress.ts';
import { audienceCondition } from '#people/groups/server/index.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { placesOf } from './lessons.ts';

export interface DemoChapter {
  kind: ChapterKind;
  title: string;
  /** The title of the video or document that it leads to. */
  source?: string;
  url?: string;
  note?: string;
  minutes?: number;
  isMust?: boolean;
}
export interface DemoCourse {
  title: string;
  intro: string;
  isRequired: boolean;
  state: 0 | 1;
  /** Days from today to the last day; null: none. */
  endsIn: number | null;
  hours: number;
  chapters: readonly DemoChapter[];
}

const DEMO_COURSES: readonly (DemoCourse & { by: 'city' | 'street' | 'branch' })[] = [
  {
    by: 'street',
    title: '党务基础必修课',
    intro: '面向街道全体党员：怎样开会、怎样交党费、怎样联系流动党员。先看视频，再读材料。',
    isRequired: true,
    state: 1,
    endsIn: 36,
    hours: 2,
    chapters: [
      { kind: 'document', title: '开好支部党员大会', source: '开好一次支部党员大会的十件事', minutes: 3 },
      { kind: 'document', title: '党费收缴', source: '党费收缴常见问题解答', minutes: 3 },
      { kind: 'document', title: '联系流动党员', source: '江南街道流动党员联系办法', minutes: 2 },
      { kind: 'link', title: '共产党员网', url: 'https://www.12371.cn/', note: '浏览本周要闻', isMust: false },
    ],
  },
  {
    by: 'street',
    title: '三季度集中学习',
    intro: '街道党员活动中心集中学习，由各支部登记到课。',
    isRequired: true,
    state: 1,
    endsIn: -30,
    hours: 3,
    chapters: [{ kind: 'live', title: '集中学习', note: '街道党员活动中心二楼' }],
  },
  {
    by: 'branch',
    title: '怎样记好谈心谈话',
    intro: '支部委员和党小组长可以选修，十分钟学完。',
    isRequired: false,
    state: 1,
    endsIn: null,
    hours: 0.5,
    chapters: [
      { kind: 'document', title: '谈心谈话记录要点', source: '谈心谈话记录要点', minutes: 3 },
      { kind: 'document', title: '主题党日', source: '主题党日怎样不走过场', minutes: 3 },
    ],
  },
  {
    by: 'branch',
    title: '新党员入门',
    intro: '正在准备，章节还不完整。',
    isRequired: true,
    state: 0,
    endsIn: null,
    hours: 1,
    chapters: [{ kind: 'live', title: '与入党介绍人座谈' }],
  },
];

const CLASS_MINUTES = 45;

/** Opens a course of an organisation. @param college its term and audience, where it is one of a college */
export async function openCourse(
  tx: Db,
  org: { id: string; code: string; name: string },
  of: DemoCourse,
  college?: { term: string; audience: object },
): Promise<string> {
  const minutes = Math.round(of.hours * CLASS_MINUTES);
  const { rows } = await sql<{ id: string; endsOn: string | null }>`
    insert into course (org_id, org_code, title, intro, is_required, in_order, ends_on, minutes, state, published_at, published_by,
                        created_by, updated_by, audience, term, audience_college, only_members)
    values (${org.id}, ${org.code}, ${of.title}, ${of.intro}, ${of.isRequired}, ${of.isRequired},
            (now() at time zone 'Asia/Shanghai')::date + ${of.endsIn}::int, ${minutes}, ${of.state},
            ${of.state === 1 ? sql`now() - interval '20 days'` : null}, ${org.name}, ${org.name}, ${org.name}, ${college ? 'college' : 'below'},
            ${college?.term ?? ''}, ${college ? JSON.stringify(college.audience) : null}::jsonb, ${!college})
    returning id, ends_on::text as "endsOn"`.execute(tx);
  const id = rows[0]?.id ?? '';
  for (const [at, one] of of.chapters.entries())
    await sql`
      insert into course_chapter (course_id, seq, kind, title, source_id, url, note, seconds, is_must)
      select ${id}, ${at + 1}, ${one.kind}, ${one.title},
             case when ${one.source ?? null}::text is null then null
                  when ${one.kind} = 'video' then (select v.id from video v where v.title = ${one.source ?? ''} order by v.id limit 1)
                  when ${one.kind} = 'exam' then (select e.id from exam e where e.title = ${one.source ?? ''} order by e.id limit 1)
                  else (select d.id from knowledge_document d where d.title = ${one.source ?? ''} order by d.id limit 1) end,
             ${one.url ?? ''}, ${one.note ?? ''}, ${(one.minutes ?? 0) * 60}, ${one.isMust ?? true}`.execute(tx);
  if (of.state === 0) return id;
  const everybody = {
    audience: college ? 'college' : 'below',
    audienceOrgs: [],
    audiencePeople: [],
    audienceGroups: [],
    audienceCollege: college?.audience,
    onlyMembers: !college,
  };
  if (of.isRequired) await addAudience(tx, id, audienceCondition({ ...everybody, orgCode: org.code }), MOST_PEOPLE);
  // Who was there follows from the numbers, so that every demo is alike.
  await sql`
    insert into course_done (person_id, chapter_id, done_at, done_by)
    select x.id, h.id, now() - interval '35 days', ${org.name} from course_person x join course_chapter h on h.course_id = x.course_id
     where x.course_id = ${id} and h.kind = 'live' and x.member_id % 5 > 0`.execute(tx);
  await creditEarlierLearning(tx, { id, title: of.title, minutes });
  if (of.isRequired)
    await openTodos(tx, { id, title: of.title, endsOn: rows[0]?.endsOn ?? null }, MODULE, COURSES.learn(id));
  return id;
}

/** Courses for a demo city that has none: one to learn, one that is over, one to choose, one in preparation. */
export async function openCoursesOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ open: boolean }>`select exists (select from course) as open`.execute(services.db);
  if (rows[0]?.open) return;
  await transact(services.db, async (tx) => {
    const places = await placesOf(tx);
    if (!places) return;
    for (const one of DEMO_COURSES) await openCourse(tx, places[one.by], one);
  });
}
