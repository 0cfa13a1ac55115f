import { useLayoutEffect, useRef } from 'react';
import { signSvg } from './shapes.ts';

/** The sign of a type beside its words. */
export function Sign({ type }: { type: number }) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const svg = signSvg(type);
    box.current?.replaceChildren(...(svg ? [svg] : []));
  }, [type]);
  return <span ref={box} className="map-sign-box" />;
}
