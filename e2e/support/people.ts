/** The demo's accounts (README). */
export const ADMIN = 'admin';
export const CITY = '420599197507010013';
export const COUNTY = '420599197803120022';
export const BASE_WORKER = '420599198008080038';
/** Of 渡口社区党总支, which stands between the branch and the street: the nearest above the branch. */
export const GENERAL_WORKER = 'dw0001000100050004';
export const BRANCH_WORKER = '420599198510010051';
export const MEMBER = '42059919900520006X';
export const FLOATING = '420599199209090077';
export const VOLUNTEER = '420599199503040089';
export const COLLEGE = '420599198309100098';
export const STUDENT = 'xuesheng';

/** The product's name, which every title carries. */
export const PRODUCT = '峡州智慧党建平台';
