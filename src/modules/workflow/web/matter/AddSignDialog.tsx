import { type FormEvent, useState } from 'react';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { emit } from '#platform/web/events.ts';
import { useAct } from '#platform/web/hooks.ts';
import { ApiError } from '#platform/web/request.ts';
import { addSigner } from '../../contract.ts';
import { PeoplePicker, type Picked } from '../PeoplePicker.tsx';

/** Asks somebody else to sign first; the task comes back when they agree. */
export function AddSignDialog({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const [picked, setPicked] = useState<Picked[]>([]);
  const [note, setNote] = useState('');
  const [fault, setFault] = useState('');
  const act = useAct(addSigner, { quiet: true });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const accountId = picked[0]?.accountId;
    if (!accountId) {
      setFault('请选择加签人');
      return;
    }
    try {
      await act.mutateAsync({ taskId, accountId, note: note.trim() });
      emit('notice', { kind: 'success', text: `已请${picked[0]?.name}先审签` });
      onClose();
    } catch (error) {
      if (error instanceof ApiError) setFault(Object.values(error.fields)[0] ?? error.message);
    }
  };
  return (
    <Dialog
      title="加签"
      icon="person"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button type="submit" form="add-sign" className="button primary" disabled={act.isPending}>
            请其审签
          </button>
        </>
      }
    >
      <form id="add-sign" className="dialog-form" noValidate onSubmit={save}>
        <p className="secondary">先请另一人审签，其同意后回到您这里决定。</p>
        <PeoplePicker
          label="加签人"
          required
          most={1}
          picked={picked}
          fault={fault}
          onChange={(next) => {
            setPicked(next);
            setFault('');
          }}
        />
        <div>
          <label className="field-label" htmlFor="add-sign-note">
            要对方看什么
          </label>
          <textarea
            id="add-sign-note"
            className="field-area"
            rows={2}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
      </form>
    </Dialog>
  );
}
