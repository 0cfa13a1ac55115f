// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { pageOfOwn } from './queries/own.ts';
export { addAudience, openTodos } from './queries/person.ts';
export { pageOfTrainingNumbers, pageOfTrainingPeople, trainingNumbers } from './queries/reports.ts';
