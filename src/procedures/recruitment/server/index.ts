// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { termDays } from './queries/due.ts';
export { hasCommittee } from './queries/meeting.ts';
export { stageEntries, stageMoves } from './queries/moves.ts';
export { announceOccasions, type Occasions } from './queries/occasions.ts';
export { listVotersOn } from './queries/people.ts';
export { endFile, lockRunning } from './queries/write.ts';
