import type { Examples } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    ownReport: async (ask) => (await ask('/api/sjbb/own/list')).data?.reports?.[0]?.id,
    annualRound: async (ask) => (await ask('/api/sjbb/annual/list')).data?.rounds?.[0]?.id,
    annualFreeze: async (ask) => (await ask('/api/sjbb/annual/list')).data?.rounds?.[0]?.freezes?.[0]?.id,
  },
  pages: {
    '/decisionSupport/annual/:id': '/decisionSupport/annual/{annualRound}',
    '/decisionSupport/annual/table/:frozen': '/decisionSupport/annual/table/{annualFreeze}-statisic',
    '/decisionSupport/annual/compare/:id': '/decisionSupport/annual/compare/{annualFreeze}',
    '/decisionSupport/own/:id': '/decisionSupport/own/{ownReport}',
    '/decisionSupport/own/:id/edit': '/decisionSupport/own/{ownReport}/edit',
    '/decisionSupport/dataReport/:page': '/decisionSupport/dataReport/overview',
  },
};
