import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { saveFile } from '#platform/server/files/files.ts';
import { paintPng, SCENES } from './pictures.ts';

/** A picture for the material of each 优秀案例 of a demo city, shown with the case. */
export async function pictureCasesOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ id: string; scoreId: string; code: string; account: string | null }>`
    select c.id, c.score_id as "scoreId", c.org_code as code,
           (select account_id from account_role where role_id = 1 order by id limit 1) as account
      from trinity_case c where not exists (select from trinity_case other where other.files <> '{}') order by c.id`.execute(
    services.db,
  );
  await transact(services.db, async (tx) => {
    for (const [at, { id, scoreId, code, account }] of rows.entries()) {
      const scene = SCENES[at % SCENES.length];
      if (!scene || account === null) continue;
      const facts = { kind: 'trinity.score', rowId: scoreId, orgCode: code, accountId: account, days: null };
      const named = { ...facts, name: '活动现场.png', mime: 'image/png' };
      const file = await saveFile(services, tx, named, [paintPng(scene.paint)]);
      await sql`update trinity_score set files = array[${file}]::text[] where id = ${scoreId}`.execute(tx);
      await sql`update trinity_case set files = array[${file}]::text[] where id = ${id}`.execute(tx);
    }
  });
}
