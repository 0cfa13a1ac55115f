import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    outflow: first('/api/flow/member/listPage?pageSize=1', 'rowId'),
    inflow: first('/api/flow/member/listPage?pageSize=1&view=in', 'rowId'),
  },
  pages: {
    '/report-in/:code': '/report-in/1-000000000000',
    '/affairs/mobilePartyMembers/moveDetail': '/affairs/mobilePartyMembers/moveDetail?side=out&id={outflow}',
    '/affairs/mobilePartyMembers/outHistoryDetail': '/affairs/mobilePartyMembers/outHistoryDetail?id={outflow}',
    '/affairs/mobilePartyMembers/inHistoryDetail': '/affairs/mobilePartyMembers/inHistoryDetail?id={inflow}',
  },
};
