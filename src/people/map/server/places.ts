import { z } from 'zod';
import type { SiteSetup } from '#kernel/session/server/site.ts';
import { type Point, toStored } from '#platform/places/coordinates.ts';
import { Refusal } from '#platform/server/errors.ts';
import { requestOutside } from '#platform/server/outside/outside.ts';

export interface Place {
  name: string;
  address: string;
  lng: number;
  lat: number;
}

const degrees = z.coerce.number().min(-180).max(180);
const words = z
  .unknown()
  .transform((value) => (typeof value === 'string' ? value.replace(/\p{C}/gu, '').slice(0, 120) : ''));
/** `111.29,30.69`. */
const pair = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.tuple([degrees, degrees]),
);

const tianditu = z.object({
  pois: z.array(z.object({ name: words, address: words, lonlat: pair })).optional(),
});
const amap = z.object({
  status: z.literal('1'),
  pois: z.array(z.object({ name: words, address: words, location: pair })),
});
const baidu = z.object({
  status: z.literal(0),
  results: z.array(z.object({ name: words, address: words, location: z.object({ lng: degrees, lat: degrees }) })),
});

/** Where each provider is asked when the site names no address of its own. */
const ADDRESSES = {
  tianditu: 'https://api.tianditu.gov.cn/v2/search',
  amap: 'https://restapi.amap.com/v3/place/text',
  baidu: 'https://api.map.baidu.com/place/v2/search',
} as const;

/** The provider wants a frame; the city's name in the words finds the place within it. */
const COUNTRY = '73,3,136,54';

/** How each provider is asked, and how its answer reads; points are still the provider's. */
const PROVIDERS = {
  tianditu: {
    query: (city: string, keyWords: string, limit: number, key: string) => ({
      postStr: JSON.stringify({
        keyWord: city + keyWords,
        queryType: 1,
        start: 0,
        count: limit,
        level: 9,
        mapBound: COUNTRY,
      }),
      type: 'query',
      tk: key,
    }),
    read: (body: unknown) =>
      (tianditu.parse(body).pois ?? []).map(({ name, address, lonlat }) => ({ name, address, at: lonlat as Point })),
  },
  amap: {
    query: (city: string, keyWords: string, limit: number, key: string) => ({
      keywords: keyWords,
      city,
      offset: String(limit),
      page: '1',
      key,
    }),
    read: (body: unknown) =>
      amap.parse(body).pois.map(({ name, address, location }) => ({ name, address, at: location as Point })),
  },
  baidu: {
    query: (city: string, keyWords: string, limit: number, key: string) => ({
      query: keyWords,
      region: city || '全国',
      output: 'json',
      page_size: String(limit),
      ak: key,
    }),
    read: (body: unknown) =>
      baidu
        .parse(body)
        .results.map(({ name, address, location }) => ({ name, address, at: [location.lng, location.lat] as Point })),
  },
} as const;

/** Whether the host's settings let places be asked for. */
export const canSearchPlaces = ({ settings, secrets }: SiteSetup) =>
  settings.map !== null && secrets.mapSearchKey !== undefined;

/**
 * Asks the site's map provider for places; points come back as WGS84.
 * Throws body code 400 where it does not answer, or not as its document says.
 */
export async function searchPlaces(setup: SiteSetup, city: string, keyWords: string, limit: number): Promise<Place[]> {
  const { map } = setup.settings;
  const key = setup.secrets.mapSearchKey;
  if (!map || key === undefined) return [];
  const { query, read } = PROVIDERS[map.provider];
  const url = new URL(map.searchUrl ?? ADDRESSES[map.provider]);
  for (const [name, value] of Object.entries(query(city, keyWords, limit, key))) url.searchParams.set(name, value);
  const { body } = await requestOutside(url.href);
  let found: ReturnType<typeof read>;
  try {
    found = read(body);
  } catch (error) {
    if (error instanceof z.ZodError) throw new Refusal(400, '地图服务的回答不能识别，请联系管理员检查地图密钥');
    throw error;
  }
  return found.slice(0, limit).map(({ name, address, at }) => {
    const [lng, lat] = toStored(at, map.provider);
    return { name, address, lng, lat };
  });
}
