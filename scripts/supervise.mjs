// Plain JavaScript, built-ins alone: it runs on the Node that is there before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** The same behind a run that was ready: it served, and people wait. */
const LONGEST_AFTER_SERVICE_MS = 10_000;
/** Milliseconds of service after which a fall is a first one again. */
const STEADY_MS = 60_000;

/** So long a server has for its own end, drain apart; it takes four seconds at most while it hears (src/platform/server/start/ending.ts). */
export const END_MS = 4300;

/**
 * Asks the embedded database of a data folder to end, whose server was cut off: what is open is undone, what was committed stays.
 * Where the process id in its file is another program's by now, nothing is done; Linux alone can tell.
 */
export function endDatabase(dataDir) {
  try {
    const marker = join(dataDir, 'database-folder');
    const data = resolve(existsSync(marker) ? readFileSync(marker, 'utf8').trim() : dataDir, 'pg');
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (pid > 0 && readlinkSync(`/proc/${pid}/cwd`) === data) process.kill(pid, 'SIGINT');
  } catch {
    // There is none, or it has ended by itself.
  }
}

/**
 * Milliseconds before the next start.
 * @param last those before the start that fell now, 0 for the first one
 * @param run how long that one ran, in milliseconds, and whether it was ready
 */
export function pauseAfter(last, { ready, ms }) {
  if (last === 0 || ms > STEADY_MS) return FIRST_WAIT_MS;
  return Math.min(last * 2, ready ? LONGEST_AFTER_SERVICE_MS : LONGEST_WAIT_MS);
}

/**
 * Runs a server as a child, passes the end on, and starts it again where it falls after it was `ready` (it says so over
 * its channel; by the channel it also notices when this process is killed, and ends in order). A server that never was
 * ready, or that ended in order, ends this process with its code. One that does not hear that it was asked to end (it computes, as
 * the first start does while it fills the demo) is cut off in time: its transactions are undone as by a crash.
 * @param whenAskedToEnd calls back with a signal when this process is asked to end
 * @param say where a fall is told
 * @param endMs how long it has for its end, in milliseconds
 * @param cutOff what is done when it was cut off
 */
export function supervise(
  command,
  args,
  { cwd, whenAskedToEnd, say = console.error, endMs = END_MS, cutOff = () => {} },
) {
  let server;
  let asked = false;
  let served = false;
  let ready = false;
  let waitMs = 0;
  let timer;

  function start() {
    const begun = performance.now();
    ready = false;
    server = spawn(command, args, { cwd, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    server.on('message', (message) => {
      if (message === 'ready') served = ready = true;
    });
    server.on('error', (error) => say(error.message));
    server.on('exit', (code, signal) => {
      // Asked while it was still starting, it has no answer to the signal and ends by it: as it was asked.
      if (asked) process.exit(code ?? 0);
      if (code === 0 || !served) process.exit(code ?? 1);
      waitMs = pauseAfter(waitMs, { ready, ms: performance.now() - begun });
      const reason = signal ?? `exit ${code}`;
      say(`服务意外退出（${reason}），正在重新启动。(The server fell, ${reason}, and is started again.)`);
      timer = setTimeout(start, waitMs);
    });
  }

  whenAskedToEnd((signal) => {
    asked = true;
    // Between a fall and the next start there is nobody to wait for.
    if (server.exitCode !== null || server.signalCode !== null) {
      clearTimeout(timer);
      process.exit(0);
    }
    server.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
    setTimeout(() => {
      server.kill('SIGKILL');
      cutOff();
    }, endMs).unref();
  });
  start();
}
