// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { type DocumentRecord, findForReader, pageForReader } from './queries/document.ts';
export {
  knowledgeNumbers,
  pageOfKnowledge,
  pageOfPublished,
  pageOfUsers,
  pageOfUses,
  pageOfVideoNumbers,
  type UsePart,
  type UserPart,
  videoNumbers,
} from './queries/reports.ts';
