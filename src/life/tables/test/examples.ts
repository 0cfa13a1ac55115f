import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    dataCentre: first('/api/sjzx/table/listPage?pageSize=1&state=open'),
    dataCentreFill: first('/api/sjzx/fill/listPage?pageSize=1&standing=handed'),
    dataCentreDraft: first('/api/sjzx/table/listPage?pageSize=1&state=draft'),
  },
  pages: {
    '/tablemanager/tablelist/browse/:id': '/tablemanager/tablelist/browse/{dataCentre}',
    '/tablemanager/tablelist/design/:id': '/tablemanager/tablelist/design/{dataCentre}',
    '/tablemanager/tablelist/view/:id': '/tablemanager/tablelist/view/{dataCentreFill}',
    '/tablemanager/tablelist/sum/:id': '/tablemanager/tablelist/sum/{dataCentre}',
    '/tablemanager/tablelist/edit/:id': '/tablemanager/tablelist/edit/{dataCentreDraft}',
  },
  elsewhere: {
    '/tablemanager/tablelist/fill/:id': 'dataCentre.spec.ts',
  },
};
