// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { HEARD } from './queries/heard.ts';
export { countFloats, pageOfFloats } from './queries/list.ts';
export { clearContact, findFloater } from './queries/matter.ts';
export {
  type AwayPart,
  awayCounts,
  type Move,
  moveNumbers,
  pageOfAway,
  pageOfMoves,
  waitingNumbers,
} from './queries/reports.ts';
