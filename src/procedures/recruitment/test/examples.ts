import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    developmentFile: first('/api/fzdy/file/listPage?pageSize=1'),
  },
  pages: {
    '/affairs/recruitment/:page': '/affairs/recruitment/overview',
    '/gongshi/:code': '/gongshi/00000000000000000000000000000000',
    '/affairs/recruitment/meetings/add/:orgId': '/affairs/recruitment/meetings/add/{org}',
    '/affairs/recruitment/template/:form': '/affairs/recruitment/template/receipt',
    '/affairs/recruitment/correct/:memberId': '/affairs/recruitment/correct/{member}',
    '/affairs/recruitment/applicant/:id': '/affairs/recruitment/applicant/{developmentFile}',
    '/affairs/recruitment/applicant/add/:orgId': '/affairs/recruitment/applicant/add/{org}',
    '/affairs/recruitment/applicant/edit/:ids': '/affairs/recruitment/applicant/edit/{developmentFile}',
    '/affairs/recruitment/activist/:id': '/affairs/recruitment/activist/{developmentFile}',
    '/affairs/recruitment/activist/add/:orgId': '/affairs/recruitment/activist/add/{org}',
    '/affairs/recruitment/activist/edit/:ids': '/affairs/recruitment/activist/edit/{developmentFile}',
    '/affairs/recruitment/developmentTarget/:id': '/affairs/recruitment/developmentTarget/{developmentFile}',
    '/affairs/recruitment/developmentTarget/add/:orgId': '/affairs/recruitment/developmentTarget/add/{org}',
    '/affairs/recruitment/developmentTarget/edit/:ids': '/affairs/recruitment/developmentTarget/edit/{developmentFile}',
    '/affairs/recruitment/probationary/:id': '/affairs/recruitment/probationary/{developmentFile}',
    '/affairs/recruitment/probationary/add/:orgId': '/affairs/recruitment/probationary/add/{org}',
    '/affairs/recruitment/probationary/edit/:ids': '/affairs/recruitment/probationary/edit/{developmentFile}',
    '/affairs/recruitment/applyJoinDetail/:id': '/affairs/recruitment/applyJoinDetail/{developmentFile}',
    '/affairs/recruitment/pdfReportPage': '/affairs/recruitment/pdfReportPage?id={developmentFile}',
    '/affairs/recruitment/detailInfo': '/affairs/recruitment/detailInfo?id={developmentFile}',
    '/affairs/recruitment/steps/:id/:type': '/affairs/recruitment/steps/{developmentFile}/5',
  },
  elsewhere: {
    '/affairs/recruitment/imports/:id': 'recruitPapers.spec.ts',
  },
};
