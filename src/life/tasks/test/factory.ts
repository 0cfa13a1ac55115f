import { createInflateRaw } from 'node:zlib';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { reportPart } from '#life/tasks/contract.part.ts';
import { createTask, publishTask } from '#life/tasks/contract.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import { startWorker } from '#platform/server/jobs/jobs.ts';
import { addDays } from '#platform/time/days.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** Today by the database's clock. */
export async function todayOf(t: TestApp): Promise<string> {
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  return rows[0]?.today ?? '';
}

/** The product with a worker of its jobs, and what a test of tasks asks of it; `stop` ends both. */
export async function startOffice() {
  const t = await startTestApp();
  const worker = startWorker(t.services, serverModules);
  const today = await todayOf(t);
  const stop = async () => {
    await worker.stop();
    await t.close();
  };
  return { t, today, at: office(t, today), stop };
}

/** What giving a task takes, and how a test finds what came of it. */
export function office(t: TestApp, today: string) {
  const draft = (given: object = {}) => ({
    title: '报送党员学习情况',
    content: '请写明学习的次数、人数和主要内容。',
    kind: 0,
    frequency: 1,
    startsOn: today,
    endsOn: addDays(today, 20),
    mode: 'below' as const,
    ...given,
  });

  /** A task of `who` that is out; answers its id. */
  async function given(who: Caller, more: object = {}): Promise<string> {
    const made = await who.call(createTask, draft(more));
    expect(made.code, made.text).toBe(200);
    const { id } = made.data;
    const out = await who.call(publishTask, { id, version: 1 });
    expect(out.code, out.text).toBe(200);
    await jobEnds(who, out.data.jobId);
    return id;
  }
  const partOf = async (id: string, org: keyof typeof ORGS = 'branchA11') => {
    const { rows } = await sql<{ id: string; circleId: string; state: number; version: number }>`
      select id, circle_id as "circleId", state, version from office_part where task_id = ${id} and org_id = ${ORGS[org].id}
       order by circle_id limit 1`.execute(t.db);
    const found = rows[0];
    if (!found) throw new Error(`no part at ${org}`);
    return found;
  };
  const todosOf = async (subject: string) => {
    const { rows } = await sql<{ act: string; due: string | null; orgId: string }>`
      select act, due_on::text as due, org_id as "orgId" from todo where subject = ${subject} and done_at is null`.execute(
      t.db,
    );
    return rows;
  };
  const reported = async (id: string, who: Caller, org: keyof typeof ORGS = 'branchA11') => {
    const part = await partOf(id, org);
    const reply = await who.call(reportPart, { id: part.id, version: part.version, report: '学习三次，二十人参加。' });
    expect(reply.code, reply.text).toBe(200);
    return part.id;
  };
  return { draft, given, partOf, todosOf, reported };
}

/** The entries of an archive, by its own directory. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const end = bytes.length - 22;
  const found = new Map<string, Buffer>();
  let place = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const packed = bytes.readUInt32LE(place + 20);
    const nameLength = bytes.readUInt16LE(place + 28);
    const name = bytes.subarray(place + 46, place + 46 + nameLength).toString();
    const start = bytes.readUInt32LE(place + 42) + 30 + nameLength;
    const inflate = createInflateRaw();
    inflate.end(bytes.subarray(start, start + packed));
    const pieces: Buffer[] = [];
    for await (const piece of inflate) pieces.push(piece as Buffer);
    found.set(name, Buffer.concat(pieces));
    place += 46 + nameLength;
  }
  return found;
}
