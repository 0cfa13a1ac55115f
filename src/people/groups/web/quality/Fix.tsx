import type { FormEvent } from 'react';
import { Link } from 'react-router';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import type { FaultRow } from '#people/member/contract.quality.ts';
import { getIntegrity, listFaults } from '#people/member/contract.quality.ts';
import { GENDERS, memberForm, PERSON_CATEGORIES, updateMember } from '#people/member/contract.ts';
import { FIELD_LABELS, PERSON_FIELDS } from '#people/member/rules/fields.ts';
import { PROCEDURE_FIELDS } from '#people/member/rules/procedure.ts';
import { OrgField } from '#people/org/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { DateField, MaskedField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { useUndo } from '#platform/web/press/undo.ts';
import { Button } from '#platform/web/ui/Button.tsx';

const DAYS: readonly string[] = ['birthDate', 'appliedOn', 'admissionDate', 'conversionDate', 'joinedBranchOn'];
const CHOICES: Readonly<Record<string, Readonly<Record<string | number, string>>>> = {
  gender: GENDERS,
  personCategory: PERSON_CATEGORIES,
};
const PERSONAL: readonly string[] = PERSON_FIELDS.filter(({ personal }) => personal).map(({ wire }) => wire);
/** What cannot be put back from here: of a number the mask alone is known, and a day that is filled in stands. */
const LASTING: readonly string[] = [...PERSONAL, ...PROCEDURE_FIELDS];

/** One field of a person, as the form of the main record has it. */
function FixField({ form, name, row }: { form: Form; name: string; row: FaultRow }) {
  const dict = useDict('0005', '0006', '0007', '0008', '0009');
  const label = FIELD_LABELS[name] ?? name;
  const code = PERSON_FIELDS.find(({ wire }) => wire === name)?.dictionary as keyof typeof dict | undefined;
  if (name === 'orgId') return <OrgField form={form} name={name} label={label} count="branches" />;
  if (DAYS.includes(name)) return <DateField form={form} name={name} label={label} />;
  if (PERSONAL.includes(name)) {
    return (
      <MaskedField
        form={form}
        name={name}
        label={label}
        max={name === 'idCardNo' ? 18 : 14}
        masked={row.values[name] ?? ''}
        clean={(text) => text.toUpperCase()}
      />
    );
  }
  const names = CHOICES[name];
  if (names) {
    const options = Object.entries(names).map(([value, title]) => ({ value, label: title }));
    return <SelectField form={form} name={name} label={label} required options={options} />;
  }
  if (code) return <SelectField form={form} name={name} label={label} options={dict[code]} />;
  return <TextField form={form} name={name} label={label} max={name === 'residence' ? 120 : 60} />;
}

/** What stands until its correction is agreed to above, with the way to ask for it. */
export function Kept({ row }: { row: FaultRow }) {
  if (row.kept.length === 0) return null;
  const words = row.kept.map((name) => `${FIELD_LABELS[name] ?? name}：${row.words[name] || '空'}`);
  return (
    <p className="fault-row">
      {words.join('，')}
      {row.can.correct && (
        <>
          {' '}
          <Link to={`/affairs/recruitment/correct/${row.id}`}>
            申请更正<span className="visually-hidden">{row.name}</span>
          </Link>
        </>
      )}
    </p>
  );
}

/** The fields in which a fault is fixed, in its row; what is fixed leaves the list and can be taken back. */
export function Fix({ row, onDone }: { row: FaultRow; onDone: () => void }) {
  const update = useAct(updateMember, { quiet: true });
  const offer = useUndo(updateMember, {
    ...updateMember,
    stale: () => [...(updateMember.stale?.() ?? []), getIntegrity, listFaults],
  });
  const names = Object.keys(row.values).filter((name) => !row.kept.includes(name));
  const open = names.filter((name) => !PERSONAL.includes(name) || row.values[name] === '');
  const form = useForm({
    schema: memberForm,
    of: `Fix ${row.id}`,
    isNew: false,
    initial: Object.fromEntries(open.map((name) => [name, row.values[name] ?? ''])),
  });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (form.dirty.length === 0) {
      emit('notice', { kind: 'info', text: '没有改动' });
      return;
    }
    if (!form.validate()) return;
    const changes = form.changes();
    try {
      const { version } = await update.mutateAsync({ id: row.id, version: row.version, ...changes });
      form.sent();
      const back = Object.fromEntries(Object.keys(changes).map((name) => [name, row.values[name] ?? '']));
      if (Object.keys(changes).some((name) => LASTING.includes(name))) {
        emit('notice', { kind: 'success', text: `已修改${row.name}` });
      } else {
        offer(`已修改${row.name}`, { id: row.id, version, ...back });
      }
      onDone();
    } catch (error) {
      if (form.take(error) || !(error instanceof ApiError)) return;
      emit('notice', { kind: 'error', text: error.message });
      // Somebody else was here: the row is shown as it is now.
      onDone();
    }
  };
  return (
    <form ref={form.box} className="fault-fix" aria-label={`修改${row.name}`} noValidate onSubmit={save}>
      {names.map((name) => (
        <FixField key={name} form={form} name={name} row={row} />
      ))}
      <Button submit size="compact" disabled={update.isPending}>
        保存<span className="visually-hidden">{row.name}</span>
      </Button>
    </form>
  );
}
