// A server for the supervisor: says at each start how often it was started (a file counts), and ends as its plan says.
import { appendFileSync, readFileSync } from 'node:fs';

const [, , file, ...plan] = process.argv;
appendFileSync(file, 'x');
const starts = readFileSync(file, 'utf8').length;
const act = plan[starts - 1] ?? 'serve';
console.log(`start ${starts}`);
if (act === 'unready') process.exit(3);
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
process.send('ready');
setTimeout(() => {
  // Computes, and hears nothing.
  for (const until = Date.now() + 60_000; act === 'deaf' && Date.now() < until; );
  if (act === 'kill') process.kill(process.pid, 'SIGKILL');
  if (act === 'exit') process.exit(1);
  if (act === 'end') process.exit(0);
}, 50);
