import { z } from 'zod';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, Field, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { createQuestion, type QuestionRow, updateQuestion } from '../contract.bank.ts';
import { blanksIn, DIFFICULTIES, KINDS, type Kind, LETTERS, MAX_OPTIONS } from '../rules.ts';
import { StemField } from './StemField.tsx';
import './exam.css';

const schema = z.object({
  kind: z.string().min(1, '请选择题型'),
  stem: z.string().trim().min(1, '请输入题干'),
  rich: z.string(),
  difficulty: z.string().min(1, '请选择难度'),
  options: z.string(),
  key: z.string(),
  explanation: z.string(),
  labels: z.string(),
});
const list = (text: string): string[] => JSON.parse(text) as string[];

/** What a question says, as the form takes it. */
export type Said = Pick<
  QuestionRow,
  'kind' | 'stem' | 'rich' | 'difficulty' | 'options' | 'key' | 'explanation' | 'labels'
>;

/**
 * A question with its options and its key; the key's control follows from the kind.
 * @param read a question that is not in the bank yet, as it was read; `onTake` gets it as it was mended
 */
export function QuestionDialog({
  libId,
  question,
  read,
  onTake,
  onClose,
}: {
  libId: string;
  question: QuestionRow | null;
  read?: Said;
  onTake?: (said: Said) => void;
  onClose: () => void;
}) {
  const start = question ?? read;
  const create = useAct(createQuestion, { quiet: true });
  const update = useAct(updateQuestion, { quiet: true });
  const form = useForm({
    schema,
    initial: {
      kind: String(start?.kind ?? 1),
      stem: start?.stem ?? '',
      rich: start?.rich ?? '',
      difficulty: String(start?.difficulty ?? 3),
      options: JSON.stringify(start?.options.length ? start.options : ['', '', '', '']),
      key: JSON.stringify(start?.key ?? []),
      explanation: start?.explanation ?? '',
      labels: start?.labels.join('、') ?? '',
    },
    of: read ? null : `QuestionDialog ${libId} ${question?.id ?? ''}`,
    isNew: question === null,
  });
  const kind = Number(form.text('kind')) as Kind;
  const save = async () => {
    const said = {
      kind,
      stem: form.text('stem'),
      rich: form.text('rich'),
      difficulty: Number(form.text('difficulty')),
      options: kind <= 2 ? list(form.text('options')) : [],
      key: list(form.text('key')),
      explanation: form.text('explanation'),
      labels: form
        .text('labels')
        .split(/[、,，\s]+/)
        .filter(Boolean),
    };
    if (onTake) return onTake(said);
    return question
      ? update.mutateAsync({ ...said, libId, id: question.id, version: question.version })
      : create.mutateAsync({ ...said, libId });
  };
  return (
    <FormDialog
      title={read ? '修改读出的试题' : question ? '编辑试题' : '新增试题'}
      icon="edit"
      width={700}
      form={form}
      pending={create.isPending || update.isPending}
      onSave={save}
      onClose={onClose}
    >
      {question?.isUsed && <p className="banner">考试用过这道题：保存后成为新的版本，考过的答卷不变。</p>}
      {question?.toMend && <p className="banner warn">待修订。{question.toMend}</p>}
      <SelectField
        form={form}
        name="kind"
        label="题型"
        required
        options={optionsOf(KINDS)}
        onPick={() => form.set({ key: '[]' })}
      />
      <StemField form={form} hint={kind === 4 ? '用____标出每一处空格' : undefined} />
      {kind <= 2 && <Options form={form} kind={kind} />}
      {kind === 3 && <Judge form={form} />}
      {kind === 4 && <Blanks form={form} />}
      {kind === 5 && <Essay form={form} />}
      <AreaField form={form} name="explanation" label="解析" wide max={1000} rows={2} hint="成绩公布后考生才看得到" />
      <SelectField form={form} name="difficulty" label="难度" required options={optionsOf(DIFFICULTIES)} />
      <TextField form={form} name="labels" label="标签" max={110} hint="最多5个，用顿号隔开" />
    </FormDialog>
  );
}

type Form = ReturnType<typeof useForm>;

function Options({ form, kind }: { form: Form; kind: Kind }) {
  const options = list(form.text('options'));
  const key = list(form.text('key'));
  const write = (next: readonly string[], right: readonly string[] = key) =>
    form.set({ options: JSON.stringify(next), key: JSON.stringify(right) });
  const tick = (place: string) =>
    write(options, kind === 1 ? [place] : key.includes(place) ? key.filter((one) => one !== place) : [...key, place]);
  return (
    <Field
      form={form}
      name={form.faults.options ? 'options' : 'key'}
      label="选项"
      required
      wide
      hint={kind === 1 ? '点左边的圆点选正确答案' : '勾选全部正确答案，至少两个'}
    >
      {(control) => (
        <fieldset className="exam-edit-options" id={control.id} aria-label="选项">
          {options.map((option, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
            <div key={at} className="exam-edit-option">
              <input
                type={kind === 1 ? 'radio' : 'checkbox'}
                className={kind === 1 ? undefined : 'tick'}
                name="exam-right"
                aria-label={`${LETTERS[at]}是正确答案`}
                checked={key.includes(String(at))}
                onChange={() => tick(String(at))}
              />
              <b>{LETTERS[at]}</b>
              <span className="field-box">
                <input
                  aria-label={`选项${LETTERS[at]}`}
                  value={option}
                  maxLength={300}
                  onChange={(event) => write(options.map((one, place) => (place === at ? event.target.value : one)))}
                />
              </span>
              <IconButton
                look="plain"
                size="compact"
                icon="close"
                iconSize={14}
                label={`移除选项${LETTERS[at]}`}
                disabled={options.length <= 2}
                onClick={() =>
                  write(
                    options.filter((_one, place) => place !== at),
                    key
                      .filter((one) => Number(one) !== at)
                      .map((one) => (Number(one) > at ? String(Number(one) - 1) : one)),
                  )
                }
              />
            </div>
          ))}
          {options.length < MAX_OPTIONS && (
            <Button size="compact" icon="plus" onClick={() => write([...options, ''])}>
              添加选项
            </Button>
          )}
        </fieldset>
      )}
    </Field>
  );
}

function Judge({ form }: { form: Form }) {
  const [now] = list(form.text('key'));
  return (
    <Field form={form} name="key" label="答案" required wide>
      {(control) => (
        <fieldset id={control.id} className="exam-row" aria-label="答案">
          {(['1', '0'] as const).map((value) => (
            <label key={value} className="filter-option">
              <input
                type="radio"
                name="exam-judge"
                checked={now === value}
                onChange={() => form.set({ key: JSON.stringify([value]) })}
              />
              {value === '1' ? '正确' : '错误'}
            </label>
          ))}
        </fieldset>
      )}
    </Field>
  );
}

function Blanks({ form }: { form: Form }) {
  const key = list(form.text('key'));
  const blanks = Math.max(1, blanksIn(form.text('stem')));
  return (
    <Field
      form={form}
      name="key"
      label="各空答案"
      required
      wide
      hint="同义的答案用 | 隔开；判分时忽略全半角、大小写和空格"
    >
      {(control) => (
        <div id={control.id} className="exam-edit-options">
          {Array.from({ length: blanks }, (_one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a blank is its place
            <span key={at} className="field-box">
              <input
                aria-label={`第${at + 1}空`}
                placeholder={`第${at + 1}空`}
                value={key[at] ?? ''}
                onChange={(event) =>
                  form.set({
                    key: JSON.stringify(
                      Array.from({ length: blanks }, (_all, place) =>
                        place === at ? event.target.value : (key[place] ?? ''),
                      ),
                    ),
                  })
                }
              />
            </span>
          ))}
        </div>
      )}
    </Field>
  );
}

function Essay({ form }: { form: Form }) {
  const [now = ''] = list(form.text('key'));
  return (
    <Field form={form} name="key" label="参考答案或评分要点" required wide>
      {(control) => (
        <textarea
          {...control}
          className="field-area"
          rows={3}
          maxLength={1000}
          value={now}
          onChange={(event) => form.set({ key: JSON.stringify([event.target.value]) })}
        />
      )}
    </Field>
  );
}
