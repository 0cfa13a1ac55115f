import { PROOF_KINDS, type Proof, type ProofKind } from '#life/tasks/contract.proof.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';

export interface ProofRecord {
  id: string;
  title: string;
  /** `YYYY-MM-DD` */
  day: string;
  path: string;
}

/** Records of an organisation that a report may name, as the module that keeps them announces them. */
export interface ProofSource {
  kind: ProofKind;
  /** Whoever lacks it is offered none and can name none. */
  right: string;
  /** Those of an organisation that count, the latest first; `ids`: these alone. */
  find(
    db: Db,
    orgId: string,
    asked: { words: string | null; ids: readonly string[] | null; limit: number },
  ): Promise<ProofRecord[]>;
  /** Of a source whose meetings answer parts: those of an organisation for a task that have not answered yet. */
  underway?(db: Db, orgId: string, taskId: string): Promise<{ title: string; stateName: string; path: string }[]>;
}

const sources = new Map<ProofKind, ProofSource>();

/** Said once by each module that keeps such records. */
export function announceProof(source: ProofSource): void {
  sources.set(source.kind, source);
}

const usable = (ctx: Ctx) => [...sources.values()].filter(({ right }) => ctx.may(right));

/** A record as a page shows it. */
export const proofOf = (kind: ProofKind, { id, ...one }: ProofRecord): Proof => ({
  key: `${kind}:${id}`,
  kindName: PROOF_KINDS[kind],
  ...one,
});

/** Records of the own organisation that may be named, kind by kind. */
export async function listOfferedProofs(ctx: Ctx, words: string | null, limit: number): Promise<Proof[]> {
  const found: Proof[] = [];
  for (const source of usable(ctx)) {
    const rows = await source.find(ctx.db, ctx.session.orgId, { words, ids: null, limit });
    found.push(...rows.map((row) => proofOf(source.kind, row)));
  }
  return found;
}

/** The records of some keys; undefined where one is not the own organisation's, does not count or may not be read. */
export async function findProofs(
  ctx: Ctx,
  keys: readonly string[],
): Promise<{ kind: ProofKind; record: ProofRecord }[] | undefined> {
  const found: { kind: ProofKind; record: ProofRecord }[] = [];
  for (const source of usable(ctx)) {
    const ids = keys.filter((key) => key.startsWith(`${source.kind}:`)).map((key) => key.slice(source.kind.length + 1));
    if (ids.length === 0) continue;
    const rows = await source.find(ctx.db, ctx.session.orgId, { words: null, ids, limit: ids.length });
    found.push(...rows.map((record) => ({ kind: source.kind, record })));
  }
  return found.length === new Set(keys).size ? found : undefined;
}

/** Meetings of every source that an organisation holds for a task and that have not answered it yet. */
export async function listMeetingsUnderWay(db: Db, orgId: string, taskId: string) {
  const found: { title: string; stateName: string; path: string }[] = [];
  for (const source of sources.values()) found.push(...((await source.underway?.(db, orgId, taskId)) ?? []));
  return found;
}
