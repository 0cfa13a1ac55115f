/** The evidence of a course's hours and certificates. */
export const evidenceOf = (id: string) => `course:${id}`;
