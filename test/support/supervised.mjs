// Supervises falling.mjs; what it is to do stands in the arguments.
import { supervise } from '../../scripts/supervise.mjs';

supervise(process.execPath, [new URL('./falling.mjs', import.meta.url).pathname, ...process.argv.slice(2)], {
  cwd: process.cwd(),
  whenAskedToEnd: (end) => process.on('SIGTERM', () => end('SIGTERM')),
  endMs: 500,
  cutOff: () => console.log('cut off'),
});
