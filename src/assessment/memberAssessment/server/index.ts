// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { type ExemptionRecord, exemptionQueries } from './queries/exemptions.ts';
export { waitingExemptions } from './queries/waits.ts';
