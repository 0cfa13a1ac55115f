import { useEffect, useId, useRef, useState } from 'react';
import { drawJpeg } from './compress.ts';

export interface Crop {
  /** The part within the frame as a JPEG file of `width` pixels across. */
  cut: () => Promise<File>;
}

const HEIGHT = 240;

/**
 * A frame of fixed proportion over a picture: drag or the arrow keys move it, the slider enlarges. The frame always
 * lies within the picture.
 * @param ratio width by height, e.g. 3/4 of an identity photo
 * @param onReady gets what cuts the part out
 */
export function CropBox({
  picture,
  name,
  ratio,
  width,
  onReady,
}: {
  picture: ImageBitmap;
  name: string;
  ratio: number;
  width: number;
  onReady: (crop: Crop) => void;
}) {
  const box = useRef<HTMLCanvasElement>(null);
  const zoomId = useId();
  const [view, setView] = useState({ x: 0.5, y: 0.5, zoom: 1 });
  const frame = { width: Math.round(HEIGHT * ratio), height: HEIGHT };
  const part = partOf(picture, ratio, view);

  useEffect(() => {
    const context = box.current?.getContext('2d');
    context?.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, frame.width, frame.height);
    onReady({
      cut: async () => {
        const size = { width, height: Math.round(width / ratio) };
        const blob = await drawJpeg(picture, part, size, 0.9);
        return new File([blob], name.replace(/\.[^.]+$/, '.jpg'), { type: 'image/jpeg' });
      },
    });
  });

  /** Moves the picture under the frame by pixels of the screen. */
  const move = (dx: number, dy: number) =>
    setView((now) => {
      const seen = partOf(picture, ratio, now);
      const free = { x: picture.width - seen.width, y: picture.height - seen.height };
      const shift = (at: number, by: number, room: number) =>
        room <= 0 ? 0.5 : Math.min(1, Math.max(0, at - (by * seen.width) / frame.width / room));
      return { ...now, x: shift(now.x, dx, free.x), y: shift(now.y, dy, free.y) };
    });
  const keys: Record<string, [number, number]> = {
    ArrowLeft: [8, 0],
    ArrowRight: [-8, 0],
    ArrowUp: [0, 8],
    ArrowDown: [0, -8],
  };

  return (
    <div>
      <div className="image-crop" style={frame}>
        <canvas
          ref={box}
          width={frame.width}
          height={frame.height}
          tabIndex={0}
          aria-label="裁剪框：拖动或用方向键移动图片"
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => {
            if (event.buttons === 1) move(event.movementX, event.movementY);
          }}
          onKeyDown={(event) => {
            const by = keys[event.key];
            if (!by) return;
            event.preventDefault();
            move(...by);
          }}
        />
      </div>
      <label className="field-label" htmlFor={zoomId}>
        放大
      </label>
      <input
        id={zoomId}
        type="range"
        min={1}
        max={4}
        step={0.05}
        value={view.zoom}
        onChange={(event) => setView({ ...view, zoom: Number(event.target.value) })}
      />
    </div>
  );
}

/** The part of a picture under the frame; `x` and `y` of the view are 0 to 1 of the room that is left. */
export function partOf(
  picture: { width: number; height: number },
  ratio: number,
  view: { x: number; y: number; zoom: number },
): { x: number; y: number; width: number; height: number } {
  const wide = picture.width / picture.height > ratio;
  const height = (wide ? picture.height : picture.width / ratio) / view.zoom;
  const width = height * ratio;
  return { x: (picture.width - width) * view.x, y: (picture.height - height) * view.y, width, height };
}
