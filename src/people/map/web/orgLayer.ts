import L from 'leaflet';
import { ORG_TYPES } from '#people/org/contract.ts';
import { MAP_MAX_ZOOM } from '#platform/places/coordinates.ts';
import { type Cluster, clustersOf, spiralOffset } from '#platform/web/map/clusters.ts';
import type { MapHandle } from '#platform/web/map/engine.ts';
import { clusterSvg, signSvg } from './shapes.ts';

export interface Mark {
  id: string;
  name: string;
  type: number;
  lng: number;
  lat: number;
}

interface Placed extends Mark {
  x: number;
  y: number;
}

const CELL = 62;
/** Pixels beyond the edge that are drawn as well, so that a small move shows no gap. */
const MARGIN = 80;

const typeName = (type: number) => ORG_TYPES[type as keyof typeof ORG_TYPES] ?? '';

/**
 * The markers of organisations: near ones are one ring that says how many of which type. Only what lies in view
 * becomes elements, so that thousands cost as little as fifty. The chosen one always stands alone.
 */
export class OrgLayer {
  readonly #handle: MapHandle;
  readonly #group: L.LayerGroup;
  readonly #onChoose: (id: string) => void;
  #marks: readonly Mark[] = [];
  /** Pixels at zoom 0 times 256: multiplied by the zoom's scale they are the map's pixels. */
  #points: L.Point[] = [];
  #chosen: string | null = null;
  #focusWanted: string | null = null;
  /** Which cluster an organisation lies in, where it does not stand alone. */
  readonly #within = new Map<string, string>();

  constructor(handle: MapHandle, onChoose: (id: string) => void) {
    this.#handle = handle;
    this.#onChoose = onChoose;
    this.#group = L.layerGroup().addTo(handle.map);
    handle.map.on('moveend zoomend', this.draw);
  }

  remove(): void {
    this.#handle.map.off('moveend zoomend', this.draw);
    this.#group.remove();
  }

  /** Shows these and no others. */
  set(marks: readonly Mark[]): void {
    const { map, place } = this.#handle;
    this.#marks = marks.filter(({ type }) => signSvg(type) !== null);
    this.#points = this.#marks.map(({ lng, lat }) => map.project(place([lng, lat]), MAP_MAX_ZOOM));
    this.draw();
  }

  choose(id: string | null): void {
    if (this.#chosen === id) return;
    this.#chosen = id;
    this.draw();
  }

  readonly draw = (): void => {
    const { map } = this.#handle;
    const scale = map.getZoomScale(map.getZoom(), MAP_MAX_ZOOM);
    const view = map.getPixelBounds();
    const [min, max] = [view.min ?? L.point(0, 0), view.max ?? L.point(0, 0)];
    const inView: Placed[] = [];
    let chosen: Placed | null = null;
    for (const [at, mark] of this.#marks.entries()) {
      const point = this.#points[at];
      if (!point) continue;
      const [x, y] = [point.x * scale, point.y * scale];
      if (x < min.x - MARGIN || x > max.x + MARGIN || y < min.y - MARGIN || y > max.y + MARGIN) continue;
      const placed = { ...mark, x, y };
      if (mark.id === this.#chosen) chosen = placed;
      else inView.push(placed);
    }
    const focused = this.#focusWanted ?? this.#focusedId();
    this.#group.clearLayers();
    this.#within.clear();
    const last = map.getZoom() >= MAP_MAX_ZOOM;
    for (const cluster of clustersOf(inView, last ? 24 : CELL)) {
      if (cluster.items.length === 1 || last) this.#addSpread(cluster);
      else this.#addCluster(cluster);
    }
    if (chosen) this.#addMark(chosen, 0);
    this.#focusWanted = null;
    if (focused) this.focus(focused);
  };

  #addSpread({ items }: Cluster<Placed>): void {
    for (const [at, item] of items.entries()) this.#addMark(item, items.length === 1 ? 0 : at);
  }

  #addMark(mark: Placed, at: number): void {
    const { map } = this.#handle;
    const off = spiralOffset(at);
    const chosen = mark.id === this.#chosen;
    const svg = signSvg(mark.type);
    if (!svg) return;
    const label = `${mark.name}，${typeName(mark.type)}`;
    const marker = L.marker(map.unproject([mark.x + off.x, mark.y + off.y]), {
      icon: L.divIcon({
        className: chosen ? 'map-mark chosen' : 'map-mark',
        html: svg as unknown as HTMLElement,
        iconSize: [38, 32],
      }),
      alt: label,
      title: mark.name,
      zIndexOffset: chosen ? 1000 : 0,
    });
    this.#group.addLayer(marker);
    this.#dress(marker, mark.id, label, () => this.#onChoose(mark.id));
  }

  #addCluster(cluster: Cluster<Placed>): void {
    const { map } = this.#handle;
    const types = new Map<number, number>();
    for (const { type } of cluster.items) types.set(type, (types.get(type) ?? 0) + 1);
    const sorted = new Map([...types].sort(([a], [b]) => a - b));
    const svg = clusterSvg(sorted);
    const size = Number(svg.getAttribute('width'));
    const parts = [...sorted].map(([type, n]) => `${typeName(type)}${n}个`).join('、');
    const label = `${cluster.items.length}个组织：${parts}，点开放大`;
    const marker = L.marker(map.unproject([cluster.x, cluster.y]), {
      icon: L.divIcon({ className: 'map-mark', html: svg as unknown as HTMLElement, iconSize: [size, size] }),
      alt: label,
      title: parts,
      zIndexOffset: 500,
    });
    this.#group.addLayer(marker);
    const name = `cluster ${cluster.items[0]?.id}`;
    for (const { id } of cluster.items) this.#within.set(id, name);
    this.#dress(marker, name, label, () => this.#open(cluster));
  }

  #open({ items, x, y }: Cluster<Placed>): void {
    const { map } = this.#handle;
    const bounds = L.bounds(items.map((item) => L.point(item.x, item.y)));
    const [southWest, northEast] = [map.unproject(bounds.getBottomLeft()), map.unproject(bounds.getTopRight())];
    const zoom = Math.max(
      map.getZoom() + 1,
      map.getBoundsZoom(L.latLngBounds(southWest, northEast), false, L.point(60, 60)),
    );
    this.#focusWanted = items[0]?.id ?? null;
    map.setView(map.unproject([x, y]), Math.min(zoom, MAP_MAX_ZOOM));
  }

  #dress(marker: L.Marker, id: string, label: string, act: () => void): void {
    const box = marker.getElement();
    if (!box) return;
    box.dataset.id = id;
    box.setAttribute('aria-label', label);
    box.setAttribute('role', 'button');
    marker.on('click', act);
    box.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') act();
      else if (event.key.startsWith('Arrow')) this.#step(box, event.key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Arrow keys go to the nearest marker in their direction. */
  #step(from: HTMLElement, key: string): void {
    const here = middleOf(from);
    let best: HTMLElement | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const other of this.#elements()) {
      if (other === from) continue;
      const there = middleOf(other);
      const [dx, dy] = [there.x - here.x, there.y - here.y];
      const [ahead, aside] =
        key === 'ArrowRight' ? [dx, dy] : key === 'ArrowLeft' ? [-dx, dy] : key === 'ArrowDown' ? [dy, dx] : [-dy, dx];
      if (ahead <= 4) continue;
      const far = ahead + 2 * Math.abs(aside);
      if (far < least) [best, least] = [other, far];
    }
    best?.focus({ preventScroll: true });
  }

  #elements(): HTMLElement[] {
    return [...this.#handle.map.getContainer().querySelectorAll<HTMLElement>('.map-mark')];
  }
  #elementOf(id: string): HTMLElement | undefined {
    return this.#elements().find((box) => box.dataset.id === id);
  }
  #focusedId(): string | null {
    const active = document.activeElement;
    return active instanceof HTMLElement && active.classList.contains('map-mark') ? (active.dataset.id ?? null) : null;
  }

  /** Puts the keyboard on a marker, or on the cluster that it lies in. */
  focus(id: string): void {
    const box = this.#elementOf(id) ?? this.#elementOf(this.#within.get(id) ?? '');
    box?.focus({ preventScroll: true });
  }
}

function middleOf(box: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = box.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
