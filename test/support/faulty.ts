// A server process without the server: jobs of the database given whose streams, timers and promises throw unheard.

import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDeflateRaw } from 'node:zlib';
import type { Services } from '#platform/server/context.ts';
import { openPool } from '#platform/server/database/db.ts';
import { startWorker } from '#platform/server/jobs/jobs.ts';
import type { JobRunner } from '#platform/server/module.ts';
import { hearFaults } from '#platform/server/start/faults.ts';

const { db } = openPool(process.argv[2] ?? '');

async function* broken() {
  yield 'x';
  await sleep(5);
  throw new Error('secret of a stream');
}
const never = () => new Promise<never>(() => {});
const jobs: Record<string, JobRunner> = {
  async stream() {
    for await (const _ of Readable.from(broken()).pipe(createDeflateRaw())) await sleep(0);
    return { message: '' };
  },
  async timer() {
    setTimeout(() => {
      throw new TypeError('secret of a timer');
    }, 5);
    return never();
  },
  async promise() {
    void Promise.reject(new RangeError('secret of a promise'));
    return never();
  },
  async storm() {
    for (let at = 0; at < 50; at++) setTimeout(() => Promise.reject(new Error('one of many')), at);
    return never();
  },
  fine: async () => ({ message: '好' }),
};
hearFaults(db);
startWorker({ db } as Services, [{ name: 'test', routes: [], jobs }]);
console.log('ready');
