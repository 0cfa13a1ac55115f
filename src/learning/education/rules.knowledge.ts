import { extensionOf, isImage } from '#platform/files/fileRules.ts';

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
export type Showing = 'pdf' | 'image' | 'word' | 'text' | 'sheet' | 'none';

const TEXTS = new Set(['txt']);
const SHEETS = new Set(['xlsx', 'xls', 'csv']);
/** Rows and columns of a sheet that the page shows. */
export const SHEET_ROWS = 500;
export const SHEET_COLUMNS = 40;

/** What the page can show of a file, by its name's ending. */
export function showingOf(name: string): Showing {
  const extension = extensionOf(name);
  if (extension === 'pdf') return 'pdf';
  if (isImage(extension)) return 'image';
  if (extension === 'docx') return 'word';
  if (SHEETS.has(extension)) return 'sheet';
  return TEXTS.has(extension) ? 'text' : 'none';
}

/** Seconds of one beat of a reader's page at most; a longer silence counts as this much. */
export const BEAT_SECONDS = 30;

/** Pages of a document that are counted at most. */
export const MAX_PAGES = 10_000;

/** Folders that stand within one another at most. */
export const MOST_DEPTH = 5;

/** A folder as its place in the tree needs it. */
export interface Placed {
  id: string;
  parentId: string | null;
}

/** The folders above one and itself, the topmost first; those above that are not in the list are left out. */
export function pathTo<T extends Placed>(folders: readonly T[], id: string): T[] {
  const by = new Map(folders.map((one) => [one.id, one]));
  const path: T[] = [];
  for (let at = by.get(id); at && !path.includes(at); at = at.parentId === null ? undefined : by.get(at.parentId))
    path.unshift(at);
  return path;
}

/** The folders right below one; of null, those at the top and those whose folder above is not in the list. */
export function foldersBelow<T extends Placed>(folders: readonly T[], id: string | null): T[] {
  const there = new Set(folders.map((one) => one.id));
  return folders.filter(({ parentId }) => (id === null ? parentId === null || !there.has(parentId) : parentId === id));
}

/** A folder and all that stand within it. */
export function withFoldersBelow<T extends Placed>(folders: readonly T[], folder: T): T[] {
  return [folder, ...foldersBelow(folders, folder.id).flatMap((one) => withFoldersBelow(folders, one))];
}

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
