import { useState } from 'react';
import { readIdCard } from '#people/member/rules/idCard.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { AreaField, DateField, Field, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { RegionField } from '#platform/web/form/RegionField.tsx';
import type { Form, FormValues } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { findPlaces } from '../contract.acts.ts';
import { RANGES, REASONS, sixMonthsAfter, TOO_SHORT, TRADES } from '../rules.ts';
import '#platform/web/field/matter.css';
import './floating.css';

/** What is wrong with the number of an id card as it is typed. */
export const checkCard = ({ idCardNo }: FormValues): Record<string, string> => {
  const read = readIdCard(String(idCardNo ?? ''), '9999-12-31');
  return idCardNo && 'reason' in read ? { idCardNo: read.reason } : {};
};

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Where somebody goes, why, and from when to when; of every form of an absence. */
export function LeavingFields({ form, place = true }: { form: Form; place?: boolean }) {
  const started = form.text('startedOn');
  const planned = form.text('plannedTo');
  const from = isDay(started) ? sixMonthsAfter(started) : '';
  const isShort = from !== '' && isDay(planned) && planned < from;
  return (
    <>
      <SelectField form={form} name="range" label="流动范围" required options={optionsOf(RANGES)} />
      <RegionField
        form={form}
        name="region"
        label="流入地区"
        required
        max={60}
        hint={form.text('range') === '3' ? '填写国家和城市' : '从省、市名称开始，如 广东省深圳市'}
      />
      <TextField form={form} name="place" label="详细地点" max={80} hint="街道、单位或学校" />
      <SelectField form={form} name="reason" label="流动原因" required options={optionsOf(REASONS)} />
      <SelectField form={form} name="trade" label="从事行业" required options={optionsOf(TRADES)} />
      <DateField form={form} name="startedOn" label="外出日期" required />
      <DateField
        form={form}
        name="plannedTo"
        label="预计返回日期"
        hint={isShort ? TOO_SHORT : from ? `满6个月为${from}，没有返回打算可不填（已满6个月的）` : '满6个月才登记流动'}
      />
      {place && <PlaceField form={form} />}
    </>
  );
}

/** The organisation of the inflow: found by its name in the whole platform, or written as it is called elsewhere. */
function PlaceField({ form }: { form: Form }) {
  const [open, setOpen] = useState(false);
  const text = form.text('toOrgName').trim();
  const chosen = form.text('toOrgId');
  const placesQuery = useCall(
    findPlaces,
    { name: text },
    { quiet: true, enabled: open && !chosen && text.length >= 2 },
  );
  const places = open && !chosen && text.length >= 2 ? (placesQuery.data ?? []) : [];
  return (
    <Field
      form={form}
      name="toOrgName"
      label="流入地党组织"
      hint={chosen ? '本平台的党组织，登记后由其接收' : '输入名称查找；本平台没有的直接写全称'}
    >
      {(control) => (
        <>
          <span className="field-box">
            <input
              {...control}
              autoComplete="off"
              maxLength={60}
              value={form.text('toOrgName')}
              onFocus={() => setOpen(true)}
              onChange={(event) => form.set({ toOrgName: event.target.value, toOrgId: '' })}
            />
          </span>
          {places.length > 0 && (
            <ul className="found-places" aria-label="本平台的党组织">
              {places.map((place) => (
                <li key={place.id}>
                  <Pressable
                    onClick={() => {
                      form.set({ toOrgName: place.name, toOrgId: place.id });
                      setOpen(false);
                    }}
                  >
                    {place.name}
                    <small className="muted"> {place.above}</small>
                  </Pressable>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  );
}

/** An opinion of one act. */
export const NoteField = ({ form, label }: { form: Form; label: string }) => (
  <AreaField form={form} name="note" label={label} max={200} />
);
