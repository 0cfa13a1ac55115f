import type { Examples } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  pages: {
    '/affairs/relation/workDetail/:type/:orgCode/:orgName': '/affairs/relation/workDetail/open/0001/-',
  },
  elsewhere: {
    '/affairs/relation/businessHandle/:id/:type': 'relation.spec.ts',
    '/affairs/relation/editTransferLetter/:transferOutMemberID': 'relation.spec.ts',
  },
};
