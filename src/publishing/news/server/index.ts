// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { findPlace } from './queries/article.ts';
export { newsByIds, pageOfNews, type ShortNews } from './queries/news.ts';
export { findRead, pageOfMine, type ReadRecord } from './queries/receipts.ts';
