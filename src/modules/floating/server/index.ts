// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { HEARD } from './queries/heard.ts';
export { findFloater } from './queries/matter.ts';
