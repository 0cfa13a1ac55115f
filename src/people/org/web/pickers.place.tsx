import { Suspense, useState } from 'react';
import { findPlaces, mapSettings } from '#people/map/contract.ts';
import type { Point } from '#platform/places/coordinates.ts';
import { call } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { TextField } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

const CoordinateDialog = lazyPart(() => import('#platform/web/map/CoordinateDialog.tsx'));

/** Where an organisation is: two fields (WGS84), and the dialog that fills them from the map. */
export function OrgPlace({ form }: { form: Form }) {
  const [open, setOpen] = useState(false);
  const settings = useCall(mapSettings, {}, { enabled: open, quiet: true, staleTime: 600_000 });
  const ask = () => {
    setOpen(true);
    if (settings.error) void settings.refetch();
  };
  const [lng, lat] = [form.text('lng'), form.text('lat')];
  const value: Point | null =
    lng.trim() && lat.trim() && Number(lng) && Number(lat) ? [Number(lng), Number(lat)] : null;
  return (
    <>
      <TextField form={form} name="lng" label="经度" max={12} inputMode="decimal" hint="73 到 136，如 111.2865" />
      <TextField form={form} name="lat" label="纬度" max={12} inputMode="decimal" hint="3 到 54，如 30.6919" />
      <p className="form-field wide">
        <Button size="compact" icon="map" aria-haspopup="dialog" onClick={ask}>
          在地图上设置坐标
        </Button>
        {open && !settings.data && (
          <span className={settings.error ? 'field-fault' : 'muted small'} role="status">
            {settings.isFetching ? '正在打开地图…' : settings.error?.message}
          </span>
        )}
      </p>
      {open && settings.data && (
        <Suspense>
          <CoordinateDialog
            settings={settings.data}
            value={value}
            find={(city, keyWords) => call(findPlaces, { city, keyWords }, { quiet: true })}
            onSet={(point) => {
              form.set({ lng: point ? String(point[0]) : '', lat: point ? String(point[1]) : '' });
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
