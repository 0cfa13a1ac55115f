import L from 'leaflet';
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Point } from '#platform/places/coordinates.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import { Icon } from '../show/icons.tsx';
import { Button, Pressable } from '../ui/Button.tsx';
import { type BaseSettings, createMap, type MapHandle } from './engine.ts';
import { MapControls } from './MapControls.tsx';

export interface DialogPlace {
  name: string;
  address: string;
  lng: number;
  lat: number;
}

interface CoordinateDialogProps {
  settings: BaseSettings & { city: string };
  /** The point that is set now, WGS84; null: none. */
  value: Point | null;
  /** Finds places by city and words; `fault` is a sentence where the provider did not answer. Throws with a sentence. */
  find: (city: string, keyWords: string) => Promise<{ places: readonly DialogPlace[]; fault: string | null }>;
  /** Null: the point was taken away. */
  onSet: (value: Point | null) => void;
  onClose: () => void;
}

type Found = { places: readonly DialogPlace[]; fault: string | null };

/** 坐标设置: a place is found by name, typed as longitude and latitude, or pressed on the map. Points are WGS84. */
export default function CoordinateDialog({ settings, value, find, onSet, onClose }: CoordinateDialogProps) {
  const box = useRef<HTMLDivElement>(null);
  const pin = useRef<L.Marker | null>(null);
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const [zoom, setZoom] = useState(13);
  const [lng, setLng] = useState(value ? String(value[0]) : '');
  const [lat, setLat] = useState(value ? String(value[1]) : '');
  const [city, setCity] = useState(settings.city);
  const [words, setWords] = useState('');
  const [place, setPlace] = useState<Found | null>(null);
  const [fault, setFault] = useState('');
  const [searching, setSearching] = useState(false);
  const [start] = useState(value);
  const noteId = useId();
  const point = pointOf(lng, lat);
  const wrong = faultOf(lng, lat);

  const set = useCallback(([x, y]: Point) => {
    setLng(String(x));
    setLat(String(y));
  }, []);

  useEffect(() => {
    if (!box.current) return;
    const made = createMap(box.current, settings, start ? { centre: start, zoom: 15 } : {});
    made.map.on('click', ({ latlng }) => set(made.stored(latlng)));
    made.map.on('zoomend', () => setZoom(made.map.getZoom()));
    setZoom(made.map.getZoom());
    setHandle(made);
    return () => {
      pin.current = null;
      made.remove();
    };
  }, [settings, start, set]);

  const [x, y] = point ?? [];
  useEffect(() => {
    if (!handle) return;
    if (x === undefined || y === undefined) {
      pin.current?.remove();
      pin.current = null;
      return;
    }
    const at = handle.place([x, y]);
    if (pin.current) pin.current.setLatLng(at);
    else pin.current = makePin(at, handle, set);
  }, [handle, x, y, set]);

  const search = async (event: FormEvent) => {
    event.preventDefault();
    // The dialog stands within the page's form, whose own submit must not follow.
    event.stopPropagation();
    const keyWords = words.trim();
    if (!keyWords) {
      setFault('请输入地名');
      return;
    }
    setFault('');
    setSearching(true);
    try {
      setPlace(await find(city.trim(), keyWords));
    } catch (error) {
      setFault(error instanceof Error ? error.message : '没有查到，请稍后再试');
    } finally {
      setSearching(false);
    }
  };
  const goTo = (place: DialogPlace) => {
    set([place.lng, place.lat]);
    handle?.map.setView(handle.place([place.lng, place.lat]), Math.max(handle.map.getZoom(), 15));
  };
  const show = () => {
    if (point && handle) handle.map.setView(handle.place(point), Math.max(handle.map.getZoom(), 15));
  };

  return (
    <Dialog
      title="坐标设置"
      icon="map"
      width={900}
      onClose={onClose}
      foot={
        <>
          {value && (
            <Button look="link" onClick={() => onSet(null)}>
              清除坐标
            </Button>
          )}
          <Button onClick={onClose}>取消</Button>
          <Button
            look="primary"
            disabled={!point}
            onClick={() => {
              if (point) onSet(point);
            }}
          >
            确定
          </Button>
        </>
      }
    >
      <div className="coordinates">
        <div className="coordinates-side">
          <form className="coordinates-search" onSubmit={search}>
            <label className="field-box">
              <input
                aria-label="城市"
                placeholder="城市"
                maxLength={20}
                value={city}
                onChange={(e) => setCity(e.target.value)}
              />
            </label>
            <label className="field-box">
              <input
                data-autofocus
                aria-label="地名"
                placeholder="地名、组织名称"
                maxLength={40}
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
            </label>
            <Button submit icon="search" disabled={searching}>
              {searching ? '正在查找' : '查找'}
            </Button>
          </form>
          {fault && (
            <p className="field-fault" role="alert">
              <Icon name="warning" size={14} />
              {fault}
            </p>
          )}
          {place?.fault && (
            <p className="field-hint" role="status">
              {place.fault}
            </p>
          )}
          <ul className="coordinates-found" aria-label="查找结果">
            {place?.places.length === 0 && <li className="tree-note">没有查到这个地方，可直接在地图上点选</li>}
            {place?.places.map((place, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: answers stand as they came, and two may be alike
              <li key={at}>
                <Pressable
                  aria-pressed={point?.[0] === place.lng && point?.[1] === place.lat}
                  onClick={() => goTo(place)}
                >
                  {place.name}
                  <small>{place.address}</small>
                </Pressable>
              </li>
            ))}
          </ul>
          <div className="coordinates-fields">
            <label>
              <span className="field-label">经度</span>
              <span className={wrong.lng ? 'field-box wrong' : 'field-box'}>
                <input
                  inputMode="decimal"
                  maxLength={12}
                  value={lng}
                  aria-invalid={wrong.lng !== undefined}
                  aria-describedby={noteId}
                  onChange={(event) => setLng(event.target.value)}
                  onBlur={show}
                />
              </span>
            </label>
            <label>
              <span className="field-label">纬度</span>
              <span className={wrong.lat ? 'field-box wrong' : 'field-box'}>
                <input
                  inputMode="decimal"
                  maxLength={12}
                  value={lat}
                  aria-invalid={wrong.lat !== undefined}
                  aria-describedby={noteId}
                  onChange={(event) => setLat(event.target.value)}
                  onBlur={show}
                />
              </span>
            </label>
          </div>
          <p id={noteId} className={wrong.lng || wrong.lat ? 'field-fault' : 'field-hint'} role="status">
            {wrong.lng ??
              wrong.lat ??
              (halfTyped(lng, lat) || '在地图上点一下即为所选位置，也可拖动标记（WGS84 坐标）')}
          </p>
        </div>
        <div className="coordinates-map">
          <div ref={box} role="application" aria-label="点选位置的地图" />
          <MapControls handle={handle} zoom={zoom} />
        </div>
      </div>
    </Dialog>
  );
}

function makePin(at: L.LatLng, handle: MapHandle, onMove: (point: Point) => void): L.Marker {
  const icon = L.divIcon({
    className: 'map-pin',
    html: '<svg viewBox="0 0 28 36" width="28" height="36" aria-hidden="true"><path d="M14 35C8 26 2 20 2 13a12 12 0 0124 0c0 7-6 13-12 22z"/><circle cx="14" cy="13" r="4" fill="#fff"/></svg>',
    iconSize: [28, 36],
    iconAnchor: [14, 35],
  });
  const marker = L.marker(at, { icon, draggable: true, alt: '所选位置', title: '所选位置，可拖动' }).addTo(handle.map);
  marker.on('dragend', () => onMove(handle.stored(marker.getLatLng())));
  return marker;
}

const inside = (text: string, from: number, to: number) => {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && value >= from && value <= to;
};

/** The typed point; null while it is none. */
const pointOf = (lng: string, lat: string): Point | null =>
  inside(lng, 73, 136) && inside(lat, 3, 54) ? [Number(lng), Number(lat)] : null;

/** What is still to be typed where one of the two stands; empty where both or none do. */
const halfTyped = (lng: string, lat: string): string =>
  lng.trim() && !lat.trim() ? '还要填写纬度' : lat.trim() && !lng.trim() ? '还要填写经度' : '';

/** What is wrong with what was typed; nothing is wrong while nothing is typed. */
function faultOf(lng: string, lat: string): { lng?: string; lat?: string } {
  if (lng.trim() && !inside(lng, 73, 136)) return { lng: '经度应在 73 到 136 之间' };
  if (lat.trim() && !inside(lat, 3, 54)) return { lat: '纬度应在 3 到 54 之间' };
  return {};
}
