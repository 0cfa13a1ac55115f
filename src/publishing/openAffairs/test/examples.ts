import type { Examples } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  pages: {
    '/affairs/organization/threeAffairsOpenClassify/:type': '/affairs/organization/threeAffairsOpenClassify/party',
    '/affairs/organization/threeAffairsOpenEdit/:id': '/affairs/organization/threeAffairsOpenEdit/add',
  },
  elsewhere: {
    '/affairs/organization/threeAffairsOpenDetail/:id': 'openAffairs.spec.ts',
    '/open/:code': 'openAffairs.spec.ts',
    '/m/open/:code': 'openAffairs.spec.ts',
  },
};
