import L from 'leaflet';
import { type MapProvider, type Point, toProvider } from '#platform/places/coordinates.ts';
import { counties, hills, rivers, roads } from './cityShape.ts';

/** Metres of a pixel at the city's latitude; the lines of the drawing keep their width on the ground. */
const metresPerPixel = (map: L.Map) => {
  const middle = map.getSize().divideBy(2);
  return map.containerPointToLatLng(middle).distanceTo(map.containerPointToLatLng(middle.add([100, 0]))) / 100;
};

const colour = (box: HTMLElement, name: string) => getComputedStyle(box).getPropertyValue(`--map-${name}`).trim();

/** Names of the drawing: from and to which zoom each kind is shown. */
const LABELS = { county: [0, 12], district: [13, 30], hill: [12, 30], river: [11, 30] } as const;

/** The invented city of the demo, so that a map without a provider is not empty; answers what takes it away. */
export function drawCity(map: L.Map, provider: MapProvider): () => void {
  const box = map.getContainer();
  const renderer = L.canvas({ padding: 0.4, pane: 'base' });
  const group = L.layerGroup().addTo(map);
  const to = (points: readonly Point[]) =>
    points.map((point) => {
      const [lng, lat] = toProvider(point, provider);
      return L.latLng(lat, lng);
    });
  const line = (points: readonly Point[], options: L.PolylineOptions) =>
    L.polyline(to(points), { renderer, interactive: false, lineJoin: 'round', smoothFactor: 1.2, ...options }).addTo(
      group,
    );
  const area = (points: readonly Point[], options: L.PolylineOptions) =>
    L.polygon(to(points), { renderer, interactive: false, stroke: false, fillOpacity: 1, ...options }).addTo(group);
  const labels: { kind: keyof typeof LABELS; marker: L.Marker }[] = [];
  const label = (kind: keyof typeof LABELS, name: string, point: Point) => {
    const [at] = to([point]);
    if (!at || !name) return;
    const icon = L.divIcon({ className: `map-label ${kind}`, html: name, iconSize: [120, 20] });
    labels.push({ kind, marker: L.marker(at, { icon, interactive: false, keyboard: false, pane: 'labels' }) });
  };

  const land = counties();
  for (const [at, { shape }] of land.entries()) area(shape, { fillColor: colour(box, at % 2 ? 'land2' : 'land') });
  for (const { rings, name } of hills()) {
    for (const [at, ring] of rings.entries()) {
      if (at === 0) area(ring, { fillColor: colour(box, 'hill') });
      line([...ring, ring[0] as Point], { color: colour(box, 'contour'), weight: 0.8 });
    }
    label('hill', name, rings.at(-1)?.[12] as Point);
  }
  const { highways, avenues, streets } = roads();
  const paths: { line: L.Polyline; metres: number; least: number; from: number }[] = [];
  const path = (points: readonly Point[], metres: number, least: number, from: number, name: string) =>
    paths.push({ line: line(points, { color: colour(box, name), opacity: 1 }), metres, least, from });
  for (const street of streets) path(street, 34, 0, 12, 'road');
  for (const avenue of avenues) path(avenue, 70, 0, 11, 'road');
  for (const river of rivers()) {
    path(river.course, river.metres + 60, 2.6, 0, 'bank');
    path(river.course, river.metres, 1.8, 0, 'water');
    const middle = river.course[Math.floor(river.course.length * 0.55)];
    if (middle) label('river', river.name, middle);
  }
  for (const highway of highways) path(highway, 90, 1.6, 0, 'highway');
  for (const { shape, seat, name } of land) {
    line([...shape, shape[0] as Point], { color: colour(box, 'border'), weight: 1.4, dashArray: '6 4' });
    label('county', name, seat);
    label('district', name, [seat[0], seat[1] + 0.012]);
  }

  const redraw = () => {
    const [zoom, metres] = [map.getZoom(), metresPerPixel(map)];
    for (const { line, metres: width, least, from } of paths) {
      const weight = zoom < from ? 0 : Math.max(least, width / metres);
      line.setStyle({ weight, stroke: weight > 0 });
    }
    for (const { kind, marker } of labels) {
      const [from, until] = LABELS[kind];
      if (zoom >= from && zoom <= until) marker.addTo(group);
      else marker.remove();
    }
  };
  redraw();
  map.on('zoomend', redraw);
  return () => {
    map.off('zoomend', redraw);
    group.remove();
  };
}

/** Longitudes and latitudes, where neither a provider nor the demo's city is there; answers what takes them away. */
export function drawGrid(map: L.Map): () => void {
  const group = L.layerGroup().addTo(map);
  const color = colour(map.getContainer(), 'border');
  const draw = () => {
    group.clearLayers();
    const bounds = map.getBounds();
    const wanted = (bounds.getEast() - bounds.getWest()) / 8;
    const step = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1].find((size) => size >= wanted) ?? 2;
    const lines = (from: number, to: number) =>
      Array.from({ length: Math.ceil((to - from) / step) + 2 }, (_, at) => (Math.floor(from / step) + at) * step);
    const name = (value: number, at: L.LatLngExpression, kind: string) =>
      L.marker(at, {
        icon: L.divIcon({ className: `map-label ${kind}`, html: `${Number(value.toFixed(3))}°`, iconSize: [60, 16] }),
        interactive: false,
        keyboard: false,
        pane: 'labels',
      }).addTo(group);
    for (const lng of lines(bounds.getWest(), bounds.getEast())) {
      L.polyline(
        [
          [bounds.getSouth(), lng],
          [bounds.getNorth(), lng],
        ],
        { color, weight: 1, interactive: false, pane: 'base' },
      ).addTo(group);
      name(lng, [bounds.getSouth(), lng], 'meridian');
    }
    for (const lat of lines(bounds.getSouth(), bounds.getNorth())) {
      L.polyline(
        [
          [lat, bounds.getWest()],
          [lat, bounds.getEast()],
        ],
        { color, weight: 1, interactive: false, pane: 'base' },
      ).addTo(group);
      name(lat, [lat, bounds.getWest()], 'parallel');
    }
  };
  draw();
  map.on('moveend', draw);
  return () => {
    map.off('moveend', draw);
    group.remove();
  };
}
