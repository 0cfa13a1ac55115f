import type { ServerModule } from '#platform/server/module.ts';
import { attendanceTables } from './tables.ts';

/** No calls of its own: the rooms above announce their occasions to it (index.ts). */
export const attendanceModule: ServerModule = { name: 'attendance', tables: attendanceTables, routes: [] };
