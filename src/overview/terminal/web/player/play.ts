import type { PlayedItem, Programme } from '../../contract.device.ts';
import { isOpen, type Plays, whatPlays } from '../../rules.plays.ts';
import { clockOf, make } from './dom.ts';
import { addressOf, dropOthers, fetchFile, playedOf } from './files.ts';
import { watchKeys } from './keys.ts';
import { note, postLog, readLog, restart, saveOpen } from './log.ts';
import { ask, Unpaired } from './net.ts';
import { restScene, type Scene, sceneOf, shrinkWords } from './scene.ts';
import { forget, keep, read } from './store.ts';
import { keepTime, now, readTime, setTime } from './time.ts';

/** Half a minute, with up to a tenth more, so that a thousand screens do not ask at once. */
const beatMs = () => 28_000 * (1 + Math.random() / 10);
/** What the server has not confirmed for so long is not shown any more. */
const UNCONFIRMED_MS = 30 * 86_400_000;
/** The page loads itself anew in the night's quiet hour. */
const RELOADS_AT = '03:00';
/** Milliseconds without a key after which the programme goes on. */
const IDLE_MS = 60_000;

interface Held {
  hash: string;
  programme: Programme;
  confirmedAt: number;
}

/** What a worker shows by hand, by keys. */
interface ByHand {
  item: PlayedItem;
  until: number;
}

/**
 * Plays until the server says that this screen is none of its terminals.
 * @throws Unpaired
 */
export async function play(main: HTMLElement): Promise<void> {
  await readTime();
  await readLog();
  const player = new Player(main, (await read<Held>('facts', 'held').catch(() => undefined)) || null);
  try {
    await player.run();
  } catch (error) {
    if (error instanceof Unpaired) {
      await forget();
      await dropOthers([]);
      restart();
    }
    throw error;
  } finally {
    player.end();
  }
}

class Player {
  private readonly main: HTMLElement;
  private readonly clock = make('p', 'clock');
  private readonly stage = make('div', 'stage');
  private held: Held | null;
  private shown = '';
  private scene: Scene | null = null;
  private failed = new Set<string>();
  private byHand: ByHand | null = null;
  private muted = true;
  private playing = '';
  private item = '';
  private loading = false;
  private readonly keys: { end(): void; isOpen(): boolean };
  private reloadDay = '';

  constructor(main: HTMLElement, held: Held | null) {
    this.main = main;
    this.held = held;
    main.replaceChildren(this.stage, this.clock);
    this.keys = watchKeys(main, IDLE_MS, {
      items: () => this.ready(),
      show: (item) => {
        this.muted = false;
        this.byHand = { item, until: now() + IDLE_MS };
        this.tick();
      },
      back: () => {
        this.byHand = null;
        this.tick();
      },
    });
  }

  /** Beats and ticks until the server does not know this screen. */
  async run(): Promise<void> {
    // What was kept plays before the line is asked.
    if (this.held) await this.fetchFiles(this.held.programme).catch(() => undefined);
    const ticking = setInterval(() => this.tick(), 500);
    this.tick();
    try {
      for (;;) {
        await this.beat();
        await new Promise((resolve) => setTimeout(resolve, beatMs()));
      }
    } finally {
      clearInterval(ticking);
    }
  }

  end(): void {
    this.keys.end();
    if (this.scene) this.scene.stop();
    this.main.replaceChildren();
  }

  private async beat(): Promise<void> {
    try {
      const room = navigator.storage?.estimate ? await navigator.storage.estimate() : null;
      const free = room?.quota ? Math.max(0, Math.floor((room.quota - (room.usage || 0)) / 1_048_576)) : null;
      const said = await ask<{ asOf: string }>('heartbeat', {
        playing: this.playing.slice(0, 200),
        item: this.item,
        holds: this.held ? this.held.hash : '',
        freeMb: free,
        screen: `${window.innerWidth}×${window.innerHeight}`,
        clock: Date.now(),
        offlineOk: 'serviceWorker' in navigator && !!navigator.serviceWorker.controller,
      });
      setTime(said.asOf);
      await this.sync();
      await saveOpen();
      await postLog();
    } catch (error) {
      if (error instanceof Unpaired) throw error;
      // The line is away: what was known plays on.
      await keepTime();
    }
  }

  /** Takes up another version once it is whole; until then the old one plays. */
  private async sync(): Promise<void> {
    const hash = this.held ? this.held.hash : 'none';
    const answer = await ask<{ hash: string; programme: Programme | null }>('getAppMenuList', { hash });
    if (!answer.programme) {
      if (this.held) this.held.confirmedAt = now();
    } else if (!this.held) {
      // The first one plays what has come, and the rest as it comes.
      this.held = { hash: '', programme: answer.programme, confirmedAt: now() };
      void this.load(answer.programme, answer.hash);
      return;
    } else {
      await this.load(answer.programme, answer.hash);
    }
    if (this.held) await keep('facts', 'held', this.held).catch(() => undefined);
  }

  private async load(programme: Programme, hash: string): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    try {
      // What is withdrawn goes at once, before anything new is fetched.
      const known = new Set(programme.rules.map(({ id, item }) => `${id} ${item}`));
      if (this.held)
        this.held.programme = {
          ...this.held.programme,
          rules: this.held.programme.rules.filter(({ id, item }) => known.has(`${id} ${item}`)),
        };
      const whole = await this.fetchFiles(programme);
      this.held = { hash: whole ? hash : '', programme, confirmedAt: now() };
      this.failed.clear();
      this.shown = '';
      await dropOthers(programme.items.reduce<PlayedItem['files']>((all, item) => all.concat(playedOf(item)), []));
      await keep('facts', 'held', this.held);
    } catch {
      // A full disk or a torn line: tried again with the next beat.
    } finally {
      this.loading = false;
    }
  }

  private async fetchFiles(programme: Programme): Promise<boolean> {
    let whole = true;
    for (const item of programme.items)
      for (const file of playedOf(item))
        await fetchFile(file).catch(() => {
          whole = false;
        });
    return whole;
  }

  /** Items that can be shown whole. */
  private ready(): PlayedItem[] {
    if (!this.held) return [];
    return this.held.programme.items.filter(
      (item) => !this.failed.has(item.id) && playedOf(item).every((file) => addressOf(file) !== null),
    );
  }

  private tick(): void {
    const at = now();
    const { clock, day } = clockOf(at);
    this.clock.textContent = clock;
    if (clock === RELOADS_AT && this.reloadDay !== day && this.reloadDay !== '' && navigator.onLine) location.reload();
    if (clock !== RELOADS_AT) this.reloadDay = day;
    const programme = this.held && at - this.held.confirmedAt < UNCONFIRMED_MS ? this.held.programme : null;
    const dark = programme !== null && !isOpen(programme, at);
    this.main.className = dark ? 'dark' : '';
    if (dark) {
      this.set('dark', '', 'fallback', at, () => make('section', 'scene'));
      return;
    }
    if (this.byHand && (at >= this.byHand.until || this.keys.isOpen())) {
      if (at >= this.byHand.until) this.byHand = null;
    }
    const ready = this.ready();
    const find = (id: string | null) => ready.filter((item) => item.id === id)[0];
    let plays: Plays | null = null;
    if (programme)
      plays = whatPlays(
        programme.rules.filter(({ item }) => find(item) !== undefined),
        { group: programme.group },
        at,
      );
    const item = this.byHand ? this.byHand.item : plays ? find(plays.item) : undefined;
    if (!item || !programme) {
      const org = this.held ? this.held.programme.orgName : '智慧终端';
      const place = this.held ? this.held.programme.place : '正在连接服务器';
      this.set(`rest ${org}`, '', 'fallback', at, () => {
        const element = restScene(org, place);
        const hours = clockOf(at);
        element.append(make('p', 'large-clock', hours.clock), make('p', 'day', hours.day));
        return element;
      });
      const large = this.stage.querySelector('.large-clock');
      if (large) large.textContent = clock;
      const date = this.stage.querySelector('.day');
      if (date) date.textContent = day;
      return;
    }
    const milliseconds = plays ? plays.until - plays.since : IDLE_MS;
    this.setItem(item, plays && !this.byHand ? plays.level : 'loop', at, milliseconds, programme.orgName);
  }

  private setItem(item: PlayedItem, level: string, at: number, milliseconds: number, orgName: string): void {
    const key = `${item.id} ${item.title} ${item.text.length}`;
    void note(item.id, item.title, level, at).catch(() => undefined);
    this.playing = item.title;
    this.item = item.id;
    if (this.shown === key) return;
    this.shown = key;
    if (this.scene) this.scene.stop();
    this.scene = sceneOf(item, {
      orgName,
      milliseconds,
      muted: this.muted,
      onFail: () => {
        // It is left out until the next version; what else is due plays.
        this.failed.add(item.id);
        this.tick();
      },
    });
    this.stage.replaceChildren(this.scene.element);
    shrinkWords(this.scene.element);
  }

  private set(key: string, title: string, level: string, at: number, draw: () => HTMLElement): void {
    this.playing = title;
    this.item = '';
    void note(level, title, level, at).catch(() => undefined);
    if (this.shown === key) return;
    this.shown = key;
    if (this.scene) this.scene.stop();
    this.scene = null;
    this.stage.replaceChildren(draw());
  }
}
