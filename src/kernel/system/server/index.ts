// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { followArticle, insertSwiper, isPictured, tieToArticle, untieArticle } from './queries/swiper.ts';
