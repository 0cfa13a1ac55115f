import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Config } from '#platform/server/start/config.ts';

const TIMEOUT_MS = 60_000;
const MAX_ANSWER = 4096;

/**
 * What a scan came to. `threat`: what the scanner calls what it found; `tooLarge`: more than it takes (its
 * `StreamMaxLength`); `away`: it did not answer, or not as it should.
 */
export type ScanResult = 'clean' | { threat: string } | 'tooLarge' | 'away';

/** Has clamd look at a local file by its INSTREAM command (length and bytes, piece by piece, an empty one last). */
export async function scanFile(scanner: NonNullable<Config['scanner']>, path: string): Promise<ScanResult> {
  const socket = connect({ host: scanner.host, port: scanner.port });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
  socket.on('error', () => {});
  let answer = '';
  // It answers in the middle and hangs up where it has had too much; what it said counts, not the broken line.
  socket.on('data', (piece) => {
    answer += piece.toString('latin1');
    if (answer.endsWith('\0') || answer.length > MAX_ANSWER) socket.destroy();
  });
  const send = async (bytes: Uint8Array | string) => {
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), closed]);
  };
  try {
    await once(socket, 'connect');
    await send('zINSTREAM\0');
    for await (const piece of createReadStream(path, { highWaterMark: 65_536 })) {
      // What has come is read before more is written: a write on a line that is closed would throw it away. The first
      // turn ends the one that runs, the second is a whole one.
      await setImmediate();
      await setImmediate();
      if (socket.destroyed) break;
      const length = Buffer.alloc(4);
      length.writeUInt32BE((piece as Buffer).length);
      await send(Buffer.concat([length, piece as Buffer]));
    }
    await send(Buffer.alloc(4));
    await closed;
  } catch {
    // The line broke; there may be an answer.
  } finally {
    socket.destroy();
  }
  return readResult(answer.trimEnd());
}

function readResult(answer: string): ScanResult {
  const reply = answer.endsWith('\0') ? answer.slice(0, -1) : answer;
  const at = reply.indexOf(': ');
  if (at >= 0 && reply.endsWith(' FOUND')) return { threat: reply.slice(at + 2, -' FOUND'.length).slice(0, 200) };
  if (/size limit exceeded/i.test(answer)) return 'tooLarge';
  return /: OK\0?$/.test(answer) ? 'clean' : 'away';
}
