import type { PlayedItem } from '../../contract.device.ts';
import { make } from './dom.ts';
import { addressOf, playedOf } from './files.ts';

const PART_TITLES: Readonly<Record<string, string>> = {
  ...{
    publicity: '宣传大厅',
    welcome: '欢迎词',
    honor: '荣誉墙',
    event: '大事记',
    media: '媒体资源',
    study: '学习资料',
  },
  ...{ book: '图书', vote: '投票', life: '组织生活', insert: '紧急通知' },
};

/** What is drawn of an item, and how it is let go. */
export interface Scene {
  element: HTMLElement;
  stop(): void;
}

interface Frame {
  orgName: string;
  /** Milliseconds for which it stands: its pictures share them. */
  milliseconds: number;
  muted: boolean;
  /** A film that cannot be played. */
  onFail(): void;
}

function paragraphs(text: string): HTMLElement {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return make('div', 'words', ...lines.map((line) => make('p', '', line)));
}

/** Words that do not fit get smaller, down to what is still read from the seats; what is left beyond is cut with its whole line. */
export function shrinkWords(element: HTMLElement): void {
  const box = element.querySelector<HTMLElement>('.words');
  if (!box) return;
  for (const size of [44, 40, 36, 32, 28, 26]) {
    box.style.fontSize = `calc(var(--u) * ${size})`;
    if (box.scrollHeight <= box.clientHeight + 1) return;
  }
}

/** An item as the whole screen shows it. */
export function sceneOf(item: PlayedItem, { orgName, milliseconds, muted, onFail }: Frame): Scene {
  const files = playedOf(item);
  const film = files.find(({ fileType }) => fileType.indexOf('video/') === 0);
  const pictures = files.filter(({ fileType }) => fileType.indexOf('image/') === 0);
  const note = [item.day, item.note].filter((text) => text !== '').join('　');
  if (film) {
    const video = document.createElement('video');
    video.className = 'film';
    video.src = addressOf(film) || '';
    video.muted = muted;
    video.autoplay = true;
    video.loop = true;
    video.setAttribute('playsinline', '');
    video.setAttribute('aria-label', item.title);
    video.onerror = onFail;
    void video.play().catch(() => {
      video.muted = true;
      void video.play().catch(onFail);
    });
    const element = make('section', 'scene bare', video, make('p', 'strip', item.title));
    return { element, stop: () => video.removeAttribute('src') };
  }
  if (item.part === 'welcome' || item.part === 'insert') {
    const element = make('section', item.part === 'insert' ? 'scene urgent' : 'scene greeting');
    const [ground] = pictures;
    const address = ground && addressOf(ground);
    if (address) element.style.backgroundImage = `url("${address}")`;
    // Who says it: from above it is another organisation than the screen's.
    if (item.part === 'insert') element.append(make('p', 'from', item.note || orgName));
    else if (item.note !== '') element.append(make('p', 'guest', item.note));
    element.append(make('h1', '', item.title));
    if (item.text !== '') element.append(paragraphs(item.text));
    return { element, stop: () => {} };
  }
  const head = make('header', '', make('p', 'part', PART_TITLES[item.part] || ''), make('h1', '', item.title));
  if (note !== '') head.append(make('p', 'note', note));
  const element = make('section', pictures.length > 0 ? 'scene pictured' : 'scene', head);
  if (item.text !== '') element.append(paragraphs(item.text));
  let timer = 0;
  if (pictures.length > 0) {
    const image = document.createElement('img');
    image.alt = item.title;
    let at = 0;
    const show = () => {
      const file = pictures[at % pictures.length];
      image.src = (file && addressOf(file)) || '';
      at++;
    };
    show();
    image.onerror = onFail;
    if (pictures.length > 1) timer = window.setInterval(show, Math.max(4000, milliseconds / pictures.length));
    element.append(make('figure', '', image));
    if (item.text === '') element.className = 'scene pictured bare-words';
  }
  return { element, stop: () => clearInterval(timer) };
}

/** Nothing is due: whose screen it is, and the hour. */
export function restScene(orgName: string, place: string): HTMLElement {
  return make('section', 'scene rest', make('p', 'place', place), make('h1', '', orgName));
}
