/** The module's name on to-dos. */
export const MODULE = '双报到';
/** Where a report of a member is looked at. */
export const reportPath = (id: string) => `/service/auditMember?id=${id}`;
/** Where the code of a community leads: the report, with the community named by its number alone. */
export const reportToPath = (orgId: string) => `/service/addMember?orgId=${orgId}`;
/** Where somebody sees the own reports. */
export const OWN_PATH = '/service/addMember';
/** A report of a member that waits for the community; the trigger `end_community_report` closes it by this name, too. */
export const reportSubject = (id: string) => `sbdReport:${id}`;
/** Where a report of an organisation is looked at. */
export const pairPath = (id: string) => `/service/auditOrg?id=${id}`;
/** A report of an organisation that waits for the community. */
export const pairSubject = (id: string) => `sbdPair:${id}`;
