import { useEffect, useRef, useState } from 'react';
import { paragraphsOf } from '#platform/text/textCheck.ts';
import { Button } from '#platform/web/ui/Button.tsx';

/** Signs that one utterance holds: browsers stop longer ones after a quarter of a minute. */
const MOST = 120;

/** A text in the pieces in which it is read: paragraphs, the long ones sentence by sentence. */
const piecesOf = (title: string, html: string): string[] =>
  [title, ...paragraphsOf(html)].flatMap((paragraph) =>
    paragraph.length <= MOST ? [paragraph] : (paragraph.match(/[^。！？；]{1,120}[。！？；]?/gu) ?? [paragraph]),
  );

/** 朗读 by the machine's own Chinese voice; not shown where it has none. */
export function ReadAloud({ title, html }: { title: string; html: string }) {
  const can = 'speechSynthesis' in window;
  const [speaking, setSpeaking] = useState(false);
  // What is read belongs to the run that was begun last: a stopped one tells of its end, too.
  const run = useRef(0);
  useEffect(
    () => () => {
      run.current++;
      if (can) window.speechSynthesis.cancel();
    },
    [can],
  );
  if (!can) return null;
  const stop = () => {
    run.current++;
    window.speechSynthesis.cancel();
    setSpeaking(false);
  };
  const start = () => {
    window.speechSynthesis.cancel();
    const own = ++run.current;
    const pieces = piecesOf(title, html);
    const next = (at: number) => {
      const piece = pieces[at];
      if (own !== run.current) return;
      if (piece === undefined) return setSpeaking(false);
      const speech = new SpeechSynthesisUtterance(piece);
      speech.lang = 'zh-CN';
      speech.onend = () => next(at + 1);
      speech.onerror = () => own === run.current && setSpeaking(false);
      window.speechSynthesis.speak(speech);
    };
    setSpeaking(true);
    next(0);
  };
  return (
    <Button size="compact" icon="bell" iconSize={14} aria-pressed={speaking} onClick={speaking ? stop : start}>
      {speaking ? '停止朗读' : '朗读'}
    </Button>
  );
}
