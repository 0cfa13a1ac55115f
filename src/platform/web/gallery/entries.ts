import type { ComponentType } from 'react';

/** One widget in the gallery; its file shows the widget in every state, each in a `Case`. */
export interface GalleryEntry {
  /** Last part of the address: `/__gallery/calendar`. */
  id: string;
  title: string;
  load: () => Promise<{ default: ComponentType }>;
}

/** The widgets of the platform. Those of the rooms are in src/rooms/gallery.ts. */
export const platformEntries: readonly GalleryEntry[] = [
  { id: 'calendar', title: '日历', load: () => import('../calendar/gallery.tsx') },
  { id: 'date-time', title: '日期时间', load: () => import('../dateTime/gallery.tsx') },
  { id: 'gantt', title: '甘特图', load: () => import('../gantt/gallery.tsx') },
  { id: 'tags', title: '关键词', load: () => import('../tags/gallery.tsx') },
  { id: 'fields', title: '记录与数值', load: () => import('../field/gallery.tsx') },
  { id: 'form', title: '表单', load: () => import('../form/gallery.tsx') },
  { id: 'dialogs', title: '对话框与菜单', load: () => import('../dialogs/gallery.tsx') },
  { id: 'tree', title: '树：五万个节点', load: () => import('../tree/gallery.tsx') },
  { id: 'list', title: '列表', load: () => import('../list/gallery.tsx') },
  { id: 'parts', title: '按钮、标签与状态', load: () => import('./parts.tsx') },
  { id: 'upload', title: '上传与图片', load: () => import('../upload/gallery.tsx') },
  { id: 'editor', title: '文本编辑器', load: () => import('../editor/gallery.tsx') },
  { id: 'map', title: '坐标设置', load: () => import('../map/gallery.tsx') },
];
