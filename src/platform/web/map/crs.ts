import L from 'leaflet';
import { fromBaiduMetres, type MapProvider, toBaiduMetres } from '../../places/coordinates.ts';
import { type TileSettings, tileAddresses } from '../../places/mapTiles.ts';

/** 百度 counts its tiles from the equator and the meridian of zero, upward; a pixel of zoom 18 is a metre. */
const BAIDU: L.CRS = L.Util.extend({}, L.CRS.Earth, {
  code: 'BD09MC',
  projection: {
    project: ({ lat, lng }: L.LatLng) => L.point(...toBaiduMetres([lng, lat])),
    unproject: ({ x, y }: L.Point) => {
      const [lng, lat] = fromBaiduMetres([x, y]);
      return L.latLng(lat, lng);
    },
    bounds: L.bounds([-20_037_725, -12_474_104], [20_037_725, 12_474_104]),
  },
  transformation: new L.Transformation(1, 0, -1, 0),
  scale: (zoom: number) => 2 ** (zoom - 18),
  zoom: (scale: number) => Math.log2(scale) + 18,
}) as L.CRS;

/** How degrees become pixels on the provider's map. */
export const crsOf = (provider: MapProvider): L.CRS => (provider === 'baidu' ? BAIDU : L.CRS.EPSG3857);

class Tiles extends L.TileLayer {
  readonly #settings: TileSettings;
  readonly #level: number;
  constructor(settings: TileSettings, level: number, options: L.TileLayerOptions) {
    super('', options);
    this.#settings = settings;
    this.#level = level;
  }
  override getTileUrl({ x, y, z }: L.Coords): string {
    return tileAddresses(this.#settings, x, this.#settings.provider === 'baidu' ? -y - 1 : y, z)[this.#level] ?? '';
  }
}

/** One of the provider's layers of pictures, counted from the bottom. */
export const tileLayer = (settings: TileSettings, level: number, options: L.TileLayerOptions): L.TileLayer =>
  new Tiles(settings, level, { noWrap: true, ...options });
