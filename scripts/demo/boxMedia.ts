import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { saveFile } from '#platform/server/files/files.ts';
import { writeBooks } from './boxBooks.ts';
import { writeProgrammes } from './boxProgramme.ts';
import { bring, type Place, placesOf } from './lessons.ts';
import { LESSON_UNITS } from './lessonTexts.ts';
import { PLAQUE, paintPng, SCENES } from './pictures.ts';

interface Unpictured {
  id: string;
  title: string;
  code: string;
}

/** Pictures of the events and honours of the visitors' branch and street, each given to its row. */
async function pictureRows(services: Services, tx: Db, codes: readonly string[], accountId: string): Promise<void> {
  for (const [table, noun] of [
    ['box_event', 'boxEvent'],
    ['box_honor', 'boxHonor'],
  ] as const) {
    const { rows } = await sql<Unpictured>`
      select id, title, org_code as code from ${sql.table(table)}
       where org_code = any(${codes}::text[]) and deleted_at is null order by id`.execute(tx);
    for (const [at, { id, title, code }] of rows.entries()) {
      const scene = noun === 'boxHonor' ? PLAQUE : SCENES[at % SCENES.length]?.paint;
      if (!scene) continue;
      const facts = { kind: `noun.${noun}`, rowId: id, orgCode: code, accountId, days: null };
      const file = await saveFile(services, tx, { ...facts, name: `${title}.png`, mime: 'image/png' }, [
        paintPng(scene),
      ]);
      await sql`update ${sql.table(table)} set pictures = ${file} where id = ${id}`.execute(tx);
    }
  }
}

/** The screens of 党员活动室 have been bound for three months, and were last there yesterday until closing. */
async function bindSecondScreens(tx: Db): Promise<void> {
  await sql`
    update box_device
       set token_hash = sha256(convert_to(gen_random_uuid()::text, 'UTF8')), binding = 1,
           bound_at = now() - interval '92 days',
           seen_at = ((now() at time zone 'Asia/Shanghai')::date - 1 + time '21:00') at time zone 'Asia/Shanghai'
     where name = '党员活动室横屏'`.execute(tx);
}

/** The city and the street offer to those below them; the street and the visitors' branch have taken some over. */
async function shareDownward(tx: Db, { city, street, branch }: Record<'branch' | 'street' | 'city', Place>) {
  await sql`
    insert into box_share (part, row_id, shared_at, shared_by)
    select of.part, of.id, now() - of.place * interval '31 hours', of.org
      from (select 'study' as part, t.id, o.name as org, row_number() over (order by t.org_code, t.id) as place
              from box_study t join organisation o on o.id = t.org_id
             where t.state = 'published' and t.org_code in (${city.code}, ${street.code})
            union all
            select 'book', t.id, o.name, row_number() over (order by t.id) + 4
              from box_book t join organisation o on o.id = t.org_id where t.org_code = ${street.code}) as of`.execute(
    tx,
  );
  for (const [taker, above] of [
    [street, city],
    [branch, street],
  ] as const)
    await sql`
      insert into box_share_take (share_id, org_id, taken_at, taken_by)
      select s.id, ${taker.id}, s.shared_at + interval '5 hours', ${taker.name}
        from box_share s join box_study t on s.part = 'study' and t.id = s.row_id
       where t.org_code = ${above.code} order by s.id limit 1`.execute(tx);
}

/** The last meetings of some organisations, and the next ones, stand on their screens. */
const tellOfMeetings = (tx: Db, codes: readonly string[]) =>
  sql`insert into box_shown (kind, ref_id, org_id, shown_at, shown_by)
      select 'life', m.id, m.org_id, m.starts_at - interval '3 days', m.by
        from (select m.id, m.org_id, m.starts_at, o.name as by,
                     row_number() over (partition by m.org_id order by m.starts_at desc) as place
                from life_meeting m join organisation o on o.id = m.org_id
               where m.org_code = any(${codes}::text[]) and m.type in (1, 2, 3, 4, 5) and m.state in (1, 2, 3, 5)
                 and m.cancelled_at is null) m
       where m.place <= 4`.execute(tx);

/** A film and a picture for the screens of a demo city that has none. */
export async function hangBoxMediaOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ hung: boolean; account: string | null }>`
    select exists (select from box_media) as hung,
           (select account_id from account_role where role_id = 1 order by id limit 1) as account`.execute(services.db);
  const accountId = rows[0]?.account;
  const lesson = LESSON_UNITS[0]?.lessons[0];
  if (rows[0]?.hung || !accountId || !lesson) return;
  await transact(services.db, async (tx) => {
    const places = await placesOf(tx);
    if (!places) return;
    const org = places.branch;
    await pictureRows(services, tx, [org.code, places.street.code], accountId);
    await bindSecondScreens(tx);
    for (const place of [places.branch, places.street]) await writeBooks(services, tx, place, accountId);
    await shareDownward(tx, places);
    await writeProgrammes(tx, places);
    await tellOfMeetings(tx, [org.code, places.street.code]);
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
