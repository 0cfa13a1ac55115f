import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    keyWork: first('/api/zdgz/item/listPage?pageSize=1&state=running'),
    keyWorkPart: first('/api/zdgz/part/finished/listPage?pageSize=1'),
    keyWorkReport: async (ask) => {
      const parts = await ask('/api/zdgz/part/finished/listPage?pageSize=1');
      return (await ask(`/api/zdgz/part/${parts.rows?.[0]?.id}`)).data?.reports?.[0]?.id;
    },
  },
  pages: {
    '/importWork/keyWorkView': '/importWork/keyWorkView?id={keyWork}',
    '/importWork/myKeyWorkView': '/importWork/myKeyWorkView?id={keyWorkPart}',
    '/importWork/finishMyKeyWorkView': '/importWork/finishMyKeyWorkView?id={keyWorkPart}',
    '/importWork/filesDetail': '/importWork/filesDetail?id={keyWorkReport}',
  },
  elsewhere: {
    '/importWork/finishMyKeyWork': 'keyWork.spec.ts',
  },
};
