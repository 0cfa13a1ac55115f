import { z } from 'zod';
import { data, endpoint, id, orgCode, page, rows } from '#platform/contract.ts';

/** How many transfers stand in each view that is of organisations (`OF_PLACES`). */
const counts = z.object({
  open: z.number(),
  soon: z.number(),
  pocket: z.number(),
  out: z.number(),
  in: z.number(),
});

const placeRow = counts.extend({ id: z.string(), code: z.string(), name: z.string(), isLeaf: z.boolean() });
export type PlaceRow = z.infer<typeof placeRow>;

export const listPlaces = endpoint({
  method: 'GET',
  path: '/api/zzgx/under/list',
  summary: '下级办理：直接下级党组织及其全部下级的转接件数；没有下级的只列本组织',
  access: 'relation:approve',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, orgId: id.optional() }),
  /** `whole`: of the organisation with all below it; a transfer stands at each organisation that it passes, and once in the whole. */
  reply: rows(placeRow, { orgName: z.string(), whole: counts }),
});

export const placeCounts = endpoint({
  method: 'GET',
  path: '/api/zzgx/under/counts',
  summary: '办理明细的表头：一个党组织的名称，和它及下级在各环节的转接件数',
  access: 'relation:approve',
  scope: 'org',
  silent: true,
  input: z.object({ orgCode }),
  reply: data(counts.extend({ orgId: z.string(), orgName: z.string() })),
});
