import L from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { MAP_MAX_ZOOM, MAP_MIN_ZOOM } from '#platform/places/coordinates.ts';
import { emit } from '../call/events.ts';
import { IconButton, Pressable } from '../ui/Button.tsx';
import type { MapHandle } from './engine.ts';

const DENIED = '浏览器没有允许定位，请在地址栏旁的站点设置中允许后再试';
/** Browsers tell no place to pages that came without https. */
const INSECURE = '当前网址不是 https 开头，浏览器不提供定位；请用 https 网址打开，或在地图上拖动、查找';
const FAILED = '没有取得当前位置，请稍后再试';

/** Zoom in and out, and go to where the user is. */
export function MapControls({ handle, zoom }: { handle: MapHandle | null; zoom: number }) {
  const circle = useRef<L.Circle | null>(null);
  const [seeking, setSeeking] = useState(false);
  // An answer may come when the map is gone.
  const shown = useRef(handle);
  useEffect(() => {
    shown.current = handle;
    return () => {
      shown.current = null;
    };
  }, [handle]);
  const locate = () => {
    if (!handle || seeking) return;
    if (!isSecureContext || !navigator.geolocation) {
      emit('notice', { kind: 'warning', text: isSecureContext ? '当前浏览器不能定位' : INSECURE });
      return;
    }
    setSeeking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setSeeking(false);
        if (shown.current !== handle) return;
        const at = handle.place([coords.longitude, coords.latitude]);
        circle.current?.remove();
        circle.current = L.circle(at, { radius: coords.accuracy, className: 'map-here', interactive: false }).addTo(
          handle.map,
        );
        handle.map.setView(at, Math.max(handle.map.getZoom(), 15));
      },
      ({ code }) => {
        setSeeking(false);
        if (shown.current === handle) emit('notice', { kind: 'warning', text: code === 1 ? DENIED : FAILED });
      },
      { timeout: 10_000, maximumAge: 60_000 },
    );
  };
  return (
    <>
      <div className="map-controls">
        <IconButton
          icon="plus"
          label="放大"
          title="放大"
          disabled={zoom >= MAP_MAX_ZOOM}
          onClick={() => handle?.map.zoomIn()}
        />
        <Pressable aria-label="缩小" title="缩小" disabled={zoom <= MAP_MIN_ZOOM} onClick={() => handle?.map.zoomOut()}>
          <span className="map-minus" />
        </Pressable>
      </div>
      <div className="map-controls locate">
        <Pressable aria-label="我的位置" title="我的位置" aria-busy={seeking} onClick={locate}>
          <span className="map-aim" />
        </Pressable>
      </div>
    </>
  );
}
