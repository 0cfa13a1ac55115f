import { z } from 'zod';
import { endpoint, id, page, rows } from '#platform/contract.ts';

/** The organisation whose parts are listed, for the head of the page. */
const org = z.object({ id: z.string(), name: z.string(), parentId: z.string().nullable() });
/** A row is an organisation right below, or the chosen one itself where nothing is below. */
const place = { id: z.string(), name: z.string(), isLeaf: z.boolean() };

const input = z.object({ ...page, orgId: id.optional() });

const second = <R extends z.ZodRawShape>(path: string, summary: string, access: string, row: R) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    access,
    scope: 'org',
    targets: { orgId: 'org' },
    input,
    reply: rows(z.object({ ...place, ...row }), { org, span: z.string() }),
  });

/** Members hold `relation:read` for their own transfers: what stands here is for those who open walls, and hold it too. */
export const convertSecond = second(
  '/api/screen/second/convert',
  '大屏的转接数据：下级组织今年以来的党员增减',
  'dj:djdp',
  {
    before: z.number(),
    recruited: z.number(),
    restored: z.number(),
    arrived: z.number(),
    gone: z.number(),
    left: z.number(),
    now: z.number(),
  },
);
export const duesSecond = second(
  '/api/screen/second/dues',
  '大屏的党费数据：下级组织本月的应缴、已缴、欠缴',
  'dues:read',
  {
    due: z.number(),
    paid: z.number(),
    owed: z.number(),
    people: z.number(),
    owing: z.number(),
  },
);
export const activitySecond = second(
  '/api/screen/second/activity',
  '大屏的活动数据：下级组织今年已结束各期的组织生活，达标多少、应开多少',
  'event:read',
  {
    cells: z.array(z.object({ type: z.number(), label: z.string(), ok: z.number(), due: z.number() })),
    ok: z.number(),
    due: z.number(),
  },
);
