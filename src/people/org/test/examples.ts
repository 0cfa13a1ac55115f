import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    term: first('/api/zzxx/office/list?pageSize=1'),
    unit: first('/api/zzxx/unit/listPage?pageSize=1'),
  },
  pages: {
    '/affairs/organization/:page': '/affairs/organization/company',
    '/affairs/organization/browseOrganization/:orgId?': '/affairs/organization/browseOrganization/{org}',
    '/affairs/organization/editOrganization/:id?': '/affairs/organization/editOrganization/{org}',
    '/affairs/organization/record/:id/:kind/:recordId': '/affairs/organization/record/{org}/reward/add',
    '/affairs/organization/office/browse/:id': '/affairs/organization/office/browse/{term}',
    '/affairs/organization/office/add/:orgId': '/affairs/organization/office/add/{org}',
    '/affairs/organization/office/edit/:id': '/affairs/organization/office/edit/{term}',
    '/affairs/company/browseCompany/:id': '/affairs/company/browseCompany/{unit}',
    '/affairs/company/editCompany/:companyID': '/affairs/company/editCompany/{unit}',
  },
  elsewhere: {
    '/affairs/organization/change/browse/:id': 'orgChange.spec.ts',
    '/affairs/organization/change/edit/:id': 'orgChange.spec.ts',
    '/affairs/organization/recordImport/:id': 'recordImport.spec.ts',
  },
};
