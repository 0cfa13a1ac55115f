import { sql } from 'kysely';
import { issueCertificates } from '#people/studyHours/server/certificates.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { COLLEGE_NAME } from './college.ts';
import { placesOf } from './lessons.ts';

/** Who holds classes: of each a finished one and one for which branches nominate. */
interface Holder {
  by: string;
  intro: string;
  place: string;
  /** The lessons of a class with their teachers; six hours of sixty minutes are eight class hours. */
  lessons: readonly (readonly [title: string, teacher: string])[];
  past: { title: string; quota: number };
  next: { title: string; quota: number };
}
const STREET: Holder = {
  by: '周敏',
  intro: '面向各支部委员和党务骨干，集中三天，食宿自理。',
  place: '街道党校报告厅',
  lessons: [
    ['习近平新时代中国特色社会主义思想专题', '李志远'],
    ['发展党员工作细则与档案规范', '周敏'],
    ['怎样开好组织生活会', '陈国强'],
  ],
  past: { title: '党务骨干培训班', quota: 60 },
  next: { title: '支部书记能力提升班', quota: 30 },
};
const COLLEGE: Holder = {
  by: '刘志明',
  intro: '面向师生党员骨干，集中三天，课后分组讨论。',
  place: '学院图书馆报告厅',
  lessons: [
    ['习近平新时代中国特色社会主义思想专题', '张立群'],
    ['党史里的青年和青年党员的责任', '何静'],
    ['支部工作怎样进班级、进宿舍', '刘志明'],
  ],
  past: { title: '师生党员骨干培训班', quota: 60 },
  next: { title: '学生支部委员培训班', quota: 30 },
};

type Place = NonNullable<Awaited<ReturnType<typeof placesOf>>>['street'];

async function insertClass(
  tx: Db,
  org: Place,
  { by, intro, place, lessons }: Holder,
  of: { title: string; startsIn: number; quota: number; state: number; places: number },
): Promise<string> {
  const day = (offset: number) => sql`(now() at time zone 'Asia/Shanghai')::date + ${offset}::int`;
  const { rows } = await sql<{ id: string }>`
    insert into school_class (org_id, org_code, title, intro, place, quota, starts_on, ends_on, nominate_by, state, created_by,
                              updated_by, finished_at, finished_by)
    values (${org.id}, ${org.code}, ${of.title}, ${intro}, ${place}, ${of.quota},
            ${day(of.startsIn)}, ${day(of.startsIn + 2)}, ${day(of.startsIn - 7)}, ${of.state}, ${by}, ${by},
            ${of.state === 3 ? sql`now() - interval '20 days'` : null}, ${of.state === 3 ? by : ''})
    returning id`.execute(tx);
  const id = rows[0]?.id ?? '';
  await sql`insert into school_nominator (class_id, org_id, org_code, places)
    select ${id}, b.id, b.code, ${of.places} from organisation b
     where b.code >= ${org.code} and b.code < ${`${org.code}:`} and b.type in (46, 47, 48) and b.deleted_at is null
     order by b.code limit 12`.execute(tx);
  for (const [at, [title, teacher]] of lessons.entries())
    await sql`insert into school_lesson (class_id, starts_at, ends_at, title, teacher, place)
      select ${id}, (starts_on + ${at}::int + time '08:30') at time zone 'Asia/Shanghai',
             (starts_on + ${at}::int + time '14:30') at time zone 'Asia/Shanghai', ${title}, ${teacher}, place
        from school_class where id = ${id}`.execute(tx);
  return id;
}

/** Puts people of the nominating branches on a class's list, each branch so many. */
const join = (tx: Db, id: string, by: string, each: number, state: RowState) =>
  sql`
  insert into school_person (class_id, member_id, nominator_id, state, nominated_by, decided_by, decided_at)
  select ${id}, p.id, n.org_id, case when ${state} = 'all' or p.place = 1 then 1 else 0 end, ${by},
         case when ${state} = 'all' or p.place = 1 then ${by} else '' end,
         case when ${state} = 'all' or p.place = 1 then now() end
    from school_nominator n
    join lateral (select m.id, row_number() over (order by m.sort, m.id) as place from member m
      where m.org_id = n.org_id and m.deleted_at is null and m.membership_status = 1 and m.person_category = 1
      order by m.sort, m.id limit ${each}) as p on true
   where n.class_id = ${id}`.execute(tx);
type RowState = 'all' | 'first';

/** Writes down who came, of a class that is over: nearly everybody. */
async function attend(tx: Db, id: string): Promise<void> {
  await sql`
    with made as (
      insert into attendance_sheet (kind, subject_id, org_id, org_code, secret, starts_at, opens_at, closed_at)
      select 'schoolLesson', l.id, c.org_id, c.org_code, decode(repeat('00', 32), 'hex'), l.starts_at,
             l.starts_at - interval '1 hour', l.ends_at
        from school_lesson l join school_class c on c.id = l.class_id where c.id = ${id}
      returning id, subject_id)
    insert into attendance_person (sheet_id, member_id, name, due, votes, why, sort, state, way)
    select s.id, m.id, m.name, true, false, '', x.id, case when (m.id + s.subject_id) % 17 = 0 then 3 else 1 end,
           case when (m.id + s.subject_id) % 17 = 0 then '' else 'list' end
      from made s cross join school_person x join member m on m.id = x.member_id where x.class_id = ${id} and x.state = 1`.execute(
    tx,
  );
}

/** Graduates the class by its rule: who was at all lessons has 24 hours. */
async function graduate(tx: Db, id: string, org: Place, by: string): Promise<void> {
  await sql`
    update school_person x set passed = f.came = 3,
           lacks = case when f.came = 3 then '' else '出勤' || f.came || '/3次（' || f.came * 100 / 3 || '%），应达80%；'
                     || f.came * 8 || '学时，应满24学时' end
      from (select p.member_id, count(*) filter (where p.state = 1)::int as came
              from school_lesson l join attendance_sheet s on s.kind = 'schoolLesson' and s.subject_id = l.id
              join attendance_person p on p.sheet_id = s.id where l.class_id = ${id} group by 1) as f
     where x.class_id = ${id} and x.member_id = f.member_id`.execute(tx);
  await sql`
    insert into learning_hour (member_id, source, evidence, day, minutes, central, title, link)
    select p.member_id, 'offline', 'class:' || c.id, c.ends_on, 360 * count(*), true, c.title,
           '/education/schoolPartyDetail?id=' || c.id
      from school_class c join school_lesson l on l.class_id = c.id
      join attendance_sheet s on s.kind = 'schoolLesson' and s.subject_id = l.id
      join attendance_person p on p.sheet_id = s.id and p.state = 1 where c.id = ${id} group by c.id, p.member_id`.execute(
    tx,
  );
  const { rows } = await sql<{ personId: string; title: string; startsOn: string; endsOn: string }>`
    select x.member_id as "personId", c.title, c.starts_on as "startsOn", c.ends_on as "endsOn"
      from school_person x join school_class c on c.id = x.class_id where c.id = ${id} and x.passed`.execute(tx);
  const grant = {
    orgId: org.id,
    source: 'class' as const,
    evidence: `class:${id}`,
    link: `/education/schoolPartyDetail?id=${id}`,
    by,
  };
  const facts = { hours: 240, central: 240, score: null, total: null };
  await issueCertificates(
    tx,
    grant,
    rows.map((one) => ({ ...one, ...facts })),
  );
}

/** A finished class with its certificates, and one for which branches nominate, of which the first people are taken. */
async function hold(tx: Db, org: Place, holder: Holder): Promise<void> {
  const past = await insertClass(tx, org, holder, { ...holder.past, startsIn: -30, state: 3, places: 4 });
  await join(tx, past, holder.by, 3, 'all');
  await attend(tx, past);
  await graduate(tx, past, org, holder.by);
  const next = await insertClass(tx, org, holder, { ...holder.next, startsIn: 12, state: 1, places: 2 });
  await join(tx, next, holder.by, 2, 'first');
  await sql`
    insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, due_on, subject)
    select 3, c.org_id, c.org_code, '云党校', '审核推荐的学员：' || c.title, '推荐的学员由主办方同意后入班', '去审核',
           '/education/schoolPartyDetail?id=' || c.id || '&tab=people', c.starts_on, 'schoolDecide:' || c.id
      from school_class c where c.id = ${next}`.execute(tx);
}

/** The classes of a street and of the college; for a demo city that has none. */
export async function openSchoolOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ open: boolean }>`select exists (select from school_class) as open`.execute(services.db);
  if (rows[0]?.open) return;
  await transact(services.db, async (tx) => {
    const places = await placesOf(tx);
    if (!places) return;
    await hold(tx, places.street, STREET);
    const found = await sql<Place>`
      select id, code, name from organisation where name = ${COLLEGE_NAME} and deleted_at is null`.execute(tx);
    const [college] = found.rows;
    if (college) await hold(tx, college, COLLEGE);
  });
}
