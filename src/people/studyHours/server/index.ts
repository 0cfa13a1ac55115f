// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { dutyOf } from './queries/hours.ts';
export { grantHours, type HourGrant, hoursOf, runOnceForEarlier, withdrawHours } from './queries/ledger.ts';
export { orgsBelow } from './queries/tally.ts';
export { sumTraining, type Trained } from './queries/training.ts';
