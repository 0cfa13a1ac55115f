import { expect } from 'vitest';
import { readStored } from '#platform/server/files/files.ts';
import { startWorker } from '#platform/server/jobs/jobs.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { serverModules } from '#rooms/server.ts';
import type { TestApp } from './app.ts';

/** Carries an export's job out; answers the bytes of its file. */
export async function exportedFile(t: TestApp, jobId: string): Promise<Buffer> {
  const job = () =>
    t.db.selectFrom('job').select(['state', 'message', 'file_id']).where('id', '=', jobId).executeTakeFirstOrThrow();
  const worker = startWorker(t.services, serverModules);
  await expect.poll(async () => (await job()).state, { timeout: 30_000, interval: 100 }).toMatch(/done|failed/);
  await worker.stop();
  const { state, message, file_id } = await job();
  expect(state, String(message)).toBe('done');
  const bytes: Uint8Array[] = [];
  for await (const piece of readStored(t.services, file_id ?? '')) bytes.push(piece);
  return Buffer.concat(bytes);
}

/** The same as the lines of its workbook, head and watermark among them. */
export async function exportedLines(t: TestApp, jobId: string): Promise<string[][]> {
  const lines: string[][] = [];
  for await (const line of readTable(await exportedFile(t, jobId))) lines.push(line);
  return lines;
}
