import { createContext } from 'react';
import type { IconName } from '../show/icons.tsx';

/** Groups of the menu of whoever works for an organisation, in their order. */
export const WORKER_GROUPS = ['管理', '服务', '学院', '分析', '系统'] as const;

/** Groups of the menu of an administrator, who runs the installation; the party work itself belongs to the workers. */
export const ADMINISTRATOR_GROUPS = ['数据', '账号与权限', '系统'] as const;

/** A place in a menu: its group, and a number by which the entries of a group are ordered. */
type Place<Group> = readonly [group: Group, order: number];

/** An entry of the menu as a room declares it. */
export interface MenuEntry {
  title: string;
  /** Two or three signs under the icon while the sidebar is folded. */
  short: string;
  icon: IconName;
  path: string;
  /** Any of these permission keys shows the entry. */
  keys: string;
  /** Whoever holds this finds it elsewhere. */
  unless?: string;
  /** Beginnings of further paths that belong to the entry. */
  also?: readonly string[];
  /** Where it stands in the menu of everybody who is not an administrator; absent: not there. */
  worker?: Place<(typeof WORKER_GROUPS)[number]>;
  /** Where it stands in the menu of administrators; absent: not there. */
  administrator?: Place<(typeof ADMINISTRATOR_GROUPS)[number]>;
}

/** The entries of all rooms; the router provides them. */
export const MenuContext = createContext<readonly MenuEntry[]>([]);
