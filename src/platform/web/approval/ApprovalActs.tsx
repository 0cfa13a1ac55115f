import { type ReactNode, useState } from 'react';

import { emit } from '../call/events.ts';
import { ApiError } from '../call/request.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '../dialogs/ReasonDialog.tsx';
import type { IconName } from '../show/icons.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';

/** The acts of an approval, in the order in which they stand, with the word that each has where a page gives none. */
const ACTS = {
  agree: { word: '同意', icon: 'check' },
  return: { word: '退回', icon: 'undo' },
  refuse: { word: '不同意', icon: 'close' },
  urge: { word: '催办', icon: 'bell' },
  withdraw: { word: '撤回', icon: 'undo' },
  takeBack: { word: '收回', icon: 'undo' },
} as const satisfies Record<string, { word: string; icon: IconName }>;
const ORDER = Object.keys(ACTS) as (keyof typeof ACTS)[];
/** How many of them decide; the way of the matter stands behind these. */
const DECISIONS = 3;
type ActKind = keyof typeof ACTS;

interface ActBase {
  /** On the button, where the house's word is not enough: 同意发布. */
  label?: string;
  /** Cannot be done now: why, as its tip; true where that stands on the page. */
  off?: boolean | string;
}

/** Done at once, with no words. */
interface PlainAct extends ActBase {
  run: (words: string) => Promise<unknown>;
}

/** Asked for in a dialog: with `words` the text that goes with it, without them only whether. */
interface AskedAct extends ActBase {
  /** Verb and object: 退回 购置投影仪. */
  title: string;
  /** What the act is called on the dialog's button; the label where it is left out. */
  act?: string;
  /** What the text is called, whether it may be left out, and its most characters (200). */
  words?: { label: string; free?: boolean; max?: number };
  /** What follows, in one sentence. */
  consequence: ReactNode;
  /** Rejects with the server's sentence, which the dialog shows. */
  run: (words: string) => Promise<unknown>;
}

/** Asked for in a dialog of the page's own: a password, a form. */
interface OwnAct extends ActBase {
  dialog: (close: () => void) => ReactNode;
}

type ApprovalAct = PlainAct | AskedAct | OwnAct;

/** What the session may do now; what it may not is false. */
type MayNow = Partial<Record<ActKind, ApprovalAct | false>>;

/**
 * The acts of an approval for a list: each row has the buttons, the list has the one dialog. The dialog acts on the row as it was
 * when the button was pressed, also if the list is read again behind it.
 * @param onClosed called after a dialog was closed or a plain act was done; read the row again there, since a refusal may mean that
 *   it has changed
 */
export function useApprovalActs(onClosed?: () => void): {
  /** Words without signs, for a row; `instanceId`: the matter whose way is one link away. */
  inRow: (acts: MayNow) => ReactNode;
  buttons: (acts: MayNow, instanceId?: string | null) => ReactNode;
  dialog: ReactNode;
} {
  const [openAct, setOpenAct] = useState<{ kind: ActKind; act: AskedAct | OwnAct } | null>(null);
  const [running, setRunning] = useState<ActKind | null>(null);
  const close = () => {
    setOpenAct(null);
    onClosed?.();
  };
  const press = async (kind: ActKind, act: ApprovalAct) => {
    if ('dialog' in act || 'title' in act) return setOpenAct({ kind, act });
    setRunning(kind);
    try {
      await act.run('');
      onClosed?.();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.noticed) emit('notice', { kind: 'warning', text: error.message });
    } finally {
      setRunning(null);
    }
  };
  const some = (kinds: readonly ActKind[], acts: MayNow, isRow: boolean) =>
    kinds.map((kind) => {
      const act = acts[kind];
      if (!act) return null;
      const look = kind === 'agree' ? 'primary' : 'normal';
      return (
        <Button
          key={kind}
          look={isRow ? 'row' : look}
          icon={isRow ? undefined : ACTS[kind].icon}
          disabled={Boolean(act.off) || running === kind}
          title={typeof act.off === 'string' && act.off !== '' ? act.off : undefined}
          onClick={() => void press(kind, act)}
        >
          {act.label ?? ACTS[kind].word}
        </Button>
      );
    });
  return {
    inRow: (acts) => some(ORDER, acts, true),
    buttons: (acts, instanceId) => (
      <>
        {some(ORDER.slice(0, DECISIONS), acts, false)}
        {instanceId && (
          <ButtonLink icon="eye" to={`/affairs/approval/matter/${instanceId}`}>
            办理过程
          </ButtonLink>
        )}
        {some(ORDER.slice(DECISIONS), acts, false)}
      </>
    ),
    dialog:
      openAct &&
      ('dialog' in openAct.act ? (
        openAct.act.dialog(close)
      ) : (
        <Ask kind={openAct.kind} act={openAct.act} onClose={close} />
      )),
  };
}

/** The acts of an approval on the page of one matter: agree, return, refuse, urge, withdraw, take back, each with its dialog. */
export function ApprovalActs({
  acts,
  instanceId,
  onClosed,
}: {
  acts: MayNow;
  /** The matter on a process that this runs on. */
  instanceId?: string | null;
  onClosed?: () => void;
}) {
  const { buttons, dialog } = useApprovalActs(onClosed);
  return (
    <>
      {buttons(acts, instanceId)}
      {dialog}
    </>
  );
}

function Ask({ kind, act: chosenAct, onClose }: { kind: ActKind; act: AskedAct; onClose: () => void }) {
  const { title, words, consequence, run } = chosenAct;
  const act = chosenAct.act ?? chosenAct.label ?? ACTS[kind].word;
  if (words) {
    return (
      <ReasonDialog title={title} act={act} {...words} onDone={run} onClose={onClose}>
        {consequence}
      </ReasonDialog>
    );
  }
  return (
    <ConfirmDialog title={title} icon={ACTS[kind].icon} act={act} onConfirm={() => run('')} onClose={onClose}>
      {consequence}
    </ConfirmDialog>
  );
}
