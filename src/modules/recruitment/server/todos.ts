/** The module's name on to-dos. */
export const MODULE = '发展党员';
/** Where a to-do about a file leads. */
export const workPath = (fileId: string, category: number): string =>
  `/affairs/recruitment/steps/${fileId}/${category === 1 ? 2 : category}`;

/** Where corrections wait for the superior. */
export const CORRECTIONS = '/affairs/recruitment/corrections';

/** What the superior has to decide. */
export const decideSubject = (fileId: string) => `developmentDecide:${fileId}`;
/** What came back and is to be mended. */
export const mendSubject = (fileId: string) => `developmentMend:${fileId}`;
/** What a term asks for next. */
export const dueSubject = (fileId: string) => `developmentDue:${fileId}`;
/** A correction that waits for the superior. */
export const correctionSubject = (id: string) => `developmentCorrection:${id}`;
/** Every open to-do of a file. */
export const subjectsOf = (fileId: string) => [decideSubject(fileId), mendSubject(fileId), dueSubject(fileId)];
