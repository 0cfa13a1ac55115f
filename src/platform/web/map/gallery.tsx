import { useState } from 'react';
import type { Point } from '#platform/places/coordinates.ts';
import { Case, Cases } from '../gallery/Case.tsx';
import { Button } from '../ui/Button.tsx';
import CoordinateDialog from './CoordinateDialog.tsx';

const SETTINGS = { provider: null, tileKey: '', tileOrigin: null, city: '峡州' } as const;
const FOUND = [{ name: '江南街道办事处', address: '峡州市临峡区江南大道8号', lng: 111.284, lat: 30.676 }];

function Held({ base, start, fault }: { base: 'city' | 'grid'; start: Point | null; fault: string | null }) {
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState(start);
  return (
    <>
      <Button onClick={() => setOpen(true)}>设置坐标</Button>
      <p className="field-hint">{value ? value.join('，') : '未设置'}</p>
      {open && (
        <CoordinateDialog
          settings={{ ...SETTINGS, base }}
          value={value}
          find={async () => ({ places: fault ? [] : FOUND, fault })}
          onSet={(point) => {
            setValue(point);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** 坐标设置 with and without a point, on the drawn city and on the grid, with a provider that does not answer. */
export default function MapGallery() {
  return (
    <Cases>
      <Case title="已有坐标">
        <Held base="city" start={[111.2865, 30.6919]} fault={null} />
      </Case>
      <Case title="未设置坐标，经纬网底图">
        <Held base="grid" start={null} fault={null} />
      </Case>
      <Case title="地图服务没有回答">
        <Held base="city" start={null} fault="外部服务暂时没有响应，请稍后再试" />
      </Case>
    </Cases>
  );
}
