import type { Examples } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    account: async (ask) => (await ask('/api/sys/user/listPageByParams', { pageSize: 2 })).rows?.at(-1)?.id,
  },
  pages: {
    '/affairs/member/popedom/:id': '/affairs/member/popedom/{member}',
    '/affairs/member/managePopedom/:memberId/:id?': '/affairs/member/managePopedom/{member}',
    '/affairs/member/searchFixedQuery/:id': '/affairs/member/searchFixedQuery/105',
    '/affairs/member/userRole/:index': '/affairs/member/userRole/3',
    '/affairs/member/userRole/settingRolePopedom/:id': '/affairs/member/userRole/settingRolePopedom/3',
    '/popedom/user/account/view/:id': '/popedom/user/account/view/{account}',
    '/popedom/user/account/edit/:id': '/popedom/user/account/edit/{account}',
    '/popedom/manage/:id/:page?': '/popedom/manage/{account}',
    '/popedom/view/manage/:id/:page?': '/popedom/view/manage/{account}',
  },
  elsewhere: {
    '/popedom/user/account/sheets/:id': 'accounts.spec.ts',
    '/affairs/member/searchPopedom/:memberId/:id': 'rights.spec.ts',
    '/popedom/user/request/view/:id': 'accounts.spec.ts',
  },
};
