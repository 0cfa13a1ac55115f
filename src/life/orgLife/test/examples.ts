import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    lifeMeeting: first('/api/zzsh/meeting/listPage?pageSize=1'),
    lifeContest: async (ask) => (await ask('/api/zzsh/star/list')).data?.contests?.[0]?.id,
  },
  pages: {
    '/affairs/event/viewMeeting/:id/:orgId': '/affairs/event/viewMeeting/{lifeMeeting}/{org}',
    '/affairs/event/viewTheme/:id/:orgId': '/affairs/event/viewTheme/{lifeMeeting}/{org}',
    '/affairs/event/viewOrgLifeMeeting/:id/:orgId': '/affairs/event/viewOrgLifeMeeting/{lifeMeeting}/{org}',
    '/affairs/event/viewDemocraticLifeMeeting/:id/:orgId':
      '/affairs/event/viewDemocraticLifeMeeting/{lifeMeeting}/{org}',
    '/affairs/event/viewDemocraticAppraisal/:id/:orgId': '/affairs/event/viewDemocraticAppraisal/{lifeMeeting}/{org}',
    '/affairs/event/addMeeting/:id/:orgId': '/affairs/event/addMeeting/0/{org}',
    '/affairs/event/addTheme/:id/:orgId': '/affairs/event/addTheme/0/{org}?type=4',
    '/affairs/event/addTheme/:id/:orgId/:taskID': '/affairs/event/addTheme/0/{org}/0',
    '/affairs/event/editOrgLifeMeeting/:id/:orgId': '/affairs/event/editOrgLifeMeeting/0/{org}',
    '/affairs/event/editDemocraticLifeMeeting/:id/:orgId': '/affairs/event/editDemocraticLifeMeeting/0/{org}',
    '/affairs/event/editDemocraticAppraisal/:id/:orgId': '/affairs/event/editDemocraticAppraisal/0/{org}',
    '/affairs/event/developPartyMember/:id/:type/:meetingID': '/affairs/event/developPartyMember/0/0/{lifeMeeting}',
    '/affairs/event/editFiveStarContests/:id': '/affairs/event/editFiveStarContests/0',
    '/affairs/event/scoreList/:id': '/affairs/event/scoreList/{lifeContest}',
    '/affairs/event/updateMeeting/:id/:orgId': '/affairs/event/updateMeeting/{lifeMeeting}/{org}',
    '/affairs/event/meeting/:id': '/affairs/event/meeting/{lifeMeeting}',
    '/affairs/event/meetingRecord/:id': '/affairs/event/meetingRecord/{lifeMeeting}',
    '/m/sign/:id/:code': '/m/sign/1/0123456789abcdef',
  },
};
