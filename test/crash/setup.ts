import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { scratchFolder } from '../support/scratch.ts';
import { prepare } from './prepare.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A prepared folder (`prepare.ts`), to be copied. */
    prepared: string;
  }
}

/** One folder for the run: to make a database and its tables takes longer than what is asked of most of them. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = scratchFolder('party-crash-prepared-');
  await prepare(folder);
  project.provide('prepared', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
