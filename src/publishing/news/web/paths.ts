import type { Kind } from '../rules.ts';

const part = (kind: Kind) => (kind === 'video' ? 'video' : 'article');
const NOTICES = '/archive/announcement';

/** The addresses of the module's pages: the desk of those who write and decide, and the reading room of everybody. */
export const PATHS = {
  desk: '/archive/article',
  statistics: '/archive/article/statistics',
  deskView: (kind: Kind, id: string) =>
    kind === 'notice' ? `${NOTICES}/manage/${id}` : `/archive/${part(kind)}/view/${id}`,
  /** `id` is `add` for a new one. */
  edit: (kind: Kind, id: string, orgId: string) =>
    kind === 'notice' ? `${NOTICES}/add/${id}/${orgId}` : `/archive/${part(kind)}/add/${id}/${orgId}`,
  columns: '/archive/programa',
  news: '/newsInformation/article',
  read: (kind: Kind, id: string) =>
    kind === 'notice' ? `${NOTICES}/view/${id}` : `/newsInformation/${part(kind)}/view/${id}`,
  notices: NOTICES,
  receipts: (id: string) => `${NOTICES}/receipts/${id}`,
  circle: '/archive/circleFriends',
  post: (id: string, orgId: string) => `/archive/circleFriends/${id}/${orgId}`,
  postView: (id: string) => `/archive/circleFriendsView/${id}`,
  helpCenter: '/archive/helpcenter',
  addNews: '/newsInformation/article/add',
  addVideo: (id: string, orgId: string) => `/newsInformation/video/add/${id}/${orgId}`,
} as const;

export const kindOf = (kind: string): Kind => (kind === 'video' || kind === 'notice' ? kind : 'article');
