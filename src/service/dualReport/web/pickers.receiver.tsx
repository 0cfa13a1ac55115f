import { useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { findReceivers } from '../contract.ts';
import './dualReport.css';

/** The community: found by its name in the whole platform; only those are offered that receive. */
export function ReceiverField({
  form,
  label,
  hint,
  name = 'orgId',
  kind = 'member',
}: {
  form: Form;
  label: string;
  hint: string;
  /** The field that holds the id; the name stands in `orgName`. */
  name?: string;
  kind?: 'member' | 'org';
}) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = form.text(name);
  const text = (typed ?? form.text('orgName')).trim();
  const receiversQuery = useCall(findReceivers, { name: text, kind }, { quiet: true, enabled: open && !chosen });
  const places = open && !chosen ? (receiversQuery.data ?? []) : [];
  return (
    <Field form={form} name={name} label={label} required wide hint={chosen ? '' : hint}>
      {(control) => (
        <>
          <span className={control['aria-invalid'] ? 'field-box wrong' : 'field-box'}>
            <input
              {...control}
              autoComplete="off"
              maxLength={40}
              placeholder="输入社区名称查找"
              value={typed ?? form.text('orgName')}
              onFocus={() => setOpen(true)}
              onChange={(event) => {
                setTyped(event.target.value);
                setOpen(true);
                form.set({ [name]: '', orgName: '' });
              }}
            />
          </span>
          {places.length > 0 && (
            <ul className="found-places" aria-label="可以报到的社区党组织">
              {places.map((place) => (
                <li key={place.id}>
                  <Pressable
                    onClick={() => {
                      form.set({ [name]: place.id, orgName: place.name });
                      setTyped(null);
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
          {open && !chosen && receiversQuery.data?.length === 0 && (
            <p className="field-hint" role="status">
              没有找到接收报到的社区党组织，请换个名称，或请上级在双报到配置里开通。
            </p>
          )}
        </>
      )}
    </Field>
  );
}

/** Why one cannot report to the place that was chosen, before anything else is typed. */
export function PlaceFault({ why }: { why: string | undefined }) {
  if (!why) return null;
  return (
    <p className="field-fault" role="alert">
      <Icon name="warning" size={14} />
      {why}
    </p>
  );
}
