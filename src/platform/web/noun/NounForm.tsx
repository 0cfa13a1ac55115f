import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { Field } from '#platform/noun/fields.ts';
import { besideName, fieldApplies, nounFaults } from '#platform/noun/noun.ts';
import { emit } from '../call/events.ts';
import { useAct, useCall } from '../call/hooks.ts';
import { DiffDialog } from '../dialogs/DiffDialog.tsx';
import { differencesOf } from '../dialogs/differences.ts';
import { EditorField } from '../editor/EditorField.tsx';
import { FormPage } from '../form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField, TickField } from '../form/fields.tsx';
import { type Form, type FormValues, useForm } from '../form/useForm.ts';
import { useRecordSave } from '../form/useRecordSave.ts';
import { clearKeptInput } from '../kept/useKept.ts';
import type { Option } from '../list/columns.ts';
import { placeOf } from '../list/listMemory.ts';
import { readQuery } from '../route/navigation.ts';
import { useSession } from '../session/session.ts';
import { useTitle } from '../shell/useTitle.ts';
import { RecordLoader } from '../show/RecordLoader.tsx';
import { Failed, Skeleton } from '../show/states.tsx';
import { AttachmentField } from '../upload/AttachmentField.tsx';
import { asInput, dictionariesOf, type NounRecord, type NounWeb, optionsOf, storedOf, typedOf } from './nounWeb.ts';

/** The form of a noun at `…/add/:orgId?` and `…/edit/:id`. The specification may name the id otherwise, or put both into the query. */
export function NounForm({ of }: { of: NounWeb }) {
  const { orgId, ...others } = useParams();
  const params = readQuery(useLocation().search, ['id', 'orgId']);
  const id = Object.values(others)[0] ?? params.id;
  const { user } = useSession();
  return id ? <Existing of={of} id={id} /> : <New of={of} orgId={orgId ?? params.orgId ?? user.workOrgId} />;
}

function New({ of, orgId }: { of: NounWeb; orgId: string }) {
  const org = of.house.useOrg(orgId);
  if (org.failed) return <Failed error={org.failed.error} onRetry={() => void org.failed?.refetch()} />;
  if (!org.name) return <Skeleton lines={10} />;
  const { fields } = of.noun.is;
  const empty = Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial]));
  return <Editor of={of} record={null} initial={{ ...empty, orgId }} />;
}

function Existing({ of, id }: { of: NounWeb; id: string }) {
  const query = useCall(of.calls.get, asInput(of.calls.get, { id }), { quiet: true, staleTime: 0 });
  return (
    <RecordLoader
      query={query as unknown as typeof query & { data: NounRecord | undefined }}
      fresh
      refused={({ can }) => (can.edit ? '' : `当前角色不能修改这个${of.noun.is.label}`)}
    >
      {(record) => <Editor key={id} of={of} record={record} initial={typedOf(of.noun, record)} />}
    </RecordLoader>
  );
}

const here = () => new Date().toLocaleDateString('sv-SE');

function Editor({ of, record, initial }: { of: NounWeb; record: NounRecord | null; initial: FormValues }) {
  const { noun, calls, house, place } = of;
  const { is } = noun;
  const navigate = useNavigate();
  const create = useAct(calls.create, { quiet: true });
  const update = useAct(calls.update, { quiet: true });
  const dict = house.useDict(...dictionariesOf(noun));
  // The record is read again behind an open form; what the form started from must not move under it.
  const [start] = useState(initial);
  const form = useApplying(
    of,
    useForm({
      schema: noun.form,
      initial: start,
      isNew: record === null,
      check: (values) => nounFaults(noun, storedOf(noun, values), here(), record && storedOf(noun, start)),
    }),
  );
  const saver = useRecordSave({
    record,
    form,
    valuesOf: (current: NounRecord) => typedOf(noun, current),
    get: calls.get,
    input: (id) => asInput(calls.get, { id }),
    // Texts as typed; the contract's own schema reads them on both sides.
    update: (input) => update.mutateAsync(asInput(calls.update, input)),
    onSaved: (id) => done(id),
  });
  const { conflict } = saver;
  const name = String(record?.[is.title] ?? '');
  const title = record ? `编辑 ${name}` : `新增${is.label}`;
  useTitle(title);

  const done = (id: string) => {
    clearKeptInput();
    emit('notice', { kind: 'success', text: '保存成功' });
    navigate(place.browse(id), { replace: true });
  };
  const save = async () => {
    if (record) return saver.save(record.id);
    const made: unknown = await create.mutateAsync(asInput(calls.create, form.values));
    done((made as { id: string }).id);
  };
  const stored = storedOf(noun, form.values);
  const words = (field: string, value: string | boolean | undefined): string => {
    const declared = is.fields[field];
    if (typeof value === 'boolean') return value ? '是' : '否';
    if (declared?.beside === 'name') {
      const known = [record, conflict].find((one) => one?.[field] === value);
      if (value === '' || known) return String(known?.[besideName(field)] ?? '');
      return `另选的${declared.label}`;
    }
    if (declared?.options.rich) return (value ?? '').replace(/<[^<>]*>/g, ' ').trim();
    return (declared && optionsOf(declared, dict).find((one) => one.value === value)?.label) || (value ?? '');
  };

  return (
    <>
      <FormPage
        title={title}
        form={form}
        onSave={save}
        onCancel={() => navigate(record ? place.browse(record.id) : placeOf(place.list))}
        sections={Object.entries(is.sections).map(([section, names], at) => ({
          id: String(at),
          title: section,
          content: names
            .filter((one) => fieldApplies(noun, one, stored))
            .map((one) => {
              const field = is.fields[one];
              const Own = of.controls?.[one];
              if (!field) return null;
              if (Own) return <Own key={one} form={form} name={one} field={field} record={record} />;
              return <Control key={one} of={of} form={form} name={one} field={field} dict={dict} record={record} />;
            }),
        }))}
      />
      {conflict && record && (
        <DiffDialog
          name={name}
          who={conflict.updateName}
          differences={differencesOf(
            [start, typedOf(noun, conflict), form.values],
            Object.fromEntries(Object.entries(is.fields).map(([one, { label }]) => [one, label])),
            words,
          )}
          onMerge={saver.merge}
          onClose={saver.leaveConflict}
        />
      )}
    </>
  );
}

/** A field that no longer applies after a change elsewhere is emptied with it: nobody could see or correct it. */
function useApplying({ noun }: NounWeb, form: Form): Form {
  return {
    ...form,
    set: (patch: FormValues) => {
      const next = { ...form.values, ...patch };
      const stored = storedOf(noun, next);
      const gone = Object.keys(noun.is.when ?? {}).filter((name) => next[name] && !fieldApplies(noun, name, stored));
      form.set({
        ...patch,
        ...Object.fromEntries(gone.map((name) => [name, noun.is.fields[name]?.initial ?? ''])),
      });
    },
  };
}

interface ControlProps {
  of: NounWeb;
  form: Form;
  name: string;
  field: Field;
  dict: Readonly<Record<string, readonly Option[]>>;
  record: NounRecord | null;
}

function Control({ of, form, name, field, dict, record }: ControlProps) {
  const { label, required, options } = field;
  const { hint, wide, max = 60 } = options;
  const common = { form, name, label, ...(required ? { required } : {}), ...(hint ? { hint } : {}) };
  switch (field.kind) {
    case 'organisation':
      return <of.house.OrgField {...common} />;
    case 'choice':
    case 'oneOf':
      return <SelectField {...common} options={optionsOf(field, dict)} />;
    case 'flag':
      return <TickField {...common} />;
    case 'day':
      return <DateField {...common} />;
    case 'text':
      if (options.rich) return <EditorField {...common} required={required} />;
      return <AreaField {...common} wide={wide ?? true} max={max} />;
    case 'whole':
      return <TextField {...common} max={String(max).length} inputMode="numeric" />;
    case 'files':
      return (
        <AttachmentField
          {...common}
          format={options.format ?? 'common'}
          count={options.count ?? 1}
          kept={record?.uploads?.[name] ?? []}
        />
      );
    case 'refers':
      throw new Error(`${name} wants a control of its own (nounWeb)`);
    case 'line': {
      const { clean, inputMode } = options;
      return (
        <TextField
          {...common}
          max={max}
          {...(wide ? { wide } : {})}
          {...(clean ? { clean } : {})}
          {...(inputMode ? { inputMode } : {})}
        />
      );
    }
  }
}
