// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { mattersUnderWay, tasksWaiting } from './queries/handover.ts';
export { isOnProcess, takesPart } from './queries/instance.ts';
export { usableProcesses } from './queries/process.ts';
export { tasksOf } from './queries/task.ts';
