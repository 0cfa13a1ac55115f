import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    training: first('/api/zhjy/hours/training/listPage?pageSize=1'),
    course: first('/api/zhjy/course/listPage?pageSize=1&state=1'),
  },
  pages: {
    '/education/training/:id': '/education/training/{training}',
    '/education/training/edit/:id': '/education/training/edit/{training}',
    '/education/course/learn/:id': '/education/course/learn/{course}',
  },
  elsewhere: {
    '/education/training/import/:id': 'recordImport.spec.ts',
  },
};
