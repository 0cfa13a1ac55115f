import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    serviceGroup: first('/api/volunteer/orgGroup/list?pageSize=1'),
    serviceNeed: first('/api/sbd/need/list?pageSize=1'),
    serviceCall: first('/api/sbd/call/list?pageSize=1'),
    serviceFeedback: first('/api/sbd/feedback/list?pageSize=1'),
    serviceActivity: first('/api/sbd/activity/list?pageSize=1'),
    serviceHours: first('/api/sbd/activity/hours/list?pageSize=1'),
    serviceSignup: first('/api/sbd/activity/signRecord?pageSize=1'),
  },
  pages: {
    '/service/groupPersonDetail': '/service/groupPersonDetail?id={serviceGroup}',
    '/service/volunteer/pair/member/:id/:code': '/service/volunteer/pair/member/{org}/0001',
    '/service/volunteer/activity/:id': '/service/volunteer/activity/{serviceActivity}',
    '/service/volunteer/activity/view/:id': '/service/volunteer/activity/view/{serviceActivity}',
    '/service/auditMemberList': '/service/auditMemberList?id={serviceHours}',
    '/service/hoursInfo': '/service/hoursInfo?id={serviceSignup}',
    '/service/volunteer/member/:id': '/service/volunteer/member/{org}',
    '/service/volunteer/member/info/:id': '/service/volunteer/member/info/{member}',
    '/service/volunteerTest/:page': '/service/volunteerTest/hours',
    '/service/need': '/service/need?id={serviceNeed}',
    '/service/call': '/service/call?id={serviceCall}',
    '/service/feedback': '/service/feedback?id={serviceFeedback}',
    '/need/:code': '/need/1-000000000000',
    '/m/service/:id/:code': '/m/service/{serviceActivity}/0123456789abcdef',
  },
};
