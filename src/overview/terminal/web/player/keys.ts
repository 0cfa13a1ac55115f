import type { PlayedItem } from '../../contract.device.ts';
import { make } from './dom.ts';

/** Keys by which remote controls say back: browsers, older sets, WebOS (461), Tizen (10009). */
const BACK = [461, 10009];
const isBack = (event: KeyboardEvent) =>
  event.key === 'Escape' || event.key === 'Backspace' || event.key === 'GoBack' || BACK.indexOf(event.keyCode) >= 0;

interface Acts {
  /** What may be chosen. */
  items(): PlayedItem[];
  show(item: PlayedItem): void;
  back(): void;
}

/**
 * The remote control: any arrow or Enter opens the list of what there is, Enter shows one, Back leads to the list's end and to the
 * programme. Nobody presses a key for a while: the programme goes on.
 */
export function watchKeys(main: HTMLElement, idleMs: number, acts: Acts): { end(): void; isOpen(): boolean } {
  let list: HTMLElement | null = null;
  let timer = 0;
  const close = () => {
    if (list) list.remove();
    list = null;
    clearTimeout(timer);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      close();
      acts.back();
    }, idleMs);
  };
  const buttons = () => (list ? Array.from(list.querySelectorAll('button')) : []);
  const open = () => {
    const back = make('button', 'back', '返回');
    back.onclick = () => {
      close();
      acts.back();
    };
    const rows = acts.items().map((item) => {
      const button = make('button', '', item.title);
      button.onclick = () => {
        close();
        acts.show(item);
      };
      return make('li', '', button);
    });
    list = make('nav', 'list', back, make('ul', '', ...rows));
    list.setAttribute('aria-label', '节目');
    main.append(list);
    const [, first] = buttons();
    (first || back).focus();
  };
  const step = (by: number) => {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const next = all[Math.max(0, Math.min(all.length - 1, at + by))];
    if (!next) return;
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  };
  const onKey = (event: KeyboardEvent) => {
    wait();
    if (isBack(event)) {
      event.preventDefault();
      close();
      acts.back();
      return;
    }
    if (!list) {
      if (/^(Arrow|Enter|Media)/.test(event.key)) {
        event.preventDefault();
        open();
      }
      return;
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowRight') step(1);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') step(-1);
    else return;
    event.preventDefault();
  };
  window.addEventListener('keydown', onKey);
  return {
    end() {
      window.removeEventListener('keydown', onKey);
      close();
    },
    isOpen: () => list !== null,
  };
}
