import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    article: first('/api/zhhd/djArchive/listPage?pageSize=1&kind=article'),
    notice: first('/api/zhhd/announcement/listPage?pageSize=1&state=4'),
    post: first('/api/zhhd/djcircle/listPage?pageSize=1'),
    news: first('/api/zhhd/djArchive/news/listPage?pageSize=1&kind=article'),
  },
  pages: {
    '/archive/article/view/:id': '/archive/article/view/{article}',
    '/archive/article/add/:id/:orgId': '/archive/article/add/add/{org}',
    '/archive/video/view/:id': '/archive/video/view/{article}',
    '/archive/video/add/:id/:orgId': '/archive/video/add/add/{org}',
    '/archive/announcement/view/:id': '/archive/announcement/view/{notice}',
    '/archive/announcement/manage/:id': '/archive/announcement/manage/{notice}',
    '/archive/announcement/add/:id/:orgId': '/archive/announcement/add/add/{org}',
    '/archive/announcement/receipts/:id': '/archive/announcement/receipts/{notice}',
    '/archive/circleFriends/:id/:orgId': '/archive/circleFriends/add/{org}',
    '/archive/circleFriendsView/:id': '/archive/circleFriendsView/{post}',
    '/newsInformation/article/view/:id': '/newsInformation/article/view/{news}',
    '/newsInformation/video/view/:id': '/newsInformation/video/view/{news}',
    '/newsInformation/video/add/:id/:orgId': '/newsInformation/video/add/add/{org}',
  },
};
