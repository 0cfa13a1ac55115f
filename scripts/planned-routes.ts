import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

export const PLANNED_ROUTES = 'src/kernel/shell/web/plannedRoutes.ts';

/** The source of plannedRoutes.ts: each route of docs/routes.txt as module, path and title, parameters written `:name`. */
export function plannedRoutesSource(): string {
  const rows = readFileSync(resolve(root, 'docs/routes.txt'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([module = '', path = '', title = '']) => {
      const pattern = path.replace(/\{(\w+)(\??)\}/g, ':$1$2');
      return `  ['${module}', '${pattern}', '${title.replace(/\{(\w+)(\??)\}/g, ':$1$2')}'],`;
    });
  return [
    '// Made by scripts/planned-routes.ts from docs/routes.txt.',
    '',
    '/** Module, path and title of every route, built or not; a title `-> /path` leads there. */',
    'export const plannedRoutes: readonly (readonly [module: string, path: string, title: string])[] = [',
    ...rows,
    '];',
    '',
  ].join('\n');
}
