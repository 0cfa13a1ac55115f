import type { FormEvent, RefObject } from 'react';
import { useAct } from '#platform/web/call/hooks.ts';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { addNote, type Note, removeNote } from '../contract.watch.ts';
import { videoTimeText } from '../rules.ts';

const LONGEST = 500;

interface NotesProps {
  videoId: string;
  notes: readonly Note[];
  /** The second at which a new note is taken. */
  at: number;
  box: RefObject<HTMLTextAreaElement | null>;
  /** Somebody begins to write: the second of now is taken. */
  onFocus: () => void;
  onJump: (second: number) => void;
}

/** Own notes, each at its second. */
export function Notes({ videoId, notes, at, box, onFocus, onJump }: NotesProps) {
  const [text, setText] = useKeptText(`note ${videoId}`, '笔记');
  const add = useAct(addNote);
  const remove = useAct(removeNote);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const content = text.trim();
    if (content === '' || add.isPending) return;
    // The client has shown why it failed; what was typed stays.
    const made = await add.mutateAsync({ id: videoId, at, content }).catch(() => null);
    if (made) setText('');
  };
  return (
    <section className="card edu-notes" aria-label="我的笔记">
      <div className="card-head">
        <h2>我的笔记</h2>
        <span className="muted small">只有自己看得到</span>
      </div>
      <form onSubmit={submit}>
        <textarea
          ref={box}
          className="field-box"
          rows={2}
          maxLength={LONGEST}
          aria-label="笔记"
          placeholder="记下这一刻想到的"
          value={text}
          onFocus={onFocus}
          onChange={(event) => setText(event.target.value)}
        />
        <Button submit disabled={text.trim() === '' || add.isPending}>
          记在 {videoTimeText(at)}
        </Button>
      </form>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note.id}>
              <Button look="link" size="compact" className="edu-time" onClick={() => onJump(note.at)}>
                {videoTimeText(note.at)}
              </Button>
              <span className="edu-note">{note.content}</span>
              <Button
                look="row"
                aria-label={`删除${videoTimeText(note.at)}的笔记`}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ id: note.id })}
              >
                删除
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
