import type { Examples } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  pages: {
    '/affairs/dues/dues-standard/:id/:name/:sign': '/affairs/dues/dues-standard/{member}/-/add',
    '/affairs/dues/member-record/:id/:name/:standardId': '/affairs/dues/member-record/{member}/-/0',
    '/affairs/dues/member-config/:memberId': '/affairs/dues/member-config/{member}',
    '/affairs/dues/total-detail/:id': '/affairs/dues/total-detail/{org}',
    '/affairs/dues/turnLine/:ids': '/affairs/dues/turnLine/{member}',
    '/affairs/dues/bulk-hand-in/:ids': '/affairs/dues/bulk-hand-in/{member}',
  },
};
