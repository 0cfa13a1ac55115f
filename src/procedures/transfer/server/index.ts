// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { balanceFigures } from './queries/balance.ts';
export { lockTransferOf } from './queries/write.ts';
