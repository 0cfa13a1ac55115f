// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { accountOf } from './queries/hands.ts';
export { pageOfRank } from './queries/rank.ts';
export { COUNTED, dimensionsOf, findOrgByCode, findOrgCode } from './queries/scores.ts';
