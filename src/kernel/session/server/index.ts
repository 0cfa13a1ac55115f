// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).

export {
  enableByMember,
  eraseAccount,
  insertAccount,
  moveKeeper,
  nextAccountId,
  nowKept,
  setEnabled,
  setLogin,
  setPassword,
  setTemporary,
  updateAccount,
} from './queries/accounts.ts';
export { hasAccounts, insertAdministrator, lockFirstStart } from './queries/bootstrap.ts';
export { dropRetrievalCodes, notifyOldNumber, readOwnPhone, writeOwnPhone } from './queries/codes.ts';
export { deleteFactor } from './queries/factor.ts';
export { deleteSite, saveSite, saveSwitch } from './queries/site.ts';
export { clearAllTries, endAllSessions, lockAccount, loginIndexOf } from './queries.ts';
