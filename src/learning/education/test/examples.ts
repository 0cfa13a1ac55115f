import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    document: first('/api/zhjy/knowledge/listPage?pageSize=1'),
    fileOfDocument: first('/api/zhjy/knowledge/listPage?pageSize=1', 'fileId'),
    video: first('/api/zhjy/video/listPage?pageSize=1'),
  },
  pages: {
    '/m/tv/:id/:code': '/m/tv/1/0123456789abcdef',
    '/education/knowledge/knowledgeCenter/:page': '/education/knowledge/knowledgeCenter/all',
    '/education/knowledge/knowledgeBrowse/:id/:fileId':
      '/education/knowledge/knowledgeBrowse/{document}/{fileOfDocument}',
    '/education/knowledge/edit/:id': '/education/knowledge/edit/new',
    '/education/videoCenter/edit/:id': '/education/videoCenter/edit/new',
    '/education/videoCenter/view/:id': '/education/videoCenter/view/{video}',
  },
};
