import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { type Region, regionsFor } from '../../regions.ts';
import { useSite } from '../session.ts';
import { Field } from './fields.tsx';
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
 * A place as text, with the dictionary of regions (GB/T 2260) at hand: province, then prefecture, by mouse or by
 * arrows and Enter. What is typed further, or otherwise, is as good.
 */
export function RegionField({ form, name, label, max, required, hint }: RegionProps) {
  const id = useId();
  const { city } = useSite();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const text = form.text(name);
  const found = open ? regionsFor(text, city) : [];
  const isListed = found.length > 0;
  useEffect(() => {
    if (isListed) document.getElementById(`${id}-list`)?.scrollIntoView({ block: 'nearest' });
  }, [isListed, id]);
  const take = ({ full }: Region) => {
    form.set({ [name]: full });
    setActive(-1);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = found[active];
    if (step !== 0) {
      event.preventDefault();
      setOpen(true);
      const next = Math.max(-1, Math.min(active + step, found.length - 1));
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && isListed && chosen) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === 'Escape' && isListed) {
      event.stopPropagation();
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <Field form={form} name={name} label={label} hint={hint} {...(required ? { required } : {})}>
      {(control) => (
        <span className={control['aria-invalid'] ? 'field-box region wrong' : 'field-box region'}>
          <input
            {...control}
            role="combobox"
            autoComplete="off"
            maxLength={max}
            value={text}
            aria-autocomplete="list"
            aria-expanded={isListed}
            aria-controls={`${id}-list`}
            aria-activedescendant={isListed && active >= 0 ? `${id}-${active}` : undefined}
            // A click into the field, or typing, opens; Tab through the form does not.
            onClick={() => setOpen(true)}
            onKeyDown={press}
            onChange={(event) => {
              form.set({ [name]: event.target.value });
              setActive(-1);
              setOpen(true);
            }}
            onBlur={() => {
              setOpen(false);
              control.onBlur();
            }}
          />
          {isListed && (
            // Pressing an option must not take the focus out of the field, which would close the list before the click.
            <div id={`${id}-list`} role="listbox" aria-label={`${label}的行政区划`} className="region-list popup">
              {found.map((region, at) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which names the active option
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
                <div
                  key={region.code}
                  id={`${id}-${at}`}
                  role="option"
                  aria-selected={at === active}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => take(region)}
                >
                  {text && region.full.startsWith(text) ? region.name : region.full}
                </div>
              ))}
            </div>
          )}
        </span>
      )}
    </Field>
  );
}
