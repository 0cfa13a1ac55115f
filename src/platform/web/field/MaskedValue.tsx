import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Dialog } from '../dialogs/Dialog.tsx';
import { useKeptText } from '../kept/useKept.ts';
import { Icon } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
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

/** A masked number. The full one is shown for a minute after the user has given a reason, which the server records. */
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
      {full && /^1\d{10}$/.test(full) && (
        <a className="word masked-act masked-call" href={`tel:${full}`}>
          拨打
        </a>
      )}
      {reveal && (
        <Button
          look="word"
          className="masked-act"
          icon={full ? 'eyeOff' : 'eye'}
          iconSize={14}
          onClick={() => (full ? setFull('') : setAsking(true))}
        >
          {full ? '遮住' : '查看原值'}
        </Button>
      )}
      {asking && reveal && (
        <ReasonDialog
          title={`查看${label}原值`}
          label="查看原因"
          act="查看"
          reasons={REASONS}
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

/** Asks why the full values are needed; the server records the reason. A refusal is shown at the reason. */
export function ReasonDialog({
  title,
  label,
  act,
  reasons,
  children = '查看会留下记录：谁、何时、为什么。原值显示一分钟后自动遮住。',
  onReason,
  onClose,
}: {
  title: string;
  /** What the reason is called: 查看原因. */
  label: string;
  act: string;
  /** Reasons as people write them. */
  reasons: readonly string[];
  children?: ReactNode;
  onReason: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const id = useId();
  const [reason, setReason, sent] = useKeptText(title, label);
  const [fault, setFault] = useState('');
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!reason.trim()) {
      setFault(`请输入${label}`);
      document.getElementById(id)?.focus();
      return;
    }
    setPending(true);
    try {
      await onReason(reason.trim());
      sent();
    } catch (error) {
      setFault(error instanceof Error ? error.message : '没有取到原值');
      setPending(false);
    }
  };
  return (
    <Dialog
      title={title}
      icon="eye"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form={`${id}-form`} look="primary" disabled={pending}>
            {act}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} className="dialog-form" noValidate onSubmit={submit}>
        <p>{children}</p>
        <div>
          <label className="field-label" htmlFor={id}>
            <span className="must">*</span>
            {label}
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
              {reasons.map((one) => (
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
