// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).

export { type FoundNotice, noticesById, searchNotices } from './queries/find.ts';
export { listTodos } from './queries/todo.ts';
export { countUnread } from './queries.ts';
