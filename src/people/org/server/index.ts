// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { type FoundOrg, type FoundUnit, orgsById, searchOrgs, searchUnits, unitsById } from './queries/find.ts';
export { figuresJoin, nameMatches, orgMoves, secretaryName } from './queries/fragments.ts';
export { countRows, listRows, placeOf } from './queries/orgs.ts';
export { eraseFromPosts, leavePosts, leavePostsElsewhere } from './queries/posts.ts';
export { successorOf, successorsQuery } from './queries/successors.ts';
