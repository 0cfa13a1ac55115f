// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { countExams, type ExamsOf, examNumbers, pageOfExamNumbers } from './queries/reports.ts';
