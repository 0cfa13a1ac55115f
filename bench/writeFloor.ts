import http from 'node:http';
import { verify } from '@node-rs/argon2';
import pg from 'pg';

/**
 * The floor of the writes: a bare Node server that writes the rows which a call of the product writes, audit row included, in
 * one transaction of prepared statements, and knows no rule. Its statements come from `bench/writes.ts`, which has read them
 * off the product's own rows. `$fresh` in a value is what this write gives anew.
 */
export interface Statement {
  text: string;
  /** A value as it is; `{ hex }` bytes; `{ fresh }` the n-th of the call's own values. */
  values: readonly (string | number | boolean | null | { hex: string } | { fresh: string })[];
}
/** What is checked before anything is written: a password against its hash. */
export interface Plan {
  password?: { hash: string; word: string };
  statements: readonly Statement[];
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const plans = new Map<string, Plan>();

async function read(request: http.IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function write(name: string, { password, statements }: Plan, fresh: Record<string, string>) {
  if (password && !(await verify(password.hash, password.word))) throw new Error('wrong password');
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const [index, { text, values }] of statements.entries()) {
      const given = values.map((value) => {
        if (value === null || typeof value !== 'object') return value;
        return 'hex' in value ? Buffer.from(value.hex, 'hex') : fresh[value.fresh];
      });
      const { rowCount } = await client.query({ name: `${name}${index}`, text, values: given });
      if (rowCount !== 1) throw new Error(`${text}: ${rowCount} rows`);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const server = http.createServer(async (request, response) => {
  try {
    const name = request.url?.slice(1) ?? '';
    const body = await read(request);
    if (request.method === 'PUT') plans.set(name, body as unknown as Plan);
    else await write(name, plans.get(name) ?? { statements: [] }, body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":200}');
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === 'object' && address ? address.port : ''}\n`);
});
