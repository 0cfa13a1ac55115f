import L from 'leaflet';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Point } from '#platform/places/coordinates.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { createMap, type MapHandle } from '#platform/web/map/engine.ts';
import { MapControls } from '#platform/web/map/MapControls.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type MapSettings, mapMarkers, mapSettings } from '../contract.ts';
import { Filter } from './Filter.tsx';
import { OrgCard } from './OrgCard.tsx';
import { OrgRows, rowId } from './OrgRows.tsx';
import { type Mark, OrgLayer } from './orgLayer.ts';
import { positionCard } from './placeCard.ts';
import { type MapQuery, mapPath, readMapQuery } from './query.ts';
import './map.css';

/** `/map`, and `/maxMap` without the frame: where the organisations are. */
export default function MapPage() {
  useTitle('电子地图');
  const settings = useCall(mapSettings, {}, { quiet: true, staleTime: 600_000 });
  if (!settings.data) return <Waiting query={settings} lines={8} />;
  return <OrgMap settings={settings.data} />;
}

/** The view, handed over when the page goes full screen and back. */
interface View {
  centre: Point;
  zoom: number;
}

interface Chosen extends Mark {
  /** The keyboard goes into the dialog: it was opened on the map. */
  enter: boolean;
}

function OrgMap({ settings }: { settings: MapSettings }) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const path = pathname === '/maxMap' ? '/maxMap' : '/map';
  const query = useMemo(() => readMapQuery(search), [search]);
  const mapMarkersQuery = useCall(
    mapMarkers,
    { orgType: query.types.join(','), ...(query.org ? { orgId: query.org, changeFlag: '1' as const } : {}) },
    { quiet: true, keepPrevious: true },
  );
  const counts = useMemo(
    () => (mapMarkersQuery.data ? new Map(mapMarkersQuery.data.types.map(({ type, count }) => [type, count])) : null),
    [mapMarkersQuery.data],
  );
  const [start] = useState<View | null>(() => (isView(state) ? state : null));
  const box = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLElement>(null);
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const layer = useRef<OrgLayer | null>(null);
  const [bounds, setBounds] = useState<string | null>(null);
  const [zoom, setZoom] = useState(start?.zoom ?? 13);
  const [blocked, setBlocked] = useState(false);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const marks = useRef<readonly Mark[]>([]);

  useEffect(() => {
    if (!box.current) return;
    const made = createMap(box.current, settings, { ...start, onBlocked: () => setBlocked(true) });
    const { map } = made;
    layer.current = new OrgLayer(made, (id) => {
      const mark = marks.current.find((other) => other.id === id);
      if (mark) setChosen({ ...mark, enter: true });
    });
    const moved = () => {
      const view = map.getBounds();
      const [west, south] = made.stored(view.getSouthWest());
      const [east, north] = made.stored(view.getNorthEast());
      setBounds([west, south, east, north].map((side) => side.toFixed(5)).join(','));
      setZoom(map.getZoom());
    };
    moved();
    map.on('moveend', moved);
    setHandle(made);
    return () => {
      layer.current?.remove();
      made.remove();
    };
  }, [settings, start]);

  useEffect(() => {
    if (!handle || !mapMarkersQuery.data) return;
    marks.current = mapMarkersQuery.data.rows;
    layer.current?.set(mapMarkersQuery.data.rows);
  }, [handle, mapMarkersQuery.data]);

  // A newly chosen organisation: its markers are brought into view. The first answer keeps the view the page opened with.
  const shownFor = useRef<string | null>(start || !query.org ? query.org : null);
  useEffect(() => {
    if (!handle || !mapMarkersQuery.data || mapMarkersQuery.isPlaceholderData || shownFor.current === query.org) return;
    shownFor.current = query.org;
    const places = mapMarkersQuery.data.rows.map(({ lng, lat }) => handle.place([lng, lat]));
    if (places.length > 0) handle.map.fitBounds(L.latLngBounds(places), { padding: [50, 50], maxZoom: 16 });
  }, [handle, mapMarkersQuery.data, mapMarkersQuery.isPlaceholderData, query.org]);

  useEffect(() => {
    layer.current?.choose(chosen?.id ?? null);
  }, [chosen]);

  useLayoutEffect(() => {
    if (!handle || !chosen || !card.current) return;
    const at = handle.place([chosen.lng, chosen.lat]);
    const { map } = handle;
    const follow = () => card.current && positionCard(card.current, map.latLngToContainerPoint(at), map.getSize());
    // First room beside it, then the card: it must never lie over its own marker.
    makeRoom(map, at, card.current);
    follow();
    const watch = new ResizeObserver(follow);
    watch.observe(card.current);
    map.on('move zoomend resize', follow);
    return () => {
      watch.disconnect();
      map.off('move zoomend resize', follow);
    };
  }, [handle, chosen]);

  const close = () => {
    const id = chosen?.id;
    const inCard = card.current?.contains(document.activeElement);
    setChosen(null);
    if (!id || !inCard) return;
    // The keyboard goes back to where it came from.
    const row = chosen.enter ? null : document.getElementById(rowId(id));
    requestAnimationFrame(() => (row?.isConnected ? row.focus() : layer.current?.focus(id)));
  };
  const go = (next: MapQuery) => {
    setChosen(null);
    navigate(mapPath(path, next));
  };
  const view = (): View | undefined =>
    handle ? { centre: handle.stored(handle.map.getCenter()), zoom: handle.map.getZoom() } : undefined;
  const other = path === '/map' ? '/maxMap' : '/map';

  return (
    <div className={path === '/maxMap' ? 'map-page whole' : 'map-page'}>
      <aside className="map-side" aria-label="组织查找">
        <h1>组织查找</h1>
        <Filter query={query} counts={counts} onSearch={go} />
        <OrgRows
          query={query}
          bounds={bounds}
          chosen={chosen?.id ?? null}
          onChoose={(row) => {
            setChosen({ ...row, enter: false });
            // On a phone the list stands below the map: what was chosen opens where it is seen.
            if (matchMedia('(max-width: 900px)').matches) box.current?.scrollIntoView({ block: 'start' });
          }}
          onEnter={() => card.current?.querySelector<HTMLElement>('.dialog-close')?.focus()}
        />
      </aside>
      <div className="map-main">
        <div ref={box} className="map-box" role="application" aria-label="电子地图" />
        <ButtonLink
          className="map-full"
          icon={path === '/map' ? 'scan' : 'back'}
          to={mapPath(other, query)}
          onClick={(event) => {
            event.preventDefault();
            navigate(mapPath(other, query), { state: view() });
          }}
        >
          {path === '/map' ? '全屏' : '返回'}
        </ButtonLink>
        <MapControls handle={handle} zoom={zoom} />
        <div className="map-notes">
          {blocked && (
            <p className="banner warn" role="status">
              <Icon name="warning" />
              地图图片加载不出来，已换成自绘底图；标记和列表照常可用
            </p>
          )}
          {mapMarkersQuery.error && (
            <p className="banner bad" role="alert">
              <Icon name="warning" />
              {mapMarkersQuery.error.message}
              <Button look="word" onClick={() => mapMarkersQuery.refetch()}>
                重试
              </Button>
            </p>
          )}
          {mapMarkersQuery.data?.more && !mapMarkersQuery.isPlaceholderData && (
            <p className="banner warn" role="status">
              <Icon name="warning" />
              组织太多，只显示了{mapMarkersQuery.data.total.toLocaleString('en-US')}个，请选择下级组织
            </p>
          )}
          {mapMarkersQuery.data?.rows.length === 0 && !mapMarkersQuery.isPlaceholderData && (
            <p className="banner" role="status">
              <Icon name="map" />
              这些类别还没有标注坐标的组织，可在编辑组织时标注
            </p>
          )}
        </div>
        <p className="map-legend">
          <span className="map-legend-ring" aria-hidden="true" />
          圆圈里是挨在一起的组织个数，外环颜色是各类别，点一下放大
        </p>
        {chosen && <OrgCard key={chosen.id} box={card} orgId={chosen.id} focused={chosen.enter} onClose={close} />}
      </div>
    </div>
  );
}

/** Moves the map so that a card fits beside the marker; the marker itself comes into view. */
function makeRoom(map: L.Map, at: L.LatLng, card: HTMLElement): void {
  const size = map.getSize();
  const point = map.latLngToContainerPoint(at);
  const narrow = size.x < card.offsetWidth + 160;
  const room = card.offsetWidth + 60;
  const inside = point.x > 30 && point.x < size.x - 30 && point.y > 30 && point.y < size.y - 30;
  if (narrow) {
    if (!inside || point.y > size.y - card.offsetHeight - 30) {
      map.panBy([point.x - size.x / 2, point.y - Math.max(50, (size.y - card.offsetHeight) / 2)], { animate: false });
    }
    return;
  }
  const fits = size.x - point.x > room || point.x > room;
  if (!inside) map.panBy([point.x - size.x * 0.4, point.y - size.y * 0.45], { animate: false });
  else if (!fits) map.panBy([point.x - (size.x - room) * 0.6, 0], { animate: false });
}

const isView = (state: unknown): state is View =>
  typeof state === 'object' && state !== null && 'centre' in state && 'zoom' in state;
