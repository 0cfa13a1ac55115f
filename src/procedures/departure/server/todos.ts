/** The module's name on to-dos. */
export const MODULE = '党员异动';
/** Where a variation is looked at. */
export const workPath = (id: string) => `/affairs/variation/variationDetail/${id}`;
/** A variation that waits for its decision. */
export const subjectOf = (id: string) => `memberVariation:${id}`;
/** Something that a clock proposes; nobody has decided anything. */
export const draftSubject = (kind: string, memberId: string) => `variationDraft:${kind}:${memberId}`;
