// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export {
  countExams,
  type ExamPart,
  type ExamsOf,
  examNumbers,
  pageOfExamNumbers,
  pageOfExamPeople,
} from './queries/reports.ts';
