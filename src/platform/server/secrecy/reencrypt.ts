import { type RawBuilder, sql } from 'kysely';
import type { Services } from '../context.ts';
import { type Db, transact } from '../database/db.ts';
import { writeAudit } from '../log/audit.ts';
import { logFault } from '../log/log.ts';
import type { ServerModule } from '../module.ts';
import type { VaultKey } from './crypto.ts';
import type { EncryptedColumn } from './encryptedColumns.ts';
import { encryptedTransportKeys } from './sm2.ts';

/** Every place of encrypted values: the platform's own and those that the modules declare. */
export const encryptedColumnsOf = (modules: readonly ServerModule[]): readonly EncryptedColumn[] => [
  encryptedTransportKeys,
  ...modules.flatMap(({ encrypted }) => encrypted ?? []),
];

/** Few enough that a writer who meets them waits some milliseconds. */
const ROWS_AT_ONCE = 200;
/** In one run of the recurring work, so that it lets a server stop. */
const BATCHES_A_RUN = 50;
/** Where the log keeps what concerns the whole deployment: the root. */
const ROOT_CODE = '0001';

type Cursor = readonly string[] | null;

/**
 * The work that encrypts all values with the newest key (decision 0011). The values themselves show what is left to do, so that
 * after a crash, or in another process, it continues; a cursor only skips what is done.
 */
export function createReencryption(columns: readonly EncryptedColumn[]) {
  let at: { keyId: string; column: number; after: Cursor; unreadable: number } | null = null;

  async function run(services: Services): Promise<void> {
    const { vault, db } = services;
    vault.reread();
    const key = vault.encryptionKey();
    if (vault.keys().length === 1 || !(await begin(db, key))) return;
    if (at?.keyId !== key.id) at = { keyId: key.id, column: 0, after: null, unreadable: 0 };
    for (let batch = 0; batch < BATCHES_A_RUN; batch++) {
      const column = columns[at.column];
      if (!column) {
        await end(db, key, columns, at.unreadable);
        at = null;
        return;
      }
      const { next, unreadable } = await reencryptRows(services, key, column, at.after);
      at.unreadable += unreadable;
      if (next === null) at.column++;
      at.after = next;
    }
  }
  return { name: 'keys.reseal', everySeconds: 2, run };
}

/** Notes once that a key is in use; answers false where everything has been encrypted with it already. */
async function begin(db: Services['db'], key: VaultKey): Promise<boolean> {
  return transact(db, async (tx) => {
    const made = await tx
      .insertInto('key_change')
      .values({ key_id: key.id })
      .onConflict((oc) => oc.doNothing())
      .returning('key_id')
      .executeTakeFirst();
    if (made) await auditKeyAct(tx, '启用新的加密密钥', `密钥${key.id}启用，原有数据开始换密`);
    const row = await tx.selectFrom('key_change').select('finished_at').where('key_id', '=', key.id).executeTakeFirst();
    return row?.finished_at === null;
  });
}

/** Closes the change where nothing is left with another key but what cannot be read; else everything is gone through again. */
async function end(
  db: Services['db'],
  key: VaultKey,
  columns: readonly EncryptedColumn[],
  unreadable: number,
): Promise<void> {
  const left = (await countOthers(db, key, columns)).reduce((sum, { count }) => sum + count, 0);
  if (left > unreadable) return;
  await transact(db, async (tx) => {
    const row = await tx
      .updateTable('key_change')
      .set({ finished_at: sql<Date>`now()`, unreadable: left })
      .where('key_id', '=', key.id)
      .where('finished_at', 'is', null)
      .returning('resealed')
      .executeTakeFirst();
    const remark = left > 0 ? `，另有${left}个值用任何密钥都无法解开，保持原样` : '';
    if (row) await auditKeyAct(tx, '加密数据换密完成', `密钥${key.id}，换密${row.resealed}个值${remark}`);
  });
}

/** A row of the log of what the server, or its operator, did to the keys. */
export const auditKeyAct = (db: Db, action: string, reason: string) =>
  writeAudit(db, null, { action, endpoint: 'keys', outcome: 'done', ip: '', traceId: '', reason }, [
    { orgCode: ROOT_CODE },
  ]);

/** Whether the bytes were encrypted with another key than this. */
const ofAnother = (value: RawBuilder<unknown>, key: VaultKey) =>
  sql`not (${sql.join(
    key.heads.map((head) => sql`substring(${value} from 1 for ${sql.lit(head.length)}) = ${head}`),
    sql` or `,
  )})`;

/** For each column, how many values are encrypted with another key than this one; columns without such values are left out. */
export async function countOthers(db: Db, key: VaultKey, columns: readonly EncryptedColumn[]) {
  const counts: { name: string; count: number }[] = [];
  for (const { name, table, read } of columns) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} t where ${ofAnother(read, key)}`.execute(db);
    const count = rows[0]?.n ?? 0;
    if (count > 0) counts.push({ name, count });
  }
  return counts;
}

/**
 * Encrypts the next rows anew, in a transaction. Rows that somebody is writing are passed over, so that it never waits while
 * others wait for it; they are met again later. Answers where it stands, null at the end, and how many could not be opened.
 */
async function reencryptRows({ db, vault }: Services, key: VaultKey, column: EncryptedColumn, after: Cursor) {
  const { table, read, by } = column;
  const keyed = Object.entries(column.key).map(([name, type]) => ({ name: sql.ref(`t.${name}`), type: sql.raw(type) }));
  const names = sql.join(keyed.map(({ name }) => name));
  const beyond = after
    ? sql`(${names}) > (${sql.join(keyed.map(({ type }, i) => sql`${after[i]}::${type}`))})`
    : sql`true`;
  return transact(db, async (tx) => {
    await sql`select set_config('platform.resealing', 'on', true)`.execute(tx);
    const { rows } = await sql<{ key: string[]; by: string[]; value: Buffer }>`
      select array[${sql.join(keyed.map(({ name }) => sql`${name}::text`))}] as key,
             array[${sql.join(by.map((name) => sql`${sql.ref(`t.${name}`)}::text`))}] as by, ${read} as value
        from ${sql.table(table)} t
       where ${ofAnother(read, key)} and ${beyond}
       order by ${names} limit ${ROWS_AT_ONCE} for no key update skip locked`.execute(tx);
    const fresh: { key: string[]; value: Buffer }[] = [];
    for (const row of rows) {
      const place = column.place(...row.by);
      try {
        fresh.push({ key: row.key, value: vault.encrypt(place, vault.decrypt(place, row.value)) });
      } catch (error) {
        logFault(`${column.name} of ${row.key.join(', ')} cannot be encrypted anew`, error);
      }
    }
    if (fresh.length > 0) {
      const keys = keyed.map(({ type }, i) => sql`${fresh.map((row) => row.key[i])}::text[]::${type}[]`);
      const same = keyed.map(({ name }, i) => sql`${name} = ${sql.ref(`w.k${i}`)}`);
      await sql`
        update ${sql.table(table)} t set ${column.write(sql<Buffer>`w.value`)}
          from unnest(${sql.join(keys)}, ${fresh.map(({ value }) => value)}::bytea[])
            as w (${sql.join(keyed.map((_, i) => sql.ref(`k${i}`)))}, value)
         where ${sql.join(same, sql` and `)}`.execute(tx);
      await sql`update key_change set resealed = resealed + ${fresh.length} where key_id = ${key.id}`.execute(tx);
    }
    return { next: rows.at(-1)?.key ?? null, unreadable: rows.length - fresh.length };
  });
}
