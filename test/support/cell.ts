import { type Cell, cellOf, findProgram, type Tool } from '#platform/server/convert/cell.ts';

/**
 * The cell of this machine for programs; null where bubblewrap is not installed or may not work: the tests that run programs are left
 * out then, and say so.
 */
export const cell: Cell | null = cellOf({
  config: { bwrap: 'bwrap', dataDir: '/nowhere/data', keyFile: '/nowhere/data/master.key' },
} as never);
if (!cell)
  console.warn('LEFT OUT: what runs programs in a cell, since bubblewrap is not installed or does not work here');

/** A program of this machine in its cell; null, with a word of it, where one of both is not there. */
export function toolHere(name: string): Tool | null {
  const program = findProgram(name);
  if (!program) console.warn(`LEFT OUT: what runs ${name}, which is not installed here`);
  return program && cell ? { program, cell } : null;
}
