import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    ballot: first('/api/zzsh/ballot/listPage?pageSize=1&state=1'),
  },
  pages: {
    '/affairs/event/ballot/edit/:id': '/affairs/event/ballot/edit/new',
    '/affairs/event/ballot/view/:id': '/affairs/event/ballot/view/{ballot}',
    '/partyMember/ballot/:id': '/partyMember/ballot/{ballot}',
  },
};
