import { type FormEvent, useEffect, useId, useState } from 'react';
import { Dialog } from '../dialogs/Dialog.tsx';
import { Icon } from '../icons.tsx';
import './record.css';

const SHOWN_SECONDS = 60;

interface MaskedProps {
  /** What it is: 身份证号. */
  label: string;
  masked: string;
  /** Null: the role may not see the full value, so nothing offers it. Else fetches it for the reason given. */
  reveal: ((reason: string) => Promise<string>) | null;
}

const REASONS = ['核对身份', '办理组织关系', '补正档案'];

/** A masked number; the full one is shown for a minute after the user has said why, which the server records. */
export function MaskedValue({ label, masked, reveal }: MaskedProps) {
  const [asking, setAsking] = useState(false);
  const [full, setFull] = useState('');
  useEffect(() => {
    if (!full) return;
    const timer = setTimeout(() => setFull(''), SHOWN_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [full]);
  return (
    <>
      <span className="masked">{full || masked}</span>
      {reveal && (
        <button type="button" className="word masked-act" onClick={() => (full ? setFull('') : setAsking(true))}>
          <Icon name={full ? 'eyeOff' : 'eye'} size={14} />
          {full ? '遮住' : '查看原值'}
        </button>
      )}
      {asking && reveal && (
        <ReasonDialog
          label={label}
          onReason={async (reason) => {
            setFull(await reveal(reason));
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function ReasonDialog({
  label,
  onReason,
  onClose,
}: {
  label: string;
  onReason: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const id = useId();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!reason.trim()) {
      setFault('请输入查看原因');
      document.getElementById(id)?.focus();
      return;
    }
    setPending(true);
    try {
      await onReason(reason.trim());
    } catch (error) {
      setFault(error instanceof Error ? error.message : '没有取到原值');
      setPending(false);
    }
  };
  return (
    <Dialog
      title={`查看${label}原值`}
      icon="eye"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button type="submit" form={`${id}-form`} className="button primary" disabled={pending}>
            查看
          </button>
        </>
      }
    >
      <form id={`${id}-form`} className="dialog-form" noValidate onSubmit={submit}>
        <p>查看会留下记录：谁、何时、为什么。原值显示一分钟后自动遮住。</p>
        <div>
          <label className="field-label" htmlFor={id}>
            <span className="must">*</span>查看原因
          </label>
          <span className={fault ? 'field-box wrong' : 'field-box'}>
            <input
              id={id}
              maxLength={100}
              autoComplete="off"
              list={`${id}-reasons`}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value);
                setFault('');
              }}
              aria-required
              aria-invalid={fault !== ''}
              aria-describedby={`${id}-fault`}
            />
            <datalist id={`${id}-reasons`}>
              {REASONS.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          </span>
          {fault && (
            <p className="field-fault" id={`${id}-fault`} role="alert">
              <Icon name="warning" size={14} />
              {fault}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
}
