import type { Examples } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  pages: {
    '/affairs/meeting/addMeeting/:parentTaskID?': '/affairs/meeting/addMeeting',
  },
  elsewhere: {
    '/affairs/task/add/:parentTaskID/:parentCircleID': 'office.spec.ts',
    '/affairs/task/edit/:id': 'office.spec.ts',
    '/affairs/task/detail/:id': 'office.spec.ts',
    '/affairs/task/view/:id': 'office.spec.ts',
    '/affairs/task/preview/:id': 'office.spec.ts',
    '/affairs/task/finish/:id/:circleId': 'office.spec.ts',
    '/affairs/task/form/:id': 'office.spec.ts',
    '/affairs/task/sum/:id': 'office.spec.ts',
    '/affairs/meeting/memberList/:id': 'workMeeting.spec.ts',
    '/affairs/meeting/editeMeetingRecord/:mid/:dataid': 'workMeeting.spec.ts',
    '/affairs/meeting/viewMeetingRecord/:mid/:dataid': 'workMeeting.spec.ts',
    '/m/meeting/:id/:code?': 'workMeeting.spec.ts',
  },
};
