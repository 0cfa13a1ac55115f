import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { BackupFault, Damaged } from './faults.ts';
import type { BackupKey } from './key.ts';
import { readPart, writePart } from './parts.ts';

const part = { bytes: z.number(), sha256: z.string(), stored: z.number() };

/** What a backup is, and what its parts must come to; itself a part. */
const schema = z.object({
  format: z.literal(1),
  /** Of the program that made it. */
  version: z.string(),
  /** The moment that it shows. */
  takenAt: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), ...part })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  /** Sums of money and the like by their names, as they stood at that moment. */
  ledgers: z.array(z.object({ label: z.string(), total: z.string() })),
  /** The list of the uploaded files; their bytes lie beside the backups, once each. */
  files: z.object({ count: z.number(), ...part }),
  /** The copy of the log's seals; null: there was none. */
  seals: z.object({ count: z.number(), ...part }).nullable(),
});
export type Manifest = z.infer<typeof schema>;

const NAME = 'manifest';
const fileOf = (folder: string) => join(folder, 'manifest.pbk');

/** Where a part of a backup lies. */
export const tablePart = (name: string) => ({ name: `table ${name}`, file: join('tables', `${name}.pbk`) });
export const FILES_PART = { name: 'files', file: 'files.pbk' };
export const SEALS_PART = { name: 'seals', file: 'seals.pbk' };

export const writeManifest = (folder: string, key: BackupKey, manifest: Manifest) =>
  writePart(fileOf(folder), key, NAME, Readable.from([Buffer.from(JSON.stringify(manifest))]));

/** Reads what a backup says of itself. @throws a sentence where it cannot be opened, or a newer program made it */
export async function readManifest(folder: string, key: BackupKey): Promise<Manifest> {
  const pieces: Buffer[] = [];
  const into = new Writable({
    write(chunk: Buffer, _encoding, done) {
      pieces.push(chunk);
      done();
    },
  });
  await readPart(fileOf(folder), key, NAME, into);
  const parsed = schema.safeParse(JSON.parse(Buffer.concat(pieces).toString('utf8')));
  if (!parsed.success) {
    if (parsed.error.issues.some(({ path }) => path[0] === 'format'))
      throw new BackupFault('这份备份由更新的程序制作，请先更新本程序。(A newer program made this backup.)');
    throw new Damaged(NAME);
  }
  return parsed.data;
}
