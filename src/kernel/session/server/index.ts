// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).

export { dropRetrievalCodes, notifyOldNumber, readOwnPhone, writeOwnPhone } from './queries/codes.ts';
export { deleteFactor } from './queries/factor.ts';
export { clearAllTries, endAllSessions, holdAccount, loginIndexOf } from './queries.ts';
