import { binOfDrafts, type RecycleKind } from '#platform/server/bin/recycle.ts';
import { FILES } from './service/common.ts';

/** Deleted drafts of articles and announcements; what was ever published is withdrawn, not deleted. */
export const recycledArticles: RecycleKind = {
  kind: 'archiveArticle',
  label: '资讯草稿',
  right: 'archive:write',
  ...binOfDrafts('archive_article', FILES),
};
