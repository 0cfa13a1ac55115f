import { type ReactNode, useEffect, useState } from 'react';
import { reachSentences } from '#platform/acts/reach.ts';
import type { Endpoint } from '#platform/contract.ts';
import { fetchReach } from '../call/api.ts';
import { ApiError, isUnanswered } from '../call/request.ts';
import { asTold, markConfirmed } from '../press/asking.ts';
import type { IconName } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { useStands } from './useStands.ts';

interface ConfirmProps {
  title: string;
  icon?: IconName;
  /** The consequence, in one sentence. */
  children: ReactNode;
  /** The act that it asks about, where its contract says that it `asks`: how many and who stand in this dialog, and nothing asks again. */
  about?: { call: Endpoint; input: object };
  /** What the act is called, e.g. 放弃修改. */
  act: string;
  cancel?: string;
  /** Closes the dialog when it succeeds; a failed act leaves it open. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks once before an act that cannot be taken back. */
export function ConfirmDialog({
  title,
  icon,
  children,
  act,
  about,
  cancel = '取消',
  onConfirm,
  onClose,
}: ConfirmProps) {
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState('');
  const { tell } = useStands();
  const reach = useReach(about);
  const confirm = async () => {
    setPending(true);
    setFault('');
    try {
      if (about && reach.isTold) markConfirmed(about.call, about.input);
      await asTold(onConfirm);
      onClose();
    } catch (error) {
      // The dialog stays for another try.
      setPending(false);
      if (error instanceof ApiError && !error.noticed && !tell(error)) setFault(error.message);
    }
  };
  return (
    <Dialog
      title={title}
      icon={icon}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button look="primary" disabled={pending || !reach.isReady} onClick={confirm}>
            {act}
          </Button>
        </>
      }
    >
      {children}
      {reach.words.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {(fault || reach.fault) && (
        <p className="field-fault" role="alert">
          {fault || reach.fault}
        </p>
      )}
    </Dialog>
  );
}

/** How many an act reaches and who, in sentences; the sentence of its refusal where it would be refused. */
function useReach(about: ConfirmProps['about']) {
  const [result, setResult] = useState({
    isReady: about === undefined,
    isTold: false,
    words: [] as string[],
    fault: '',
  });
  // What the dialog was opened about.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the input is written anew each time the page is drawn
  useEffect(() => {
    if (!about) return;
    fetchReach(about.call, about.input, { quiet: true }).then(
      ({ what: _what, ...reach }) =>
        setResult({
          isReady: true,
          isTold: true,
          words: reachSentences('', { ...reach, what: { total: 0, names: [] } }),
          fault: '',
        }),
      // What would be refused may be pressed: the act itself says at which field.
      (error: Error) => setResult({ isReady: !isUnanswered(error), isTold: false, words: [], fault: error.message }),
    );
  }, []);
  return result;
}
