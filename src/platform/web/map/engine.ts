import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import {
  MAP_CENTRE,
  MAP_MAX_ZOOM,
  MAP_MIN_ZOOM,
  MAP_ZOOM,
  type Point,
  toProvider,
  toStored,
} from '#platform/places/coordinates.ts';
import { attributionOf, type TileSettings, tileLayers } from '#platform/places/mapTiles.ts';
import { drawCity, drawGrid } from './base.ts';
import { crsOf, tileLayer } from './crs.ts';
import './map.css';

export interface BaseSettings extends TileSettings {
  /** What is drawn where no pictures come. */
  base: 'city' | 'grid';
}

export interface MapHandle {
  map: L.Map;
  /** A stored point on this map. */
  place(point: Point): L.LatLng;
  /** A place of this map as it is stored (WGS84). */
  stored(at: L.LatLng): Point;
  remove(): void;
}

export interface MapOptions {
  centre?: Point;
  zoom?: number;
  /** The provider's pictures do not come (blocked, no key, no network): the drawing stands in. */
  onBlocked?: () => void;
}

/** A map in a box: the provider's pictures, or the drawing where there are none. Points go in and come out as WGS84. */
export function createMap(box: HTMLElement, settings: BaseSettings, options: MapOptions = {}): MapHandle {
  const { provider } = settings;
  const place = (point: Point) => {
    const [lng, lat] = toProvider(point, provider);
    return L.latLng(lat, lng);
  };
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(box, {
    crs: crsOf(provider),
    center: place(options.centre ?? MAP_CENTRE),
    zoom: options.zoom ?? MAP_ZOOM,
    minZoom: MAP_MIN_ZOOM,
    maxZoom: MAP_MAX_ZOOM,
    zoomControl: false,
    attributionControl: false,
    zoomAnimation: !still,
    fadeAnimation: !still,
    markerZoomAnimation: !still,
  });
  for (const [name, height] of [
    ['base', '150'],
    ['labels', '450'],
  ] as const) {
    const pane = map.createPane(name);
    pane.style.zIndex = height;
    pane.style.pointerEvents = 'none';
  }
  addScale(map);
  if (provider !== null) {
    L.control.attribution({ prefix: false, position: 'bottomleft' }).addAttribution(attributionOf(provider)).addTo(map);
  }
  // The map's own box measures what its holder gives it.
  const watch = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  watch.observe(box);
  showBase(map, settings, options.onBlocked);
  return {
    map,
    place,
    stored: ({ lng, lat }) => toStored([lng, lat], provider),
    remove() {
      watch.disconnect();
      map.stop();
      // Leaflet ends a running zoom by a timer that does not ask whether the map is still there.
      (map as unknown as { _animatingZoom: boolean })._animatingZoom = false;
      map.remove();
    },
  };
}

/** A line as long as the round number of metres beside it says, in Chinese. */
function addScale(map: L.Map): void {
  const box = L.DomUtil.create('div', 'map-scale', map.getContainer());
  const words = L.DomUtil.create('span', '', box);
  const line = L.DomUtil.create('i', '', box);
  const measure = () => {
    const [left, right] = [L.point(0, map.getSize().y / 2), L.point(96, map.getSize().y / 2)];
    const metres = map.distance(map.containerPointToLatLng(left), map.containerPointToLatLng(right));
    const power = 10 ** Math.floor(Math.log10(metres));
    const round = power * ([5, 2, 1].find((first) => first * power <= metres) ?? 1);
    words.textContent = round >= 1000 ? `${round / 1000}公里` : `${round}米`;
    line.style.width = `${Math.round((96 * round) / metres)}px`;
  };
  measure();
  map.on('zoomend moveend resize', measure);
}

function showBase(map: L.Map, settings: BaseSettings, onBlocked?: () => void): void {
  const draw = () => (settings.base === 'city' ? drawCity(map, settings.provider) : drawGrid(map));
  if (settings.provider === null) {
    draw();
    return;
  }
  let drawing: (() => void) | null = null;
  let came = false;
  for (let level = 0; level < tileLayers(settings.provider); level++) {
    const layer = tileLayer(settings, level, { maxZoom: MAP_MAX_ZOOM }).addTo(map);
    layer.on('tileload', () => {
      came = true;
      drawing?.();
      drawing = null;
    });
    layer.on('tileerror', () => {
      if (came || drawing) return;
      drawing = draw();
      onBlocked?.();
    });
  }
}
