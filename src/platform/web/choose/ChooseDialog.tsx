import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '../dialogs/Dialog.tsx';
import { useWindow } from '../list/useWindow.ts';
import { Button, IconButton, Pressable } from '../ui/Button.tsx';
import { type Choice, type Picks, uniqueChoices } from './choice.ts';
import './choose.css';

interface ChooseDialogProps {
  /** Verb and object: 选择人员. */
  title: string;
  width: 900 | 1000;
  /** What is counted: 人, 个. */
  unit: string;
  multiple: boolean;
  /** What was chosen before; the dialog begins with it. */
  chosen: readonly Choice[];
  /** So many may be chosen. */
  max?: number;
  /** The ways to choose; a single one has no tab. */
  panels: readonly { key: string; title: string; content: (picks: Picks) => ReactNode }[];
  /** Gets the whole list, each once, in the order in which it was chosen. */
  onConfirm: (chosen: Choice[]) => void;
  onClose: () => void;
}

/**
 * A dialog for choosing: panels at the left, what is chosen at the right. The choice stays over panels and pages; confirming
 * hands back the whole list, closing drops it.
 */
export function ChooseDialog(props: ChooseDialogProps) {
  const { multiple, panels, unit, max = multiple ? 1000 : 1 } = props;
  const [chosen, setChosen] = useState<readonly Choice[]>(() => uniqueChoices(props.chosen));
  const [tab, setTab] = useState(panels[0]?.key);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  // After the dialog has opened: people begin by typing.
  useEffect(() => box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const ids = new Set(chosen.map((choice) => choice.id));
  const full = chosen.length >= max;
  const picks: Picks = {
    multiple,
    max,
    has: (one) => ids.has(one),
    toggle: (choice) =>
      setChosen((now) => {
        if (now.some((one) => one.id === choice.id)) return now.filter((one) => one.id !== choice.id);
        if (!multiple) return [choice];
        return now.length < max ? [...now, choice] : now;
      }),
    add: (more) => setChosen((now) => uniqueChoices([...now, ...more]).slice(0, max)),
    remove: (out) => setChosen((now) => now.filter((one) => !out.includes(one.id))),
  };
  const panel = panels.find(({ key }) => key === tab) ?? panels[0];
  const confirm = () => {
    props.onConfirm([...chosen]);
    props.onClose();
  };
  return (
    <Dialog
      title={props.title}
      width={props.width}
      onClose={props.onClose}
      foot={
        <>
          <span className="choose-count" role="status">
            {multiple && full ? `已选满${max}${unit}` : `已选${chosen.length}${unit}`}
          </span>
          <Button onClick={props.onClose}>取消</Button>
          <Button look="primary" onClick={confirm}>
            确定
          </Button>
        </>
      }
    >
      <div ref={box} className="choose">
        <div className="choose-main">
          {panels.length > 1 && <Tabs id={id} panels={panels} tab={tab} onTab={setTab} />}
          <div
            className="choose-panel"
            key={panel?.key}
            {...(panels.length > 1 && { role: 'tabpanel', 'aria-labelledby': `${id}-${panel?.key}` })}
          >
            {panel?.content(picks)}
          </div>
        </div>
        <Chosen chosen={chosen} onRemove={picks.remove} onClear={() => setChosen([])} />
      </div>
    </Dialog>
  );
}

function Tabs({
  id,
  panels,
  tab,
  onTab,
}: {
  id: string;
  panels: ChooseDialogProps['panels'];
  tab: string | undefined;
  onTab: (key: string) => void;
}) {
  const press = (event: KeyboardEvent, at: number) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = panels[(at + step + panels.length) % panels.length];
    if (step === 0 || !next) return;
    event.preventDefault();
    onTab(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label="选择方式">
      {panels.map(({ key, title }, at) => (
        <Pressable
          key={key}
          id={`${id}-${key}`}
          role="tab"
          className="tab"
          aria-selected={key === tab}
          tabIndex={key === tab ? 0 : -1}
          onClick={() => onTab(key)}
          onKeyDown={(event) => press(event, at)}
        >
          {title}
        </Pressable>
      ))}
    </div>
  );
}

/** Longer lists are drawn as far as they are seen. */
const DRAWN_WHOLE = 100;

function Chosen({
  chosen,
  onRemove,
  onClear,
}: {
  chosen: readonly Choice[];
  onRemove: (ids: readonly string[]) => void;
  onClear: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLElement>(null);
  const partly = chosen.length > DRAWN_WHOLE;
  const { from, to, row } = useWindow(box, chosen.length, partly);
  // The button goes with its row: focus moves to the one that takes its place.
  const place = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const at = Math.min(place.current, chosen.length - 1);
    place.current = null;
    (box.current?.querySelector<HTMLElement>(`[data-at="${at}"] button`) ?? head.current)?.focus();
  }, [chosen]);
  const remove = (at: number, id: string) => {
    place.current = at;
    onRemove([id]);
  };
  const clear = () => {
    onClear();
    head.current?.focus();
  };
  return (
    <section className="choose-chosen" aria-label="已选">
      <div className="choose-chosen-head">
        {/* Where the last button goes, focus comes here instead of being lost. */}
        <b ref={head} tabIndex={-1}>
          已选
        </b>
        {chosen.length > 0 && (
          <Button look="word" onClick={clear}>
            清空
          </Button>
        )}
      </div>
      {chosen.length === 0 && <p className="choose-none">在左侧勾选，会列在这里。</p>}
      <div ref={box} className="choose-chosen-list">
        <ul style={partly ? { height: chosen.length * row } : undefined} data-partly={partly || undefined}>
          {chosen.slice(from, to).map((choice, index) => {
            const at = from + index;
            return (
              <li
                key={choice.id}
                data-row
                data-at={at}
                aria-posinset={at + 1}
                aria-setsize={chosen.length}
                style={partly ? { top: at * row } : undefined}
              >
                <span className="choose-name">
                  <span className="ellipsis">{choice.name}</span>
                  <small className="muted ellipsis" title={choice.note}>
                    {choice.note}
                  </small>
                </span>
                <IconButton
                  icon="close"
                  iconSize={14}
                  label={`移除${choice.name}`}
                  onClick={() => remove(at, choice.id)}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
