/** The module's name on to-dos. */
export const MODULE = '数据核查';
/** What one organisation has given another one to put right; one to-do at each. */
export const checkSubject = (checkedId: string) => `dataCheck:${checkedId}`;
/** Where a branch finds what it was given. */
export const GIVEN_PATH = '/dataManage/dataCheck?side=given';
