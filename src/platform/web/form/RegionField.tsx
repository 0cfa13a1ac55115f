import type { ReactNode } from 'react';
import { useSite } from '../session/session.ts';
import { Combo } from './Combo.tsx';
import { Field } from './fields.tsx';
import { placesFor } from './places.ts';
import type { Form } from './useForm.ts';

interface RegionProps {
  form: Form;
  name: string;
  label: string;
  max: number;
  required?: boolean;
  hint?: ReactNode;
}

/**
 * A place as text, with the dictionary of regions (GB/T 2260): province, then prefecture, by mouse or by arrows and Enter; found by
 * name, pinyin or initials. Any other text is allowed too.
 */
export function RegionField({ form, name, label, max, required, hint }: RegionProps) {
  const { city } = useSite();
  const text = form.text(name);
  return (
    <Field form={form} name={name} label={label} hint={hint} {...(required ? { required } : {})}>
      {(control) => (
        <Combo
          control={control}
          listLabel={`${label}的行政区划`}
          text={text}
          max={max}
          find={() =>
            placesFor(text, city).map((region) => ({
              key: region.code,
              label: text && region.full.startsWith(text) ? region.name : region.full,
              full: region.full,
            }))
          }
          onText={(typed) => form.set({ [name]: typed })}
          onTake={({ full }) => form.set({ [name]: full })}
        />
      )}
    </Field>
  );
}
