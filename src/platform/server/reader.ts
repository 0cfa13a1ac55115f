import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * How a process of ours is started that reads what people upload: it may read the product's code and nothing else, not the data
 * folder, and neither write nor start anything.
 */
export const READS_CODE = [
  '--permission',
  ...['package.json', 'src', 'node_modules'].map((name) => `--allow-fs-read=${join(ROOT, name)}`),
  '--no-warnings',
] as const;
