// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { type MonthFact, monthEndsOf } from './queries/monthEnds.ts';
