import { type FormEvent, useState } from 'react';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { OpinionField } from '#platform/web/dialogs/OpinionField.tsx';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { Uploader } from '#platform/web/upload/Uploader.tsx';
import { sayOwn } from '../contract.ownPart.ts';
import { type PartDetail, say } from '../contract.part.ts';
import { MAX_FILES } from '../contract.ts';

/** 办理经过和沟通: what happened and what was said, and the line to say something. */
export function Talk({ part }: { part: PartDetail }) {
  const speak = useAct(part.isMine ? sayOwn : say, { quiet: true });
  const [text, setText] = useKeptText(`talk ${part.id}`, '回复');
  const [fault, setFault] = useState('');
  const [files, setFiles] = useState<readonly string[]>([]);
  const [waiting, setWaiting] = useState(false);
  /** The list of files begins anew after each message. */
  const [turn, setTurn] = useState(0);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) {
      setFault('请输入留言');
      document.getElementById('office-say')?.focus();
      return;
    }
    try {
      await speak.mutateAsync({ id: part.id, text: text.trim(), files: [...files] });
      setText('');
      setFiles([]);
      setTurn((one) => one + 1);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.fields.text ?? error.message);
    }
  };
  return (
    <section className="card office-body" aria-label="办理经过和沟通">
      <h2>办理经过和沟通</h2>
      {part.entries.length === 0 ? (
        <p className="muted">还没有人办理。</p>
      ) : (
        <ol className="office-entries">
          {part.entries.map((entry) => (
            <li key={entry.id}>
              <span className="muted small">{dateTime(entry.madeAt)}</span>
              <b>{entry.act}</b>
              <span>
                {entry.orgName} {entry.madeBy}
              </span>
              {entry.text && <p className="office-content">{entry.text}</p>}
              <FileList files={entry.files} />
            </li>
          ))}
        </ol>
      )}
      {part.can.say && (
        <form className="office-say" noValidate onSubmit={send}>
          <OpinionField
            id="office-say"
            label="留言"
            must={false}
            rows={2}
            max={500}
            value={text}
            fault={fault}
            onChange={(next) => {
              setText(next);
              setFault('');
            }}
          />
          <Uploader
            key={turn}
            format="common"
            count={MAX_FILES}
            label="留言的附件"
            onFiles={(list) => setFiles(list.map(({ id }) => id))}
            onWaiting={setWaiting}
          />
          <Button submit disabled={speak.isPending || waiting}>
            发送
          </Button>
        </form>
      )}
    </section>
  );
}
