// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { findMeeting, listAnnouncedMeetings } from './queries/meeting.ts';
export { recordedMeetings, submittedMeetings } from './queries/proofs.ts';
