import { LateEditor } from '#platform/web/editor/EditorField.tsx';
import { AreaField, Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const asHtml = (lines: string) =>
  lines
    .split('\n')
    .map((line) => `<p>${line.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign)}</p>`)
    .join('');

/** The words of each block of an edited text as a line. */
function asLines(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.querySelectorAll('p, h2, h3, h4, h5, li, td, th')]
    .filter((block) => !block.querySelector('p, li'))
    .map((block) => block.textContent ?? '')
    .join('\n')
    .trim();
}

/**
 * The stem of a question: lines as they are typed, or with pictures, tables and marked words in the editor, which most
 * questions never need. Fields `stem` (the words, always) and `rich` (HTML; empty: lines alone).
 */
export function StemField({ form, hint }: { form: Form; hint: string | undefined }) {
  const rich = form.text('rich');
  if (rich === '')
    return (
      <>
        <AreaField form={form} name="stem" label="题干" required wide max={1000} hint={hint} />
        <div className="exam-stem-way wide">
          <Button size="compact" icon="edit" onClick={() => form.set({ rich: asHtml(form.text('stem')) })}>
            加图片、表格或字样
          </Button>
        </div>
      </>
    );
  return (
    <>
      <Field form={form} name="stem" label="题干" required wide hint={hint}>
        {(control) => (
          <LateEditor
            label="题干"
            withVideo={false}
            value={rich}
            onChange={(html) => form.set({ rich: html === '' ? '<p></p>' : html, stem: asLines(html) })}
            onBlur={control.onBlur}
            onWaiting={(waiting) => form.hold('rich', waiting ? '图片还没有传完，传完或停止后再保存' : '')}
            invalid={control['aria-invalid']}
            describedBy={control['aria-describedby']}
          />
        )}
      </Field>
      {!/<(img|table)\b/.test(rich) && (
        <div className="exam-stem-way wide">
          <Button size="compact" onClick={() => form.set({ rich: '' })}>
            改回纯文字
          </Button>
        </div>
      )}
    </>
  );
}
