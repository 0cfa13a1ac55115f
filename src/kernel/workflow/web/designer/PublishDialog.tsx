import { type FormEvent, useState } from 'react';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

/** Says what publishing does and takes a note for the list of versions. */
export function PublishDialog({
  name,
  running,
  onPublish,
  onClose,
}: {
  name: string;
  running: number;
  /** Answers whether the dialog is done with; false: it stays for another try. */
  onPublish: (note: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const [note, setNote] = useState('');
  const [pending, setPending] = useState(false);
  const publish = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    if (await onPublish(note.trim())) onClose();
    else setPending(false);
  };
  return (
    <Dialog
      title={`发布流程 ${name}`}
      icon="export"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form="publish" look="primary" disabled={pending}>
            发布
          </Button>
        </>
      }
    >
      <form id="publish" className="dialog-form" noValidate onSubmit={publish}>
        <p>
          发布后新发起的事项按这一版走。
          {running > 0 && `办理中的${running}件仍按原来的版本走完。`}
        </p>
        <div>
          <label className="field-label" htmlFor="publish-note">
            这一版改了什么
          </label>
          <span className="field-box">
            <input
              id="publish-note"
              maxLength={100}
              autoComplete="off"
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </span>
        </div>
      </form>
    </Dialog>
  );
}
