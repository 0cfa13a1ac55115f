import type { GalleryEntry } from '#platform/web/gallery/entries.ts';

/** Widgets of modules in the gallery; like the pages, each is loaded when it is opened. */
export const moduleEntries: readonly GalleryEntry[] = [
  { id: 'workflow', title: '审批流程', load: () => import('#kernel/workflow/web/gallery.tsx') },
  { id: 'org-tree', title: '组织树', load: () => import('#people/org/web/gallery.tsx') },
  { id: 'choosing', title: '选择人员与标签', load: () => import('#people/groups/web/gallery.tsx') },
];
