import type { RefObject } from 'react';
import { checkText } from '#platform/text/textCheck.ts';
import { emit } from '#platform/web/call/events.ts';
import type { Form } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { maskedHtml, maskedText } from '../rules.mask.ts';

/** 一键遮盖 and 定位: hides the middle of every personal number that stands in the text, or shows the first of them. */
export function MaskButton({ form, found, box }: { form: Form; found: number; box: RefObject<HTMLDivElement | null> }) {
  if (found === 0) return null;
  const mask = () => {
    form.set({
      title: maskedText(form.text('title')),
      summary: maskedText(form.text('summary')),
      note: maskedText(form.text('note')),
      subtitles: maskedText(form.text('subtitles')),
      content: maskedHtml(form.text('content')),
    });
    emit('notice', { kind: 'success', text: `已遮盖${found}处，请核对` });
  };
  const locate = () => {
    for (const block of box.current?.querySelectorAll<HTMLElement>('p, h2, h3, h4, h5, li, td, th, blockquote') ?? []) {
      if (checkText(block.textContent ?? '').length === 0) continue;
      block.scrollIntoView({ block: 'center' });
      return;
    }
    document.querySelector<HTMLElement>('input[name="title"]')?.focus();
  };
  return (
    <div className="archive-mask">
      <Button size="compact" icon="search" iconSize={14} onClick={locate}>
        定位
      </Button>
      <Button size="compact" icon="eyeOff" iconSize={14} onClick={mask}>
        一键遮盖
      </Button>
    </div>
  );
}
