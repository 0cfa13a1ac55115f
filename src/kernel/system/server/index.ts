// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).

export { noteRun } from './queries/condition.ts';
export { followArticle, insertSwiper, isPictured, tieToArticle, untieArticle } from './queries/swiper.ts';
export { lastSealNumber } from './service/backup.ts';
export { verdictText, verifySeals } from './service/verify.ts';
