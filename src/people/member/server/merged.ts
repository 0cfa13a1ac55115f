import type { Ctx } from '#platform/server/context.ts';

/** What a module above does when two records become one; both within the transaction of the merge. */
export interface Merging {
  /** Before what names the other record names the kept one. */
  merging(ctx: Ctx, keptId: string, droppedId: string): Promise<void>;
  /** After everything went back to both. */
  parted(ctx: Ctx, keptId: string, droppedId: string): Promise<void>;
}

const all: Merging[] = [];

/** Said once, by each module whose rows cannot simply name another person. */
export function announceMerging(one: Merging): void {
  all.push(one);
}

/** Lets every module prepare its rows for the merge. */
export async function prepareMerge(ctx: Ctx, keptId: string, droppedId: string): Promise<void> {
  for (const one of all) await one.merging(ctx, keptId, droppedId);
}

/** Lets every module put its rows right once a merge is undone. */
export async function afterParting(ctx: Ctx, keptId: string, droppedId: string): Promise<void> {
  for (const one of all) await one.parted(ctx, keptId, droppedId);
}
