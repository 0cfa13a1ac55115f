// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { type FoundMeeting, type FoundTask, searchMeetings, searchTasks } from './queries/find.ts';
export { flatDictionaries, knownOf } from './queries/forms.ts';
export { announceFigure } from './queries/known.ts';
export { insertTask } from './queries/tasks.ts';
