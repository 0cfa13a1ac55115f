// The whole roll as one file: `npm run bench:export` (Linux; DATA_DIR: a folder that `npm run seed` has filled). The server's
// memory is what counts; the time is told with it.
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { getJob } from '#kernel/job/contract.ts';
import { exportMembers } from '#people/member/contract.ts';
import { serve } from './serve.ts';

/** MiB that the server may hold. */
const BELOW = 512;

const { ask, processorSeconds, peakMemory, end } = await serve();
const before = processorSeconds();
const start = performance.now();
const { jobId } = await ask(exportMembers, { purpose: '测量' });
let job = await ask(getJob, { id: jobId });
while (job.state === 'queued' || job.state === 'running') {
  await pause(500);
  job = await ask(getJob, { id: jobId });
}
if (job.state !== 'done') throw new Error(`${job.state}: ${job.message}`);
const seconds = (performance.now() - start) / 1000;
console.info(
  `${job.message}, ${((job.fileSize ?? 0) / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s, ` +
    `${(processorSeconds() - before).toFixed(0)} s of the server's processor time, load ${loadavg()[0]?.toFixed(1)}`,
);
const peak = peakMemory();
console.info(`memory of the server at its highest: ${peak.toFixed(0)} MiB (limit ${BELOW})`);
await end();
process.exit(peak <= BELOW ? 0 : 1);
