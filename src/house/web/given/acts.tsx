import { type ReactNode, useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import type { IconName } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

interface ActProps {
  /** The act is there now; its dialog stays where it went while it was open, to say why. */
  when: boolean;
  icon: IconName;
  /** On the button, and before the title of the row in the dialog: 恢复进行. */
  words: string;
  /** On the button of the dialog: 恢复. */
  act: string;
  /** The title of the row. */
  of: string;
  /** The consequence, in one sentence. */
  children: ReactNode;
}

const notify = (text: string) => emit('notice', { kind: 'success', text });

function ActButton({ when, icon, words, onClick }: Pick<ActProps, 'when' | 'icon' | 'words'> & { onClick(): void }) {
  if (!when) return null;
  return (
    <Button icon={icon} onClick={onClick}>
      {words}
    </Button>
  );
}

/** An act on given work that asks for a confirmation first (下达). `run` does it and returns the sentence to show. */
export function ConfirmAct({ run, children, ...props }: ActProps & { run: () => Promise<string> }) {
  const [open, setOpen] = useState(false);
  const { icon, words, act, of } = props;
  return (
    <>
      <ActButton {...props} onClick={() => setOpen(true)} />
      {open && (
        <ConfirmDialog
          title={`${words} ${of}`}
          icon={icon}
          act={act}
          onConfirm={async () => notify(await run())}
          onClose={() => setOpen(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}

/** An act on given work that asks for a reason first (撤销). `run` does it and returns the sentence to show. */
export function ReasonAct({ run, children, ...props }: ActProps & { run: (reason: string) => Promise<string> }) {
  const [open, setOpen] = useState(false);
  const { words, act, of } = props;
  return (
    <>
      <ActButton {...props} onClick={() => setOpen(true)} />
      {open && (
        <ReasonDialog
          title={`${words} ${of}`}
          act={act}
          label={`${act}原因`}
          onDone={async (reason) => notify(await run(reason))}
          onClose={() => setOpen(false)}
        >
          {children}
        </ReasonDialog>
      )}
    </>
  );
}

/** 催办 as a button (`useUrge`). */
export const UrgeButton = ({
  urge,
  look = 'primary',
}: {
  urge: { isPending: boolean; run(): Promise<void> };
  /** Beside a red act it is none. */
  look?: 'primary' | 'normal';
}) => (
  <Button look={look} icon="bell" disabled={urge.isPending} onClick={() => void urge.run()}>
    催办
  </Button>
);
