import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { type FileFacts, receiveBytes, storeFile } from '#platform/server/files/files.ts';
import { chaptersOf, LESSON_UNITS, type Lesson, SLIDE_SECONDS, subtitlesOf } from './lessonTexts.ts';

const OWN = '渡口第一党支部';
const STREET = '江南街道党工委';
const folder = join(import.meta.dirname, 'media');

export interface Place {
  id: string;
  code: string;
  name: string;
}

/** The visitor's branch, its street and the city above them. */
export async function placesOf(db: Db): Promise<Record<'branch' | 'street' | 'city', Place> | null> {
  const { rows } = await sql<Place>`
    select o.id, o.code, o.name from organisation own
      join organisation o on own.code like o.code || '%' and o.deleted_at is null
     where own.name = ${OWN} and own.deleted_at is null order by length(o.code)`.execute(db);
  const [city] = rows;
  const branch = rows.at(-1);
  const street = rows.find(({ name }) => name === STREET);
  return city && street && branch ? { city, street, branch } : null;
}

/** Brings a video and its cover into the store; their row is named when it is there. */
export async function bring(services: Services, db: Db, lesson: Lesson, facts: Omit<FileFacts, 'name' | 'mime'>) {
  const received = async (name: string) => receiveBytes(services, [await readFile(join(folder, name))]);
  const film = { ...facts, name: `${lesson.title}.mp4`, mime: 'video/mp4' };
  const fileId = await storeFile(services, db, film, await received(`${lesson.file}.mp4`));
  const picture = `${lesson.file}.jpg`;
  const sizes = { thumbnail: (await received(picture)).path, zoom: (await received(picture)).path };
  const cover = { ...facts, name: `${lesson.title}.jpg`, mime: 'image/jpeg' };
  return { fileId, cover: await storeFile(services, db, cover, await received(picture), sizes) };
}

/** Three units of short videos for a demo city that has none, seen by some of its people. */
export async function hangLessonsOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ hung: boolean; account: string | null }>`
    select exists (select from video_unit) as hung,
           (select account_id from account_role where role_id = 1 order by id limit 1) as account`.execute(services.db);
  const accountId = rows[0]?.account;
  if (rows[0]?.hung || !accountId) return;
  await transact(services.db, async (tx) => {
    const places = await placesOf(tx);
    if (!places) return;
    for (const [place, unit] of LESSON_UNITS.entries()) {
      const org = places[unit.by];
      const made = await sql<{ id: string }>`
        insert into video_unit (org_id, org_code, name, intro, is_required, sort, created_by, updated_by)
        values (${org.id}, ${org.code}, ${unit.name}, ${unit.intro}, ${unit.isRequired}, ${place + 1}, ${org.name}, ${org.name})
        returning id`.execute(tx);
      const unitId = made.rows[0]?.id ?? '';
      for (const [at, lesson] of unit.lessons.entries()) {
        const facts = { kind: 'education.video', rowId: null, orgCode: org.code, accountId, days: null };
        const { fileId, cover } = await bring(services, tx, lesson, facts);
        const { rows: written } = await sql<{ id: string }>`
          insert into video (org_id, org_code, unit_id, title, intro, speaker, year, cover, file_id, seconds, codec, chapters,
                             subtitles, labels, counts_hours, sort, state, published_at, created_by, updated_by)
          values (${org.id}, ${org.code}, ${unitId}, ${lesson.title}, ${lesson.intro}, ${lesson.speaker},
                  extract(year from now())::int, ${cover}, ${fileId}, ${SLIDE_SECONDS * lesson.slides.length}, 'avc1 mp4a',
                  ${JSON.stringify(chaptersOf(lesson.slides))}::jsonb, ${subtitlesOf(lesson.slides)}, ${lesson.labels}::text[],
                  ${place < 2}, ${at + 1}, 1, now() - ${20 - place * 5 - at}::int * interval '1 day', ${org.name}, ${org.name})
          returning id`.execute(tx);
        const id = written[0]?.id ?? '';
        await sql`update stored_file set row_id = ${id} where id in (${fileId}, ${cover})`.execute(tx);
        await watch(tx, id, org.code, lesson.viewers);
      }
    }
    // The visitors go on with something: the first lesson half seen.
    await sql`
      insert into video_seen (video_id, account_id, year, ranges, seconds, position)
      select v.id, a.account_id, extract(year from now())::int, '{[0,29)}', 29, 29
        from (select min(id) as id from video where title = '三会一课怎样开') as v,
             (select distinct account_id from account_role where role_id = 2) as a
      on conflict (video_id, account_id, year) do update
         set ranges = excluded.ranges, seconds = excluded.seconds, position = excluded.position, done_at = null`.execute(
      tx,
    );
    await sql`update video v set viewers = (select count(*) from video_seen s where s.video_id = v.id)`.execute(tx);
  });
}

/** Some of those for whom a video is have seen it, most of them to its end. */
const watch = (db: Db, id: string, orgCode: string, viewers: number) =>
  sql`
    insert into video_seen (video_id, account_id, year, ranges, seconds, position, done_at, updated_at)
    select ${id}, account_id, extract(year from now())::int, int4multirange(int4range(0, upto)), upto, upto,
           case when upto >= 58 then at end, at
      from (select account_id, case when h % 5 = 0 then 20 + h % 30 else 64 end as upto,
                   now() - (h % 9) * interval '1 day' - interval '1 hour' as at
              from (select g.account_id, ('x' || substr(md5(${id}::text || ':' || g.account_id), 1, 6))::bit(24)::int as h
                      from (select distinct r.account_id from account_role r
                              join organisation o on o.id = r.org_id and starts_with(o.code, ${orgCode})) as g
                     order by 2 limit ${viewers}) as picked) as watched`.execute(db);
