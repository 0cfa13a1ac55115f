import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    org: first('/api/orgMeber/org/datalistPage?pageSize=1&pmType=1', 'orgId'),
    member: first('/api/orgMeber/org/datalistPage?pageSize=1&pmType=1'),
    partyGroup: first('/api/dyxx/partyGroup/listPage?pageSize=1'),
  },
  pages: {
    '/affairs/member/browse/:id': '/affairs/member/browse/{member}',
    '/affairs/member/partyGroup/browse/:id': '/affairs/member/partyGroup/browse/{partyGroup}',
    '/affairs/member/partyGroup/edit/:id': '/affairs/member/partyGroup/edit/{partyGroup}',
    '/affairs/member/record/:id/:kind/:recordId': '/affairs/member/record/{member}/family/add',
    '/affairs/member/edit/:id/:identity?': '/affairs/member/edit/{member}',
    '/affairs/member/editApplicant/:id': '/affairs/member/editApplicant/{member}',
    '/affairs/member/idCardChange/add/:id': '/affairs/member/idCardChange/add/{member}',
    '/affairs/member/print': '/affairs/member/print?ids={member}',
  },
  elsewhere: {
    '/affairs/member/historyMemberInfo/:id/:reason': 'memberRecord.spec.ts',
    '/affairs/member/idCardChange/view/:id': 'memberIdentity.spec.ts',
    '/affairs/member/selfEdit/view/:id': 'memberIdentity.spec.ts',
    '/affairs/member/import/:id': 'import.spec.ts',
    '/affairs/member/duplicates/:id': 'quality.spec.ts',
    '/affairs/member/bulk/:id': 'bulk.spec.ts',
    '/affairs/member/recordImport/:id': 'recordImport.spec.ts',
  },
};
