import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    boxInsert: first('/api/terminal/insert/listPage?pageSize=1'),
    boxLife: first('/api/terminal/life/listPage?pageSize=1'),
    boxShare: first('/api/terminal/share/listPage?pageSize=1'),
    boxStudy: first('/api/terminal/study/listPage?pageSize=1'),
    boxBook: first('/api/terminal/book/listPage?pageSize=1'),
    boxGroup: first('/api/terminal/group/listPage?pageSize=1'),
    boxDevice: first('/api/terminal/box/listPage?pageSize=1'),
    boxWelcome: first('/api/welcome/listPage', 'id', { pageSize: 1 }),
    boxPublicity: first('/api/publicize/listPage', 'id', { pageSize: 1 }),
    boxMedia: first('/api/terminal/media/listPage?pageSize=1'),
    boxHonor: first('/api/terminal/honor/listPage?pageSize=1'),
    boxEvent: first('/api/terminal/bigevent/listPage?pageSize=1'),
  },
  pages: {
    '/box/insertDetails': '/box/insertDetails?id={boxInsert}',
    '/box/orgDetails': '/box/orgDetails?id={boxLife}',
    '/box/shareDetails': '/box/shareDetails?id={boxShare}',
    '/box/studyDetails': '/box/studyDetails?id={boxStudy}',
    '/box/bookDetails': '/box/bookDetails?id={boxBook}',
    '/box/groupDetails': '/box/groupDetails?id={boxGroup}',
    '/box/boxDetails': '/box/boxDetails?id={boxDevice}',
    '/box/welcomeDetails': '/box/welcomeDetails?id={boxWelcome}',
    '/box/publicityHallDetails': '/box/publicityHallDetails?id={boxPublicity}',
    '/box/mediaDetails': '/box/mediaDetails?id={boxMedia}',
    '/box/honorDetails': '/box/honorDetails?id={boxHonor}',
    '/box/bigeventDetails': '/box/bigeventDetails?id={boxEvent}',
  },
};
