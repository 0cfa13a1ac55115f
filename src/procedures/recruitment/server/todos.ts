/** The module's name on to-dos. */
export const MODULE = '发展党员';
/** Where a to-do about a file leads. */
export const workPath = (fileId: string, category: number): string =>
  `/affairs/recruitment/steps/${fileId}/${category === 1 ? 2 : category}`;

/** Where corrections wait for the superior. */
export const CORRECTIONS = '/affairs/recruitment/corrections';

/** What the superior has to decide. */
export const decideSubject = (fileId: string) => `developmentDecide:${fileId}`;
/** What a 党总支 has to discuss before the approver decides. */
export const generalSubject = (fileId: string) => `developmentGeneral:${fileId}`;
/** What came back and is to be fixed. */
export const fixSubject = (fileId: string) => `developmentMend:${fileId}`;
/** What a term asks for next. */
export const dueSubject = (fileId: string) => `developmentDue:${fileId}`;
/** A correction that waits for the superior. */
export const correctionSubject = (id: string) => `developmentCorrection:${id}`;
/** 终止培养 that waits for the superior. */
export const endingSubject = (fileId: string) => `developmentEnding:${fileId}`;
/** Where 公示 and what was said about them stand. */
export const PUBLICITY = '/affairs/recruitment/publicity';
/** What was said about a 公示 and waits for the superior's check. */
export const objectionSubject = (publicityId: string) => `developmentObjection:${publicityId}`;
/** Where 材料移交清单 are signed. */
export const HANDOVERS = '/affairs/recruitment/handovers';
/** What one of the two branches has to sign. */
export const handoverSubject = (id: string, side: 'given' | 'taken') => `developmentHandover:${id}:${side}`;
/** Where talks stand that one leads or is asked to. */
export const OWN_TALKS = '/affairs/recruitment/talks';
/** Another time that the person asks for. */
export const talkSubject = (fileId: string) => `developmentTalk:${fileId}`;
/** The open to-dos of the way that a file is on. */
export const wayOf = (fileId: string) => [
  decideSubject(fileId),
  generalSubject(fileId),
  fixSubject(fileId),
  dueSubject(fileId),
  talkSubject(fileId),
];
/** Every open to-do of a file. */
export const subjectsOf = (fileId: string) => [...wayOf(fileId), endingSubject(fileId)];
