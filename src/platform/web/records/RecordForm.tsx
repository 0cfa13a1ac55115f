import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import {
  type Around,
  changeFaults,
  idInput,
  MOST_RECORD_FILES,
  ownerName,
  type RecordCalls,
  type RecordField,
  type RecordFile,
  type RecordRow,
  type RecordType,
  type RecordValues,
  recordForm,
} from '#platform/records/records.ts';
import { emit } from '../call/events.ts';
import { useAct } from '../call/hooks.ts';
import { DiffDialog } from '../dialogs/DiffDialog.tsx';
import { Doubts } from '../form/Doubts.tsx';
import { FormPage } from '../form/FormPage.tsx';
import { AreaField, DateField, SelectField, TextField } from '../form/fields.tsx';
import { RegionField } from '../form/RegionField.tsx';
import { type Form, type FormValues, useForm } from '../form/useForm.ts';
import { useRecordSave } from '../form/useRecordSave.ts';
import { clearKeptInput } from '../kept/useKept.ts';
import type { Option } from '../list/columns.ts';
import { Icon } from '../show/icons.tsx';
import { AttachmentField } from '../upload/AttachmentField.tsx';
import { uploadedAlready } from '../upload/keptFiles.ts';

/** The entries of the dictionaries that a sort's fields name, by code. */
export type Choices = Readonly<Record<string, readonly Option[]>>;

interface RecordFormProps {
  sort: RecordType;
  /** `add` may be left out where there always is a row. */
  calls: Pick<RecordCalls, 'get' | 'edit'> & Partial<Pick<RecordCalls, 'add'>>;
  ownerId: string;
  /** Null while adding. */
  row: RecordRow | null;
  choices: Choices;
  /** What should be known before it is entered; it warns and refuses nothing. */
  notes?: readonly string[];
  /** What the row is held against, where the sort says so. */
  around?: Around;
  /** E.g. 新增家庭成员 黄立新. */
  title: string;
  /** Where the form came from. */
  back: string;
}

/** The attachments, where they stand beside the fields. */
const FILES: RecordField = { name: 'files', label: '附件', kind: 'line' };

/** What the form asks for. */
const written = (sort: RecordType) => sort.fields.filter(({ made }) => !made);

/** Attachments as ids joined by commas. */
const formValues = (sort: RecordType, row: RecordRow | null): FormValues => ({
  ...Object.fromEntries(written(sort).map(({ name }) => [name, String(row?.[name] ?? '')])),
  files: (row?.files ?? []).map(({ id }) => id).join(','),
});

/** What is sent: attachments as a list. */
const sent = ({ files, ...values }: Record<string, unknown>): Record<string, unknown> =>
  files === undefined ? values : { ...values, files: String(files).split(',').filter(Boolean) };

const fileNames = (ids: unknown, known: readonly RecordFile[]) =>
  String(ids ?? '')
    .split(',')
    .filter(Boolean)
    .map((id) => known.find((file) => file.id === id)?.name ?? '新上传的文件')
    .join('、');

/** The codes of the dictionaries that a sort's fields name. */
export const dictionariesOf = (sort: RecordType): string[] => [
  ...new Set(sort.fields.flatMap(({ dictionary }) => dictionary ?? [])),
];

/** The form of one row of a sort of sub-records, to add and to edit. */
export function RecordForm({ sort, calls, ownerId, row, choices, notes = [], around, title, back }: RecordFormProps) {
  const navigate = useNavigate();
  const create = useAct(calls.add ?? calls.edit, { quiet: true });
  const update = useAct(calls.edit, { quiet: true });
  const schema = useMemo(() => recordForm(sort), [sort]);
  // The row is read again behind an open form; what the form started from must not move under it.
  const [start] = useState(() => formValues(sort, row));
  const form = useForm({
    schema,
    initial: start,
    of: `RecordForm ${sort.kind}`,
    isNew: row === null,
    check: (values) => {
      const before = { id: row?.id ?? null, fields: (row ? start : {}) as RecordValues };
      return changeFaults(sort, before, values as RecordValues, new Date().toLocaleDateString('sv-SE'), around);
    },
  });
  const doubts = around
    ? (sort.against?.(sort, { id: row?.id ?? null, fields: form.values as RecordValues }, around) ?? [])
    : [];
  const unlikely = doubts.filter(({ impossible }) => !impossible);
  const saver = useRecordSave({
    record: row,
    form,
    valuesOf: (current: RecordRow) => formValues(sort, current),
    get: calls.get,
    input: (id) => idInput(calls.get, id) as InputOf<typeof calls.get>,
    update: (input) => update.mutateAsync(sent(input) as InputOf<typeof calls.edit>),
    onSaved: () => done(),
  });
  const { conflict } = saver;
  const done = () => {
    clearKeptInput();
    emit('notice', { kind: 'success', text: '保存成功' });
    navigate(back, { replace: true });
  };
  const save = async () => {
    if (row) return saver.save(row.id);
    await create.mutateAsync({ ...sent(form.values), [ownerName(sort)]: ownerId } as InputOf<Endpoint>);
    done();
  };
  const wordOf = ({ dictionary }: RecordField, value: unknown) =>
    choices[dictionary ?? '']?.find((choice) => choice.value === value)?.label ?? String(value ?? '');

  return (
    <>
      <FormPage
        title={title}
        form={form}
        onSave={save}
        onCancel={() => navigate(back)}
        banners={
          <>
            {notes.map((note) => (
              <p key={note} className="banner warn" role="status">
                <Icon name="warning" />
                {note}
              </p>
            ))}
            <Doubts found={unlikely} />
          </>
        }
        doubts={unlikely}
        sections={[
          {
            id: sort.kind,
            title: sort.label,
            content: written(sort).map((field) => (
              <FieldOf key={field.name} field={field} form={form} choices={choices} />
            )),
          },
          {
            id: 'files',
            title: '附件',
            content: (
              <AttachmentField
                form={form}
                name="files"
                label="附件"
                format="common"
                count={MOST_RECORD_FILES}
                kept={uploadedAlready(row?.files)}
              />
            ),
          },
        ]}
      />
      {conflict && row && (
        <DiffDialog
          name={row.title}
          who={conflict.updateName}
          differences={[...written(sort), FILES].flatMap((field) => {
            const { name, label } = field;
            const words = (value: unknown) =>
              name === FILES.name ? fileNames(value, [...row.files, ...conflict.files]) : wordOf(field, value);
            const theirs = formValues(sort, conflict)[name];
            if (theirs === start[name] && form.values[name] === start[name]) return [];
            return [
              {
                field: name,
                label,
                base: words(start[name]),
                theirs: words(theirs),
                mine: words(form.values[name]),
              },
            ];
          })}
          onMerge={saver.merge}
          onClose={saver.leaveConflict}
        />
      )}
    </>
  );
}

function FieldOf({ field, form, choices }: { field: RecordField; form: Form; choices: Choices }) {
  const { name, label, hint } = field;
  const common = { form, name, label, ...(field.required ? { required: true } : {}), ...(hint ? { hint } : {}) };
  switch (field.kind) {
    case 'date':
      return <DateField {...common} />;
    case 'choice':
      return <SelectField {...common} options={choices[field.dictionary ?? ''] ?? []} />;
    case 'text':
      return <AreaField {...common} wide max={field.max ?? 500} />;
    case 'number':
      return <TextField {...common} inputMode="numeric" max={9} />;
    case 'line':
      return field.region ? (
        <RegionField {...common} max={field.max ?? 60} />
      ) : (
        <TextField {...common} max={field.max ?? 60} />
      );
  }
}
