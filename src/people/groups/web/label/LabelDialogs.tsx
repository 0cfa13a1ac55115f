import { useId, useRef, useState } from 'react';
import { z } from 'zod';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { DiffDialog } from '#platform/web/dialogs/DiffDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useRecordSave } from '#platform/web/form/useRecordSave.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { TagInput, type Tags } from '#platform/web/tags/TagInput.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  COLOURS,
  checkKeyword,
  createLabel,
  getLabel,
  type LabelRow,
  labelChoices,
  labelForm,
  MAX_KEYWORDS,
  mergeLabels,
  updateLabel,
} from '../../contract.labels.ts';
import { Labels } from '../pickers.tsx';

/** The keywords are held as one text, so that the form knows whether they changed. */
const form = labelForm.extend({ keywords: z.string() });
const listOf = (text: string) => text.split(',').filter(Boolean);
const valuesOf = (row: Pick<LabelRow, 'name' | 'colour' | 'description' | 'keywords'>) => ({
  name: row.name,
  colour: row.colour,
  description: row.description,
  keywords: row.keywords.join(','),
});
const START = { name: '', colour: 'grey', description: '', keywords: [] };
const FIELDS = { name: '名称', colour: '颜色', description: '说明', keywords: '关键词' } as const;
const words = (field: string, value: string | boolean | undefined) => {
  const text = String(value ?? '');
  if (field === 'keywords') return listOf(text).join('、');
  return field === 'colour' ? (COLOURS[text as keyof typeof COLOURS] ?? text) : text;
};
const OPTIONS = optionsOf(COLOURS);

/** Adds a label, or edits `row`. */
export function LabelDialog({ row, onClose }: { row: LabelRow | null; onClose: () => void }) {
  const create = useAct(createLabel, { quiet: true });
  const update = useAct(updateLabel, { quiet: true });
  const [start] = useState(() => valuesOf(row ?? START));
  const state = useForm({ schema: form, initial: start, of: `LabelDialog ${row?.id ?? ''}`, isNew: row === null });
  const tags = useRef<Tags>(null);
  const [typing, setTyping] = useState(false);
  const inputOf = <V extends Partial<z.input<typeof form>>>({ keywords, ...others }: V) => ({
    ...others,
    ...(keywords !== undefined && { keywords: listOf(String(keywords)) }),
  });
  const saver = useRecordSave({
    record: row,
    form: state,
    valuesOf,
    get: getLabel,
    input: (id) => ({ id }),
    update: (changes) => update.mutateAsync(inputOf(changes)),
    onSaved: () => {
      emit('notice', { kind: 'success', text: '保存成功' });
      onClose();
    },
  });
  const save = async () => {
    if (!row) return create.mutateAsync(inputOf(state.input()));
    await saver.save(row.id);
    return false;
  };
  const { conflict } = saver;
  if (conflict) {
    return (
      <DiffDialog
        name={conflict.name}
        who={conflict.updateName}
        differences={Object.entries(FIELDS).map(([field, label]) => ({
          field,
          label,
          base: words(field, start[field as keyof typeof start]),
          theirs: words(field, valuesOf(conflict)[field as keyof typeof start]),
          mine: words(field, state.values[field as keyof typeof start]),
        }))}
        onMerge={saver.merge}
        onClose={saver.leaveConflict}
      />
    );
  }
  return (
    <FormDialog
      icon="bookmark"
      width={700}
      title={row ? `编辑标签 ${row.name}` : '新增标签'}
      form={state}
      pending={create.isPending || update.isPending}
      touched={typing}
      ready={async () => (await tags.current?.settle()) ?? true}
      onSave={save}
      onClose={onClose}
    >
      <TextField form={state} name="name" label="名称" required max={20} />
      <SelectField form={state} name="colour" label="颜色" required options={OPTIONS} />
      <p className="content-line">
        <span className="muted">样式</span>
        <Labels labels={[{ id: 'shown', name: state.text('name') || '标签', colour: state.text('colour') }]} />
      </p>
      <div>
        <TagInput
          ref={tags}
          onTyping={setTyping}
          label="关键词"
          max={MAX_KEYWORDS}
          value={listOf(state.text('keywords'))}
          onChange={(words) => state.set({ keywords: words.join(',') })}
          check={async (keyword) => {
            const { valid, message } = await call(checkKeyword, { keyword, id: row?.id ?? null }, { quiet: true });
            return valid ? null : message;
          }}
        />
        {state.faults.keywords && (
          <p className="field-fault" role="alert">
            <Icon name="warning" size={14} />
            {state.faults.keywords}
          </p>
        )}
        <p className="field-hint">标题或说明里出现关键词时，会提示加上这个标签；一个关键词只属于一个标签</p>
      </div>
      <AreaField form={state} name="description" label="说明" max={200} rows={2} />
    </FormDialog>
  );
}

/** Merges `row` into another label. */
export function MergeDialog({ row, onClose }: { row: LabelRow; onClose: () => void }) {
  const choices = useCall(labelChoices, {}, { quiet: true });
  const merge = useAct(mergeLabels, { quiet: true });
  const id = useId();
  const [intoId, setIntoId] = useState('');
  const [fault, setFault] = useState('');
  const others = (choices.data ?? []).filter((label) => label.id !== row.id);
  const into = others.find((label) => label.id === intoId);
  const submit = async () => {
    if (!into) {
      setFault('请选择并入哪个标签');
      document.getElementById(id)?.focus();
      return;
    }
    try {
      const { moved } = await merge.mutateAsync({ id: row.id, intoId });
      emit('notice', { kind: 'success', text: `已并入“${into.name}”，${moved}条内容换上了新标签` });
      onClose();
    } catch (error) {
      if (error instanceof ApiError) setFault(error.message);
    }
  };
  return (
    <Dialog
      title={`合并标签 ${row.name}`}
      icon="bookmark"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={merge.isPending} onClick={() => void submit()}>
            合并
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <p>
          带有“{row.name}”的内容改为带有所选标签，关键词一并归入；“{row.name}”移入回收站，不再使用。
        </p>
        <div>
          <label className="field-label" htmlFor={id}>
            <span className="must">*</span>并入标签
          </label>
          <span className={fault ? 'field-box wrong' : 'field-box'}>
            <select
              id={id}
              value={intoId}
              aria-required
              aria-invalid={fault !== ''}
              aria-describedby={`${id}-fault`}
              onChange={(event) => {
                setIntoId(event.target.value);
                setFault('');
              }}
            >
              <option value="">{choices.data ? '请选择' : '正在读取标签'}</option>
              {others.map((label) => (
                <option key={label.id} value={label.id}>
                  {label.name}
                </option>
              ))}
            </select>
            <Icon name="down" size={14} />
          </span>
          {choices.error && !choices.data ? (
            <p id={`${id}-fault`} className="field-fault" role="alert">
              <Icon name="warning" size={14} />
              标签没有读到：{choices.error.message}
              <Button look="word" onClick={() => choices.refetch()}>
                重试
              </Button>
            </p>
          ) : (
            fault && (
              <p id={`${id}-fault`} className="field-fault" role="alert">
                <Icon name="warning" size={14} />
                {fault}
              </p>
            )
          )}
        </div>
      </div>
    </Dialog>
  );
}
