import { realpathSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');

/**
 * The options of a process that reads uploaded files: it may read the product's code, but not the data folder, and may neither write
 * nor start anything.
 */
export const READS_CODE = [
  '--permission',
  // Where a folder lies elsewhere by a link, the link and the place.
  ...['package.json', 'src', 'node_modules'].flatMap((name) =>
    [...new Set([join(ROOT, name), realpathSync(join(ROOT, name))])].map((path) => `--allow-fs-read=${path}`),
  ),
  '--no-warnings',
] as const;
