// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { documentsById, type FoundDocument, searchDocuments } from './queries/find.ts';
