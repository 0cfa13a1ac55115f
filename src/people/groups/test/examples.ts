import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    classification: async (ask) => {
      const classes = await ask('/api/nrgl/classification/list');
      return classes.data?.[0]?.id ?? classes.rows?.[0]?.id;
    },
    label: first('/api/nrgl/label/listPage?pageSize=1'),
    group: first('/api/sys/grout/info/listPage?pageSize=1'),
  },
  pages: {
    '/contentManager/classification/:id': '/contentManager/classification/{classification}',
    '/contentManager/label/:id': '/contentManager/label/{label}',
    '/contentManager/group/edit/:id': '/contentManager/group/edit/{group}',
    '/contentManager/group/detail/:id': '/contentManager/group/detail/{group}',
  },
};
