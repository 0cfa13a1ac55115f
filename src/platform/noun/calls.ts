import { z } from 'zod';
import {
  binReason,
  count,
  data,
  done,
  type Endpoint,
  EXPORT_RATE,
  endpoint,
  id,
  line,
  page,
  required,
  rows,
  type TargetKind,
} from '../contract.ts';
import type { Fields, Noun, Table } from './noun.ts';

/** The calls of any noun, for what serves and shows nouns of all kinds. */
export interface NounCalls {
  list: Endpoint;
  get: Endpoint;
  create: Endpoint;
  update: Endpoint;
  remove: Endpoint;
  history: Endpoint;
  exports: Endpoint;
}

const changed = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  who: z.string(),
  action: z.string(),
  reason: z.string(),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
});
/** An entry of a record's history, in words. */
export type NounChange = z.infer<typeof changed>;

/**
 * The calls of a noun. Give other paths where the specification names them.
 * @param posted true where the specification has all of them as POST: listPage, detail, add, edit, del
 * @param target the kind of its ids in the access matrix; `noun:<name>` needs no samples of its own
 * @param ask further inputs of the list, beside name, organisation and the declared filters; `special.conditions` turns them into
 *   SQL
 * @param stale further calls whose cached answers a write makes stale
 */
export function nounCalls<
  T extends Table,
  F extends Fields,
  X extends z.ZodRawShape,
  L extends string,
  Fi extends string,
  La extends string,
  A extends z.ZodRawShape = Record<never, never>,
>(
  of: Noun<T, F, X, L, Fi, La>,
  {
    path,
    posted = false,
    listPath = `${path}/listPage`,
    getPath = posted ? `${path}/detail` : `${path}/{id}`,
    target = `noun:${of.is.name}`,
    ask = {} as A,
    stale = () => [],
  }: {
    path: string;
    posted?: boolean;
    listPath?: string;
    getPath?: string;
    target?: TargetKind;
    ask?: A;
    stale?: () => readonly Endpoint[];
  },
) {
  const { label, access } = of.is;
  const referred = Object.entries(of.is.fields as Fields).flatMap(([name, { options }]) =>
    options.refers === 'member' || options.refers === 'unit' ? [[name, options.refers] as const] : [],
  );
  const [read, put, drop] = posted ? (['POST', 'POST', 'POST'] as const) : (['GET', 'PUT', 'DELETE'] as const);
  const acting = (word: string) => (posted ? `${path}/${word}` : path);
  const [byId, byOrg] = [{ id: target }, { orgId: 'org' }] as const;
  const named: Readonly<Record<string, TargetKind>> = { ...byOrg, ...Object.fromEntries(referred) };
  const listInput = of.ask.extend({ orgId: id.optional(), name: line(60, '名称').optional(), ...ask });
  const list = endpoint({
    method: read,
    path: listPath,
    summary: `${label}列表`,
    access: access.read,
    scope: 'org',
    targets: byOrg,
    chosenOrg: 'orgId',
    input: listInput.extend(page),
    reply: rows(of.row),
  });
  const get = endpoint({
    method: read,
    path: getPath,
    summary: `${label}详情`,
    access: access.read,
    scope: 'org',
    targets: byId,
    input: z.object({ id }),
    reply: data(of.record),
  });
  const history = endpoint({
    method: 'GET',
    path: `${path}/history`,
    summary: `${label}的修改记录`,
    access: access.read,
    scope: 'org',
    targets: byId,
    input: z.object({ id, ...page }),
    reply: rows(changed),
  });
  const all = (): readonly Endpoint[] => [list, get, history, ...stale()];
  const create = endpoint({
    method: 'POST',
    path: acting('add'),
    summary: `新增${label}`,
    access: access.write,
    scope: 'org',
    targets: named,
    audit: `新增${label}`,
    idempotent: true,
    input: of.form,
    reply: data(z.object({ id: z.string() })),
    stale: all,
  });
  const update = endpoint({
    method: put,
    path: acting('edit'),
    summary: `修改${label}；只传改动的字段`,
    access: access.write,
    scope: 'org',
    targets: { ...byId, ...named },
    audit: `修改${label}`,
    idempotent: true,
    input: of.patch.extend({ id, version: count.pipe(z.int().min(1, '版本不正确')) }),
    reply: data(z.object({ version: z.number() })),
    stale: all,
  });
  const remove = endpoint({
    method: drop,
    path: acting('del'),
    summary: `删除${label}到回收站`,
    access: access.remove,
    scope: 'org',
    targets: byId,
    audit: `删除${label}`,
    idempotent: true,
    input: z.object({ id, deleteReason: binReason }),
    reply: done,
    stale: all,
  });
  const exports = endpoint({
    method: 'POST',
    path: `${path}/export`,
    summary: `按列表的筛选导出${label}（后台任务，带水印）`,
    access: access.export ?? access.read,
    scope: 'org',
    targets: byOrg,
    audit: `导出${label}`,
    idempotent: true,
    rate: EXPORT_RATE,
    input: listInput.extend({ purpose: required(60, '用途') }),
    reply: data(z.object({ jobId: z.string() })),
  });
  return { list, get, history, create, update, remove, exports };
}

/** All calls of a noun, for the module's contract. */
export const callsOf = (calls: NounCalls): readonly Endpoint[] => Object.values(calls);
