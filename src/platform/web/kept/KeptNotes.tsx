import { Icon } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
import { useNotes } from './notes.ts';
import './kept.css';

/**
 * Notes about text that was typed earlier and has come back, or waits for an answer: above the page, or inside the dialog to which
 * it belongs.
 * @param within the dialog; null for the page
 */
export function KeptNotes({ within }: { within: { current: Element | null } | null }) {
  const notes = useNotes().filter(({ dialog }) => dialog === (within?.current ?? null));
  return notes.map((note, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they have no names, and stand still
    <div key={at} className="banner warn kept-note" role="status">
      <Icon name="clock" />
      <span className="grow">
        {note.kind === 'restored' ? '已恢复上次未提交的内容' : '还有上次未提交的内容'}（{note.when}）
        {note.outdated && '。此后记录已被别人改过，恢复后请核对'}
        {note.other && `。另一个窗口也填过（${note.other}）`}
      </span>
      {note.kind === 'asks' && (
        <Button look="word" onClick={note.restore}>
          恢复
        </Button>
      )}
      {note.other && (
        <Button look="word" onClick={note.takeOther}>
          换成那一份
        </Button>
      )}
      <Button look="word" onClick={note.discard}>
        放弃草稿
      </Button>
    </div>
  ));
}
