import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Pressable } from '../ui/Button.tsx';

interface TabsProps {
  label: string;
  tabs: readonly { key: string; label: string; count?: number | undefined }[];
  current: string;
  onPick: (key: string) => void;
  /** The id of the panel that the tabs fill. */
  panel: string;
}

/** The tabs of a record: arrows, Home and End go from one to the next; on a phone they scroll, the chosen one in view. */
export function Tabs({ label, tabs, current, onPick, panel }: TabsProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: brought into view when another tab is chosen
  useEffect(() => {
    const bar = box.current;
    const tab = bar?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (bar && tab) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.clientWidth) / 2;
  }, [current]);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === current);
    const places: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = tabs[places[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    onPick(next.key);
    box.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  };
  return (
    <div ref={box} className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <Pressable
          key={tab.key}
          role="tab"
          className="tab"
          data-key={tab.key}
          aria-selected={tab.key === current}
          aria-controls={panel}
          tabIndex={tab.key === current ? 0 : -1}
          onClick={() => onPick(tab.key)}
        >
          {tab.label}
          {tab.count ? <span className="count">{tab.count}</span> : null}
        </Pressable>
      ))}
    </div>
  );
}
