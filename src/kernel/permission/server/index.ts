// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { lockAccountOfMember } from './queries/account.ts';
export { moveOwnRoles } from './queries/accountMove.ts';
export { hasLogin, loginOfMember } from './queries/accountWrites.ts';
export { insertFirstRole, insertGrant, moveOwnGrants, revokeGrant } from './queries/grants.ts';
export { type Decider, deciderOf, isSuperior, nearestDecider } from './queries/request.ts';
export { requestsWaiting } from './queries/requestHandover.ts';
