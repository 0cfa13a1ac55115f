import { binOfDrafts, type RecycleKind } from '#platform/server/bin/recycle.ts';
import { DOCUMENT_FILES, VIDEO_FILES } from './service/common.ts';

/** Deleted drafts of videos; what was ever published is taken down, not deleted. */
export const recycledVideos: RecycleKind = {
  kind: 'video',
  label: '视频草稿',
  right: 'edu:write',
  ...binOfDrafts('video', VIDEO_FILES),
};

/** Deleted drafts of documents of the knowledge base. */
export const recycledDocuments: RecycleKind = {
  kind: 'knowledgeDocument',
  label: '知识库文档草稿',
  right: 'edu:write',
  ...binOfDrafts('knowledge_document', DOCUMENT_FILES),
};
