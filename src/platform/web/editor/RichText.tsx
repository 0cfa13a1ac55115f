import { useLayoutEffect, useRef } from 'react';
import { cleanHtml } from '../../text/richText.ts';
import { fileKeyOf, showMedia } from './media.ts';
import './richText.css';

/**
 * A rich text as readers see it: cleaned by the profile once more, its pictures and videos fetched with the session's token.
 * @param addresses where pictures and videos are read without a session, by file; kept as one object while the text is the same
 */
export function RichText({ html, addresses }: { html: string; addresses?: Readonly<Record<string, string>> }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const stop = new AbortController();
    // What stands in a template loads nothing until it is shown.
    const template = document.createElement('template');
    template.innerHTML = cleanHtml(html);
    for (const media of template.content.querySelectorAll<HTMLImageElement | HTMLVideoElement>('img, video')) {
      const key = fileKeyOf(media.getAttribute('src'));
      media.removeAttribute('src');
      const open = key && addresses?.[key];
      if (open) media.src = open;
      else if (key && !addresses) void showMedia(media, key, stop.signal);
    }
    for (const table of template.content.querySelectorAll('table')) {
      const frame = document.createElement('div');
      frame.className = 'rich-wide';
      frame.tabIndex = 0;
      frame.role = 'region';
      frame.ariaLabel = '表格';
      table.replaceWith(frame);
      frame.append(table);
    }
    box.current?.replaceChildren(template.content);
    return () => stop.abort();
  }, [html, addresses]);
  return <div ref={box} className="rich-text" />;
}
