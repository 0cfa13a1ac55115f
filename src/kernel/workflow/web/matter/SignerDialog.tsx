import { type FormEvent, useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { reportUntakenFields } from '#platform/web/form/untaken.ts';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { addSigner, handOverTask } from '../../contract.ts';
import { PeoplePicker, type Picked } from '../PeoplePicker.tsx';

const WORDS = {
  addSign: {
    title: '加签',
    text: '先请另一人审签，其同意后回到您这里决定。',
    who: '加签人',
    missing: '请选择加签人',
    note: '要对方看什么',
    act: '请其审签',
    done: (name: string) => `已请${name}先审签`,
  },
  handOver: {
    title: '转交',
    text: '由另一人代替您审批，转交后您不再审批，也不能收回。',
    who: '转交给',
    missing: '请选择转交给谁',
    note: '转交原因',
    act: '转交',
    done: (name: string) => `已转交${name}审批`,
  },
} as const;

interface SignerDialogProps {
  taskId: string;
  kind: keyof typeof WORDS;
  onDone?: () => void;
  onClose: () => void;
}

/** Asks somebody else to sign first, after which the task comes back; or gives it to somebody else for good. */
export function SignerDialog({ taskId, kind, onDone, onClose }: SignerDialogProps) {
  const words = WORDS[kind];
  const [picked, setPicked] = useState<Picked[]>([]);
  const [note, setNote, sent] = useKeptText(`signer ${kind} ${taskId}`, '说明');
  const [fault, setFault] = useState('');
  const [noteFault, setNoteFault] = useState('');
  const ask = useAct(addSigner, { quiet: true });
  const pass = useAct(handOverTask, { quiet: true });
  const act = kind === 'addSign' ? ask : pass;
  const { tell } = useStands();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const accountId = picked[0]?.accountId;
    const missing = kind === 'handOver' && note.trim() === '' ? '请输入转交原因' : '';
    const untaken = reportUntakenFields(event.currentTarget);
    setFault(accountId ? '' : words.missing);
    setNoteFault(missing);
    if (!accountId || missing || untaken) return;
    try {
      await act.mutateAsync({ taskId, accountId, note: note.trim() });
      sent();
      emit('notice', { kind: 'success', text: words.done(picked[0]?.name ?? '') });
      onClose();
      onDone?.();
    } catch (error) {
      if (tell(error)) return;
      if (error instanceof ApiError) setFault(Object.values(error.fields)[0] ?? error.message);
    }
  };
  return (
    <Dialog
      title={words.title}
      icon="person"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form="add-sign" look="primary" disabled={act.isPending}>
            {words.act}
          </Button>
        </>
      }
    >
      <form id="add-sign" className="dialog-form" noValidate onSubmit={save}>
        <p className="secondary">{words.text}</p>
        <PeoplePicker
          label={words.who}
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
            {kind === 'handOver' && (
              <span className="must" aria-hidden="true">
                *
              </span>
            )}
            {words.note}
          </label>
          <textarea
            id="add-sign-note"
            className={noteFault ? 'field-area wrong' : 'field-area'}
            aria-required={kind === 'handOver'}
            aria-invalid={noteFault !== ''}
            aria-describedby="add-sign-note-fault"
            rows={2}
            maxLength={500}
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              setNoteFault('');
            }}
          />
          <div id="add-sign-note-fault" role="status">
            {noteFault && (
              <p className="field-fault">
                <Icon name="warning" size={14} />
                {noteFault}
              </p>
            )}
          </div>
        </div>
      </form>
    </Dialog>
  );
}
