// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { pageOfBills, ratesOf, totals } from './queries/bills.ts';
export { pageOfHandups, standing, standingBelow } from './queries/handups.ts';
export { endMemberDues, findPaidTo, hasStandard, type PaidTo } from './queries/paidTo.ts';
export { branchesWithoutStandard, countWithoutStandard, paysIn } from './queries/reports.ts';
