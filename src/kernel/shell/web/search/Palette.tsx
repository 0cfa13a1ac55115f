import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useSteady } from '#platform/web/press/steady.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import type { FrameAct } from './entries.ts';
import { type Item, type Section, usePalette } from './usePalette.ts';
import './palette.css';

/** Search over everything: type, choose by arrow keys or by pointing, Enter opens. Esc gives the focus back. */
export default function Palette({ onClose, onAct }: { onClose: () => void; onAct: (act: FrameAct) => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, setText] = useState('');
  const [composing, setComposing] = useState(false);
  const { sections, asked, settled, waiting, error } = usePalette(text, composing, onClose, onAct);
  const items = sections.flatMap((section) => section.items);
  // By its name: what comes in before it moves it, and does not put another in its place.
  const [chosen, setChosen] = useState<string | null>(null);
  const chosenAt = items.findIndex(({ key }) => key === chosen);
  const active = chosenAt < 0 ? Math.min(0, items.length - 1) : chosenAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other hits begin at their first.
  useEffect(() => setChosen(null), [asked]);
  const list = useRef<HTMLDivElement>(null);
  useSteady(list, items.map(({ key }) => key).join(), !settled);

  useEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    if (!dialog?.open) dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  // Who types a name and presses Enter at once means the first of what is found for it.
  const [entered, setEntered] = useState(false);
  useEffect(() => {
    if (!entered || !settled) return;
    setEntered(false);
    items[active]?.run();
  }, [entered, settled, items, active]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = items.length - 1;
    const step = { ArrowDown: active >= last ? 0 : active + 1, ArrowUp: active <= 0 ? last : active - 1 }[event.key];
    if (step !== undefined) setChosen(items[Math.max(0, step)]?.key ?? null);
    // Whom the arrows went to is meant, whatever is still on its way.
    else if (event.key === 'Enter' && chosenAt >= 0) items[chosenAt]?.run();
    else if (event.key === 'Enter') setEntered(true);
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the palette closes it; the keyboard has Esc.
    <dialog
      ref={box}
      className="palette"
      aria-label="搜索"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="palette-box">
        <div className="palette-field">
          <Icon name="search" size={18} />
          <input
            type="text"
            role="combobox"
            aria-label="搜索人员、组织、功能、帮助"
            aria-expanded={items.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={items.length > 0 ? `${id}-${active}` : undefined}
            aria-autocomplete="list"
            aria-busy={!settled}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={40}
            placeholder="姓名、拼音、首字母，输入 > 找动作"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setChosen(null);
              setEntered(false);
            }}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={() => setComposing(false)}
            onKeyDown={onKeyDown}
          />
          <Pressable className="palette-close" aria-label="关闭搜索" onClick={onClose}>
            <kbd>Esc</kbd>
            <span>取消</span>
          </Pressable>
        </div>
        <div ref={list} className="palette-list" id={`${id}-list`} role="listbox" aria-label="搜索结果">
          {sections.map((section) => (
            <Group key={section.title} section={section} items={items} active={active} id={id} onPoint={setChosen} />
          ))}
        </div>
        {waiting && items.length === 0 && <p className="palette-none">正在读取最近打开的内容</p>}
        {settled && error && <p className="palette-none bad">{error.message}</p>}
        {settled && !error && items.length === 0 && !waiting && <Nothing words={asked || text.trim()} />}
        <p className="visually-hidden" role="status">
          {settled && text.trim() !== '' ? `找到${items.length}项` : ''}
        </p>
        <div className="palette-foot" aria-hidden="true">
          <span>
            <kbd>↑</kbd>
            <kbd>↓</kbd>选择
          </span>
          <span>
            <kbd>Enter</kbd>打开
          </span>
          <span>
            <kbd>&gt;</kbd>动作
          </span>
        </div>
      </div>
    </dialog>
  );
}

function Group(props: {
  section: Section;
  items: readonly Item[];
  active: number;
  id: string;
  onPoint: (key: string) => void;
}) {
  const { section, items, active, id, onPoint } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div role="group" aria-label={section.title} className="palette-group">
      <div className="palette-title" aria-hidden="true">
        {section.title}
        {section.more && <span>只列出前{section.items.length}项，可再多输几个字</span>}
      </div>
      {section.items.map((item) => {
        const at = items.indexOf(item);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys; this is for pointing.
          // biome-ignore lint/a11y/useFocusableInteractive: options are reached by aria-activedescendant
          <div
            key={item.key}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            className="palette-item"
            onPointerMove={(event) => {
              if (event.pointerType === 'mouse' && at !== active) onPoint(item.key);
            }}
            onClick={item.run}
          >
            <Icon name={item.icon} />
            <span className="palette-name">
              <Marked text={item.title} mark={item.mark} />
            </span>
            {item.detail && <span className="palette-detail">{item.detail}</span>}
            {at === active && (
              <span className="palette-enter" aria-hidden="true">
                Enter
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** A title with what was typed set off. */
function Marked({ text, mark }: { text: string; mark: Item['mark'] }) {
  if (!mark) return text;
  const letters = [...text];
  return (
    <>
      {letters.slice(0, mark[0]).join('')}
      <b>{letters.slice(...mark).join('')}</b>
      {letters.slice(mark[1]).join('')}
    </>
  );
}

function Nothing({ words }: { words: string }) {
  return (
    <p className="palette-none">
      没有找到“{words}”。
      {/^\d{4,17}$/.test(words)
        ? '身份证号、手机号要输入完整的号码。'
        : '可以输姓名、组织名称、拼音或首字母，或完整的身份证号、手机号。'}
    </p>
  );
}
