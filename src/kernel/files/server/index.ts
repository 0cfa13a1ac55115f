// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { countOtherUses } from './queries/usedAgain.ts';
