import { makeDemo } from './server.ts';

// Prints the folder of a demo that journeys copy (DEMO_OF_RUN): made while other steps leave a processor idle (scripts/test.mjs):
// the folder is that run's.
console.log(await makeDemo(process.ppid));
