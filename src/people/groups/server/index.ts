// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export {
  announceCollege,
  audienceCondition,
  audienceFields,
  audienceNames,
  matchesCollege,
  refuseForeignAudience,
} from './queries/audience.ts';
export { deleteGroup, findGroup, insertGroup, nameTaken, updateGroup } from './queries/groups.ts';
export { deletePeople, insertPeople, touchGroup } from './queries/people.ts';
export { wordsScanned } from './queries/words.ts';
