import type { RefObject } from 'react';
import { useSiteWords } from '#people/groups/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import type { Form } from '#platform/web/form/useForm.ts';

import { PersonalNumbers } from '#platform/web/show/PersonalNumbers.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { fixedHtml, fixedText } from '../rules.mask.ts';
import { findPersonalNumbers, siteWordsIn } from '../rules.ts';
import { NUMBERS_LEAD } from './ArticleView.tsx';
import { MaskButton } from './MaskButton.tsx';

/** What is amiss with the text of a form while it is written, and the one press that fixes it. */
export function TextBanners({ form, box }: { form: Form; box: RefObject<HTMLDivElement | null> }) {
  const match = useSiteWords();
  const told = {
    title: form.text('title'),
    summary: form.text('summary'),
    content: form.text('content'),
    note: form.text('note'),
    subtitles: form.text('subtitles'),
  };
  const found = findPersonalNumbers(told);
  const { stops, reminds } = siteWordsIn(told, match);
  const fix = () => {
    form.set({
      title: fixedText(told.title, match),
      summary: fixedText(told.summary, match),
      note: fixedText(told.note, match),
      subtitles: fixedText(told.subtitles, match),
      content: fixedHtml(told.content, match),
    });
    emit('notice', { kind: 'success', text: '禁用词已遮盖，表述已改为规范写法，请核对' });
  };
  const locate = () => {
    for (const block of box.current?.querySelectorAll<HTMLElement>('p, h2, h3, h4, h5, li, td, th, blockquote') ?? []) {
      if (match(block.textContent ?? '').length === 0) continue;
      block.scrollIntoView({ block: 'center' });
      return;
    }
    document.querySelector<HTMLElement>('input[name="title"]')?.focus();
  };
  return (
    <>
      <PersonalNumbers found={found} lead={NUMBERS_LEAD} />
      <MaskButton form={form} found={found.length} box={box} />
      <PersonalNumbers found={stops} lead="含词库禁止的词，不能发布。" />
      <PersonalNumbers found={reminds} lead="词库提醒，送出前请核对。" />
      {stops.length + reminds.length > 0 && (
        <div className="archive-mask">
          <Button size="compact" icon="search" iconSize={14} onClick={locate}>
            定位词语
          </Button>
          <Button size="compact" icon="check" iconSize={14} onClick={fix}>
            一键遮盖和规范
          </Button>
        </div>
      )}
    </>
  );
}
