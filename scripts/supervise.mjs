// Plain JavaScript, built-ins alone: it runs on the Node that is there before anything is installed.
import { spawn } from 'node:child_process';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** The same behind a run that was ready: it served, and people wait. */
const LONGEST_AFTER_SERVICE_MS = 10_000;
/** Milliseconds of service after which a fall is a first one again. */
const STEADY_MS = 60_000;

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
 * ready, or that ended in order, ends this process with its code.
 * @param whenAskedToEnd calls back with a signal when this process is asked to end
 * @param say where a fall is told
 */
export function supervise(command, args, { cwd, whenAskedToEnd, say = console.error }) {
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
  });
  start();
}
