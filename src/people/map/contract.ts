import { z } from 'zod';
import { orgType } from '#people/org/contract.ts';
import { count, data, endpoint, id, line, orgCode, page, required, rows } from '#platform/contract.ts';

/** Every coordinate on the wire is stated in this system. */
const crs = z.literal('WGS84');

export const mapSettings = endpoint({
  method: 'GET',
  path: '/api/map/settings',
  summary: '地图设置：地图服务、图片地址与默认视野',
  access: 'session',
  scope: 'none',
  silent: true,
  input: z.object({}),
  reply: data(
    z.object({
      provider: z.enum(['tianditu', 'amap', 'baidu']).nullable(),
      /** The provider knows it by the page's address; it is no secret of the server. */
      tileKey: z.string(),
      tileOrigin: z.string().nullable(),
      /** What is drawn where no pictures come: the demo's city, or a grid of longitudes and latitudes. */
      base: z.enum(['city', 'grid']),
      /** Places outside are found as well as the own organisations. */
      findsPlaces: z.boolean(),
      city: z.string(),
    }),
  ),
});
export type MapSettings = z.infer<typeof mapSettings.reply.schema>;

/** One type or several, comma-separated; each once. */
const orgTypes = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value === undefined ? [] : [value]),
    z.array(orgType).max(20, '组织类别太多'),
  )
  .transform((list) => [...new Set(list)]) as unknown as z.ZodType<number[], string | number | undefined>;

const place = {
  /** Dictionary 0001; none: all. */
  orgType: orgTypes.default([]),
  orgCode: orgCode.optional(),
  orgId: id.optional(),
};

export const mapMarkers = endpoint({
  method: 'GET',
  path: '/api/map',
  summary: '组织坐标：所选组织及其下级中已标注坐标的组织',
  access: 'dj:dzdt',
  scope: 'org',
  targets: { orgId: 'org' },
  large: true,
  input: z.object({
    ...place,
    /** 1: the chosen organisation has been changed: it is answered too whatever its type, so that the page can go there. */
    changeFlag: z.enum(['0', '1'], '参数 changeFlag 不正确').default('0'),
  }),
  reply: rows(
    z.object({
      id: z.string(),
      orgCode: z.string(),
      name: z.string(),
      type: z.number(),
      lng: z.number(),
      lat: z.number(),
    }),
    {
      crs,
      /** Marked organisations of each type below the chosen one, whatever types were asked for. */
      types: z.array(z.object({ type: z.number(), count: z.number() })),
      /** There are more than are answered; a smaller organisation shows them. */
      more: z.boolean(),
    },
  ),
});

const degrees = z.coerce.number<string | number>('范围不正确');
/** `west,south,east,north` in degrees. */
const bounds = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(degrees.min(-180, '范围不正确').max(180, '范围不正确')).length(4, '范围应为四个数字'),
) as unknown as z.ZodType<number[], string>;

export const listMapOrgs = endpoint({
  method: 'GET',
  path: '/api/map/list',
  summary: '地图旁的组织列表：当前视野内的，或按名称、拼音、首字母查找的',
  access: 'dj:dzdt',
  scope: 'org',
  targets: { orgId: 'org' },
  silent: true,
  input: z.object({ ...page, ...place, bounds: bounds.optional(), keyWords: line(40, '关键字').optional() }),
  reply: rows(
    z.object({
      id: z.string(),
      orgCode: z.string(),
      name: z.string(),
      type: z.number(),
      lng: z.number(),
      lat: z.number(),
      secretaryName: z.string(),
      /** Masked. */
      secretaryPhone: z.string(),
    }),
    { crs },
  ),
});
export type MapOrgRow = z.infer<typeof listMapOrgs.reply.row>;

export const mapOrg = endpoint({
  method: 'GET',
  path: '/api/map/orgDetail',
  summary: '地图上一个组织的书记、联系人、地址与人数',
  access: 'dj:dzdt',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgCode: orgCode.optional(), orgId: id.optional() }),
  reply: data(
    z.object({
      id: z.string(),
      orgCode: z.string(),
      name: z.string(),
      type: z.number(),
      lng: z.number().nullable(),
      lat: z.number().nullable(),
      crs,
      secretaryName: z.string(),
      /** Masked. */
      secretaryPhone: z.string(),
      /** The file of the secretary's photo. */
      portrait: z.string().nullable(),
      contact: z.string(),
      contactPhone: z.string(),
      address: z.string(),
      tenureNumber: z.number(),
      formalPartyNumber: z.number(),
      readyPartyNumber: z.number(),
      developMemberNumber: z.number(),
      positiveNumber: z.number(),
      updateName: z.string(),
      updateDate: z.string(),
      can: z.object({ edit: z.boolean(), browse: z.boolean() }),
    }),
  ),
});
export type MapOrg = z.infer<typeof mapOrg.reply.schema>;

export const findPlaces = endpoint({
  method: 'GET',
  path: '/api/map/place',
  summary: '按城市和地名查找坐标：地图服务、本平台组织与县市区驻地',
  access: 'org:write',
  scope: 'org',
  rate: { hits: 60, seconds: 60, by: 'account' },
  silent: true,
  input: z.object({
    city: line(20, '城市').default(''),
    keyWords: required(40, '地名'),
    limit: count.pipe(z.int().min(1).max(20)).default(10),
  }),
  reply: data(
    z.object({
      crs,
      /** A sentence where the provider did not answer; own organisations are found all the same. */
      fault: z.string().nullable(),
      places: z.array(
        z.object({
          name: z.string(),
          address: z.string(),
          lng: z.number(),
          lat: z.number(),
          source: z.enum(['provider', 'org', 'seat']),
        }),
      ),
    }),
  ),
});
export type FoundPlace = z.infer<typeof findPlaces.reply.schema>['places'][number];
