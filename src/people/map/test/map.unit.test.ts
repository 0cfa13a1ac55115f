import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageOriginsOf } from '#kernel/session/server/pageOrigins.ts';
import { type Point, toBaiduMetres, toProvider, toStored } from '#platform/places/coordinates.ts';
import { tileAddresses, tileOrigins } from '#platform/places/mapTiles.ts';
import { pagePolicy } from '#platform/server/http/headers.ts';
import { counties, rivers } from '#platform/web/map/cityShape.ts';
import { clustersOf, spiralOffset } from '#platform/web/map/clusters.ts';
import { MAP_TYPES, signOf } from '../rules.ts';
import { mapPath, readMapQuery } from '../web/query.ts';

/** Metres between two points near each other. */
const metres = ([ax, ay]: Point, [bx, by]: Point) =>
  Math.hypot((ax - bx) * 111_320 * Math.cos((ay * Math.PI) / 180), (ay - by) * 110_950);

const inChina = fc.tuple(
  fc.double({ min: 80, max: 125, noNaN: true }),
  fc.double({ min: 22, max: 45, noNaN: true }),
) as fc.Arbitrary<Point>;

describe('coordinates', () => {
  test('what is set on any provider’s map is stored as the same place, to a metre', () => {
    fc.assert(
      fc.property(inChina, fc.constantFrom('tianditu', 'amap', 'baidu', null), (point, provider) => {
        expect(metres(toStored(toProvider(point, provider), provider), point)).toBeLessThan(1);
      }),
    );
  });

  test('高德 and 百度 shift by hundreds of metres, 天地图 does not', () => {
    const point: Point = [111.29, 30.69];
    expect(toProvider(point, 'tianditu')).toEqual(point);
    expect(toProvider(point, null)).toEqual(point);
    // Known pair of the published conversion.
    expect(metres(toProvider(point, 'amap'), [111.295667, 30.687565])).toBeLessThan(0.5);
    expect(metres(toProvider(point, 'amap'), point)).toBeGreaterThan(300);
    expect(metres(toProvider(point, 'baidu'), toProvider(point, 'amap'))).toBeGreaterThan(600);
  });

  test('百度 counts tiles in metres of its own grid', () => {
    // 天安门 as 百度's documents state it: BD-09 116.404,39.915 is about 12958175,4825923.
    const [x, y] = toBaiduMetres([116.404, 39.915]);
    expect(Math.abs(x - 12_958_175)).toBeLessThan(30);
    expect(Math.abs(y - 4_825_923)).toBeLessThan(30);
  });
});

describe('pictures of the map', () => {
  const own = { provider: 'tianditu', tileKey: 'a&b', tileOrigin: null } as const;

  test('come from the configured provider alone, with its key escaped', () => {
    const addresses = tileAddresses(own, 1655, 825, 11);
    expect(addresses).toHaveLength(2);
    for (const address of addresses) {
      expect(new URL(address).searchParams.get('tk')).toBe('a&b');
      expect(tileOrigins(own)).toContain(new URL(address).origin);
    }
    expect(tileAddresses({ ...own, provider: null }, 1, 1, 9)).toEqual([]);
    expect(tileOrigins({ ...own, tileOrigin: 'http://tiles.lan' })).toEqual(['http://tiles.lan']);
  });

  test('P46 the page may show pictures of the configured map and of no other', () => {
    const policy = (map: object | null) =>
      pagePolicy(
        pageOriginsOf({ captcha: 'off', captchaAppId: '', intranetUrl: null, basePlatform: null, map } as never),
      );
    const images = (text: string) => text.split('; ').find((line) => line.startsWith('img-src'));
    expect(images(policy(null))).toBe("img-src 'self' data: blob:");
    const amap = policy({ provider: 'amap', tileKey: '', tileOrigin: null, searchUrl: null });
    expect(images(amap)).toContain('https://webrd01.is.autonavi.com');
    expect(amap).not.toContain('tianditu');
    expect(amap.split('; ').filter((line) => line.includes('autonavi'))).toHaveLength(1);
    const evil = policy({ provider: 'amap', tileKey: '', tileOrigin: 'http://x; script-src *', searchUrl: null });
    expect(images(evil)).toBe("img-src 'self' data: blob:");
  });
});

describe('clusters', () => {
  const points = fc.array(
    fc.record({ x: fc.integer({ min: -2000, max: 2000 }), y: fc.integer({ min: -2000, max: 2000 }) }),
    {
      maxLength: 300,
    },
  );

  test('hold every marker once, and their middle is the middle of what they hold', () => {
    fc.assert(
      fc.property(points, (items) => {
        const clusters = clustersOf(items, 60);
        expect(clusters.reduce((sum, cluster) => sum + cluster.items.length, 0)).toBe(items.length);
        expect(new Set(clusters.flatMap((cluster) => cluster.items)).size).toBe(items.length);
        for (const cluster of clusters) {
          const mean = cluster.items.reduce((sum, { x }) => sum + x, 0) / cluster.items.length;
          expect(cluster.x).toBeCloseTo(mean, 3);
        }
      }),
    );
  });

  test('markers at one place are one cluster, and stand apart when they are spread', () => {
    const same = Array.from({ length: 12 }, () => ({ x: 5, y: 5 }));
    expect(clustersOf(same, 60)).toHaveLength(1);
    const places = same.map((_, at) => spiralOffset(at));
    for (const [at, a] of places.entries())
      for (const b of places.slice(at + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(18);
  });

  test('50,000 markers of a view are gathered without comparing each with each', () => {
    let reads = 0;
    const items = Array.from({ length: 50_000 }, (_, at) => ({
      get x() {
        reads++;
        return (at * 7919) % 1100;
      },
      y: (at * 104_729) % 800,
    }));
    expect(clustersOf(items, 62).length).toBeLessThan(400);
    expect(reads).toBeLessThan(items.length * 6);
  });
});

describe('the page', () => {
  test('opens with type 46; its address says what it shows, and what is unknown is left out', () => {
    expect(readMapQuery('')).toEqual({ types: [46], org: '' });
    for (const query of [
      { types: [46], org: '' },
      { types: [46, 47, 30], org: '12' },
    ])
      expect(readMapQuery(mapPath('/maxMap', query).split('?')[1] ?? '')).toEqual(query);
    expect(readMapQuery(mapPath('/map', { types: [28, 99, 40], org: '0;x' }).split('?')[1] ?? '')).toEqual({
      types: [40],
      org: '',
    });
  });

  test('each type that can be chosen has a sign of its own; 28, 29 and empty have none', () => {
    const signs = MAP_TYPES.map((type) => signOf(type));
    expect(signs).not.toContain(null);
    expect(new Set(signs.map((sign) => `${sign?.shape} ${sign?.letter}`)).size).toBe(MAP_TYPES.length);
    for (const type of [28, 29, null, 77]) expect(signOf(type)).toBeNull();
  });

  test('the drawn city is the same each time, neighbours share their borders, and each seat lies in its county', () => {
    expect(JSON.stringify(counties())).toBe(JSON.stringify(counties()));
    const all = counties();
    const points = new Map<string, number>();
    for (const { shape } of all)
      for (const [x, y] of shape) {
        const key = `${x.toFixed(9)} ${y.toFixed(9)}`;
        points.set(key, (points.get(key) ?? 0) + 1);
      }
    expect([...points.values()].filter((n) => n > 1).length).toBeGreaterThan(points.size * 0.4);
    for (const { name, seat, shape } of all) expect(isWithin(seat, shape), name).toBe(true);
    expect(rivers().length).toBeGreaterThan(2);
  });
});

function isWithin([x, y]: Point, shape: readonly Point[]): boolean {
  let inside = false;
  for (const [at, [ax, ay]] of shape.entries()) {
    const [bx, by] = shape[(at + 1) % shape.length] as Point;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
