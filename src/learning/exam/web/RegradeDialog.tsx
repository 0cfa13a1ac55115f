import { useState } from 'react';
import { z } from 'zod';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, Field } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type AnalysedItem, regrade } from '../contract.mark.ts';
import { type Kind, keyWords, LETTERS } from '../rules.ts';

const schema = z.object({ key: z.string(), reason: z.string().trim().min(1, '请写明重新判分的原因') });

/** 更正答案: another key, whose scores it changes, and why. */
export function RegradeDialog({ examId, item, onClose }: { examId: string; item: AnalysedItem; onClose: () => void }) {
  const write = useAct(regrade, { quiet: true });
  const form = useForm({
    schema,
    initial: { key: JSON.stringify(item.key), reason: '' },
    of: `RegradeDialog ${item.questionId}`,
    isNew: true,
  });
  const [seen, setSeen] = useState<ReplyOf<typeof regrade> | null>(null);
  const key = JSON.parse(form.text('key')) as string[];
  const input = { id: examId, questionId: item.questionId, key };
  const set = (next: readonly string[]) => {
    setSeen(null);
    form.set({ key: JSON.stringify(next) });
  };
  const preview = () =>
    call(regrade, { ...input, preview: true }, { quiet: true })
      .then(setSeen)
      .catch(form.tell);
  const places = item.kind === 3 ? ['1', '0'] : item.options.map((_option, at) => String(at));
  const single = item.kind === 1 || item.kind === 3;
  return (
    <FormDialog
      title="更正答案"
      icon="edit"
      width={700}
      act="更正并重新判分"
      form={form}
      pending={write.isPending}
      onSave={() => write.mutateAsync({ ...input, preview: false, reason: form.text('reason') })}
      onClose={onClose}
    >
      <p>
        {item.stem}
        <br />
        <span className="muted">原答案：{keyWords({ kind: item.kind as Kind, key: item.key })}</span>
      </p>
      <Field form={form} name="key" label="正确答案" required wide>
        {(control) =>
          item.kind === 4 ? (
            <div id={control.id} className="exam-edit-options">
              {item.key.map((_one, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a blank is its place
                <span key={at} className="field-box">
                  <input
                    aria-label={`第${at + 1}空`}
                    value={key[at] ?? ''}
                    onChange={(event) =>
                      set(item.key.map((_all, place) => (place === at ? event.target.value : (key[place] ?? ''))))
                    }
                  />
                </span>
              ))}
            </div>
          ) : (
            <fieldset id={control.id} className="exam-row" aria-label="正确答案">
              {places.map((place, at) => (
                <label key={place} className="filter-option">
                  <input
                    type={single ? 'radio' : 'checkbox'}
                    className={single ? undefined : 'tick'}
                    name="regrade-key"
                    checked={key.includes(place)}
                    onChange={() =>
                      set(
                        single
                          ? [place]
                          : key.includes(place)
                            ? key.filter((one) => one !== place)
                            : [...key, place].sort(),
                      )
                    }
                  />
                  {item.kind === 3 ? (place === '1' ? '正确' : '错误') : `${LETTERS[at]}.${item.options[at]}`}
                </label>
              ))}
            </fieldset>
          )
        }
      </Field>
      <p className="exam-row">
        <Button onClick={() => void preview()}>看看谁的分会变</Button>
        {seen && (
          <span role="status">
            {seen.answers}份答卷里{seen.changed}份的分数会变，{seen.passing}人变为及格，{seen.failing}人变为不及格
          </span>
        )}
      </p>
      <AreaField form={form} name="reason" label="原因" required wide max={200} hint="写入日志，并通知分数有变化的人" />
    </FormDialog>
  );
}
