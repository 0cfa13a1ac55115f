// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { findBallot, listBallotsAt, openOrOver, openTodos } from './queries/ballot.ts';
