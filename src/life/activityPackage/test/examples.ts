import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    package: first('/api/hdb/package/listPage?pageSize=1'),
  },
  pages: {
    '/activityPackage/packageDetils': '/activityPackage/packageDetils?id={package}',
  },
  elsewhere: {
    '/activityPackage/editPackage': 'activityPackage.spec.ts',
  },
};
