import { type RefObject, useEffect, useState } from 'react';
import { addLine, useIsLast, useKeptTime } from './notes.ts';

/** When what is typed on the page was last kept, said once: by the form where it has a place for it, else beside 当前位置. */
export function KeptAt({ before = '' }: { before?: string }) {
  const [line] = useState(() => Symbol('kept'));
  useEffect(() => addLine(line), [line]);
  const at = useKeptTime(() => null);
  const isLast = useIsLast(line);
  return at && isLast ? <span className="muted small kept-at">{`${before}${at}已存草稿`}</span> : null;
}

/** The same in the foot of a dialog. */
export function KeptInDialog({ box }: { box: RefObject<Element | null> }) {
  const at = useKeptTime(() => box.current);
  return at && box.current ? <span className="muted small kept-at">{`${at}已存草稿`}</span> : null;
}
