import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/db.ts';
import { bring, placesOf } from './lessons.ts';
import { LESSON_UNITS } from './lessonTexts.ts';

/** A film and a picture for the screens of a demo city that has none. */
export async function hangBoxMediaOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ hung: boolean; account: string | null }>`
    select exists (select from box_media) as hung,
           (select account_id from account_role where role_id = 1 order by id limit 1) as account`.execute(services.db);
  const accountId = rows[0]?.account;
  const lesson = LESSON_UNITS[0]?.lessons[0];
  if (rows[0]?.hung || !accountId || !lesson) return;
  await transact(services.db, async (tx) => {
    const org = (await placesOf(tx))?.branch;
    if (!org) return;
    const facts = { kind: 'noun.boxMedia', rowId: null, orgCode: org.code, accountId, days: null };
    const { fileId, cover } = await bring(services, tx, lesson, facts);
    const media = [
      ['video', lesson.title, lesson.intro, fileId],
      ['picture', `${lesson.title}（海报）`, '党员活动室电子屏循环展示。', cover],
    ] as const;
    for (const [kind, title, remark, file] of media) {
      const made = await sql<{ id: string }>`
        insert into box_media (org_id, org_code, title, kind, remark, files, state, created_by, updated_by)
        values (${org.id}, ${org.code}, ${title}, ${kind}, ${remark}, ${file}, 'published', ${org.name}, ${org.name})
        returning id`.execute(tx);
      await sql`update stored_file set row_id = ${made.rows[0]?.id} where id = ${file}`.execute(tx);
    }
  });
}
