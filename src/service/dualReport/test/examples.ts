import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    sbdReport: first('/api/sbd/orgPair/getAlreadyReportVolunteerList?pageSize=1'),
    sbdPair: first('/api/sbd/orgPair/getVolunteerOrganPairList?pageSize=1'),
  },
  pages: {
    '/service/auditMember': '/service/auditMember?id={sbdReport}',
    '/service/auditOrg': '/service/auditOrg?id={sbdPair}',
  },
};
