// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { coverageOf, expectedMembers, pageOfLacking } from './queries/coverage.ts';
export { findReceiver, workersOf } from './queries/report.ts';
export { pageOfExpected, pageOfReported } from './queries/reports.ts';
export { ruleFor, ruleOf } from './queries/rule.ts';
