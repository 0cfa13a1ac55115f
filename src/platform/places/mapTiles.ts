import type { MapProvider } from './coordinates.ts';

interface TileSource {
  /** The provider's servers. */
  origins: readonly string[];
  /** Paths of the layers from the bottom up, with `{x}`, `{y}`, `{z}` and `{key}`. */
  layers: readonly string[];
  attribution: string;
}

const numbered = (from: number, to: number, name: (n: number) => string) =>
  Array.from({ length: to - from + 1 }, (_, at) => name(from + at));

/** Where the providers' pictures come from. */
const SOURCES: Readonly<Record<NonNullable<MapProvider>, TileSource>> = {
  tianditu: {
    origins: numbered(0, 7, (n) => `https://t${n}.tianditu.gov.cn`),
    layers: ['/DataServer?T=vec_w&x={x}&y={y}&l={z}&tk={key}', '/DataServer?T=cva_w&x={x}&y={y}&l={z}&tk={key}'],
    attribution: '天地图',
  },
  amap: {
    origins: numbered(1, 4, (n) => `https://webrd0${n}.is.autonavi.com`),
    layers: ['/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x={x}&y={y}&z={z}'],
    attribution: '高德地图',
  },
  baidu: {
    origins: numbered(0, 3, (n) => `https://maponline${n}.bdimg.com`),
    layers: ['/tile/?qt=vtile&x={x}&y={y}&z={z}&styles=pl&scaler=1'],
    attribution: '百度地图',
  },
};

/** What a site says of its map. */
export interface TileSettings {
  provider: MapProvider;
  tileKey: string;
  /** A mirror within the own network that serves the provider's paths; null: the provider's own servers. */
  tileOrigin: string | null;
}

/** The origins whose pictures the page may show, none without a provider. */
export function tileOrigins({ provider, tileOrigin }: TileSettings): readonly string[] {
  if (provider === null) return [];
  return tileOrigin ? [tileOrigin] : SOURCES[provider].origins;
}

/** The addresses of a tile's pictures, from the bottom up; neighbours come from different servers. */
export function tileAddresses(settings: TileSettings, x: number, y: number, z: number): string[] {
  const { provider, tileKey } = settings;
  if (provider === null) return [];
  const origins = tileOrigins(settings);
  const origin = origins[Math.abs(x + y) % origins.length] ?? '';
  const fields: Record<string, string> = { x: String(x), y: String(y), z: String(z), key: encodeURIComponent(tileKey) };
  return SOURCES[provider].layers.map(
    (path) => origin + path.replace(/\{(\w+)\}/g, (_all, name) => fields[name] ?? ''),
  );
}

/** How many pictures lie upon each other. */
export const tileLayers = (provider: MapProvider) => (provider === null ? 0 : SOURCES[provider].layers.length);

/** The copyright line that the provider of the map requires. */
export const attributionOf = (provider: MapProvider) => (provider === null ? '' : `© ${SOURCES[provider].attribution}`);
