import imported from 'gcoord';

// Its types tell of a default within the default; Node and the bundler both give the object itself.
const gcoord = imported as unknown as typeof imported.default;

/** Who draws the map; null: this platform's own drawing. */
export type MapProvider = 'tianditu' | 'amap' | 'baidu' | null;

/** Longitude and latitude in degrees. */
export type Point = readonly [lng: number, lat: number];

/** Where the map opens (specification, section 9). */
export const MAP_CENTRE: Point = [111.29, 30.69];
export const MAP_ZOOM = 13;
export const MAP_MIN_ZOOM = 9;
export const MAP_MAX_ZOOM = 18;

/** 天地图 states CGCS2000, which differs from WGS84 by centimetres. */
const systemOf = (provider: MapProvider) =>
  provider === 'amap' ? gcoord.GCJ02 : provider === 'baidu' ? gcoord.BD09 : gcoord.WGS84;

const round = (value: number) => Number(value.toFixed(6));

/** A stored point (WGS84) as the provider's map states it: GCJ-02 for 高德, BD-09 for 百度. */
export function toProvider([lng, lat]: Point, provider: MapProvider): Point {
  const system = systemOf(provider);
  if (system === gcoord.WGS84) return [lng, lat];
  const [x, y] = gcoord.transform([lng, lat], gcoord.WGS84, system);
  return [x, y];
}

/** A point of the provider's map as it is stored: WGS84, six decimals (a tenth of a metre). */
export function toStored([lng, lat]: Point, provider: MapProvider): Point {
  const system = systemOf(provider);
  const [x, y] = system === gcoord.WGS84 ? [lng, lat] : gcoord.transform([lng, lat], system, gcoord.WGS84);
  return [round(x), round(y)];
}

/** BD-09 degrees as metres of 百度's own grid, and back. */
export const toBaiduMetres = ([lng, lat]: Point): Point => {
  const [x, y] = gcoord.transform([lng, lat], gcoord.BD09, gcoord.BD09MC);
  return [x, y];
};
export const fromBaiduMetres = ([x, y]: Point): Point => {
  const [lng, lat] = gcoord.transform([x, y], gcoord.BD09MC, gcoord.BD09);
  return [lng, lat];
};
