import pg from 'pg';
import { errorCode } from './db.ts';

/** Tables that the application writes into and never changes: what is there stays as it is. */
const APPEND_ONLY = 'audit_log, audit_seal';

/**
 * Gives the application's database role what it needs and no more: rows of all tables, but no table, trigger or function,
 * and of the log only new rows. Called after the migrations, by the owner's connection; changes nothing where owner and user are the same role.
 * @param userUrl the address by which the application connects
 */
export async function admitUser(owner: pg.Client, userUrl: string): Promise<void> {
  const user = await roleOf(userUrl);
  const { rows } = await owner.query<{ me: string }>('select current_user as me');
  if (rows[0]?.me === user) return;
  const role = owner.escapeIdentifier(user);
  await owner.query('begin');
  try {
    await owner.query(`grant usage on schema public to ${role};
      grant select, insert, update, delete on all tables in schema public to ${role};
      grant usage, select, update on all sequences in schema public to ${role};
      revoke update, delete on ${APPEND_ONLY} from ${role};
      revoke insert, update, delete on schema_migration from ${role}`);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

/** The role of an address, as the server knows it. */
export async function roleOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ me: string }>('select current_user as me');
    return rows[0]?.me ?? '';
  } finally {
    await client.end();
  }
}

/**
 * Turns an installation with one database role into one with two. Call it before the migrations, which alter what the owner must
 * own. Where the owner lacks the right, throws a sentence with the statement to run.
 */
export async function splitDatabaseRole(owner: pg.Client, user: string): Promise<void> {
  const { rows } = await owner.query(
    `select from pg_class c
      where c.relnamespace = 'public'::regnamespace and pg_get_userbyid(c.relowner) = $1 and $1 <> current_user limit 1`,
    [user],
  );
  if (rows.length === 0) return;
  const role = owner.escapeIdentifier(user);
  try {
    await owner.query(`reassign owned by ${role} to current_user`);
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
    throw new Error(
      `数据表仍属于 ${user}，请由数据库管理员在本库执行：reassign owned by ${role} to 所有者账号;` +
        ` (The tables still belong to ${user}: have a superuser run this statement, naming the owner's role.)`,
      { cause: error },
    );
  }
}
