import { extensionOf, isImage } from '#platform/fileRules.ts';

/** Lists of the knowledge centre, by the last part of their address. */
export const LISTS = {
  all: '全部文档',
  required: '必读',
  recent: '最近阅读',
  favourite: '我的收藏',
  manage: '文档管理',
} as const;
export type ListName = keyof typeof LISTS;

export const isListName = (name: string): name is ListName => Object.hasOwn(LISTS, name);

/** How a document is shown in the page; `none`: only saved. */
export type Showing = 'pdf' | 'image' | 'word' | 'text' | 'none';

const TEXTS = new Set(['txt', 'csv']);

/** What the page can show of a file, by its name's ending. */
export function showingOf(name: string): Showing {
  const extension = extensionOf(name);
  if (extension === 'pdf') return 'pdf';
  if (isImage(extension)) return 'image';
  if (extension === 'docx') return 'word';
  return TEXTS.has(extension) ? 'text' : 'none';
}

/** Seconds of one beat of a reader's page at most; a longer silence counts as this much. */
export const BEAT_SECONDS = 30;

/** In the address of a document: its newest file, whatever that is. */
export const NEWEST = 'now';

/** Addresses of the knowledge base. */
export const KNOWLEDGE = {
  home: '/education/knowledge',
  list: (page: string) => `/education/knowledge/knowledgeCenter/${page}`,
  browse: (id: string, fileId: string) => `/education/knowledge/knowledgeBrowse/${id}/${fileId}`,
  edit: (id: string) => `/education/knowledge/edit/${id}`,
  member: '/partyMember/memberKnowledge',
} as const;
