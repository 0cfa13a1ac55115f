import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { bring, placesOf } from './lessons.ts';
import { LESSON_UNITS, subtitlesOf } from './lessonTexts.ts';

const COLUMN = '党课视频';
/** Films of the reading room; some lessons are told in it twice, by another place. */
const FILMS = 12;

/** Twelve short films of two years in the reading room of a demo city that shows none. */
export async function hangFilmsOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ hung: boolean; account: string | null }>`
    select exists (select from archive_article where kind = 'video') as hung,
           (select account_id from account_role where role_id = 1 order by id limit 1) as account`.execute(services.db);
  const accountId = rows[0]?.account;
  if (rows[0]?.hung || !accountId) return;
  await transact(services.db, async (tx) => {
    const places = await placesOf(tx);
    if (!places) return;
    const lessons = LESSON_UNITS.flatMap((unit) => unit.lessons);
    for (let at = 0; at < FILMS; at++) {
      const lesson = lessons[at % lessons.length];
      if (!lesson) return;
      const again = at >= lessons.length;
      const org = again ? places.city : places.street;
      const facts = { kind: 'archive.article', rowId: null, orgCode: org.code, accountId, days: null };
      const { fileId, cover } = await bring(services, tx, lesson, facts);
      const title = `${again ? '再看一遍' : '微党课'}：${lesson.title}`;
      const content = `<p class="rt-indent">${lesson.intro}</p><p class="rt-indent">主讲：${lesson.speaker}。看完可以在评论里说说本支部是怎样做的。</p>`;
      const { rows: made } = await sql<{ id: string }>`
        insert into archive_article (org_id, org_code, column_id, kind, title, summary, content, words, cover, video, subtitles, genre,
                                     labels, source, author, editor, audience, state, submitted_at, decided_by, shown_number, first_shown, sort_at, token,
                                     created_by, updated_by, created_at, updated_at)
        select ${org.id}, ${org.code}, c.id, 'video', ${title}, ${lesson.intro}, ${content}, ${lesson.intro}, ${cover}, ${fileId},
               ${subtitlesOf(lesson.slides)}, 'theory', ${lesson.labels}::text[], ${org.name}, ${lesson.speaker}, ${org.name}, 'all', 4, at, ${org.name}, 1, at, at,
               md5('film ' || ${title}), ${org.name}, ${org.name}, at, at
          from archive_column c, (select now() - ${6 + at * 58}::int * interval '1 day' as at) as moment
         where c.name = ${COLUMN} and c.deleted_at is null
        returning id`.execute(tx);
      const id = made[0]?.id;
      if (id === undefined) return;
      await sql`
        insert into archive_version (article_id, number, title, summary, content, words, cover, video, subtitles, genre, labels, source, author,
                                     editor, audience, published_at, written_by, approved_by)
        select id, 1, title, summary, content, words, cover, video, subtitles, genre, labels, source, author, editor, audience, first_shown, created_by,
               decided_by from archive_article where id = ${id}`.execute(tx);
      await sql`update stored_file set row_id = ${id} where id in (${fileId}, ${cover})`.execute(tx);
    }
  });
}
