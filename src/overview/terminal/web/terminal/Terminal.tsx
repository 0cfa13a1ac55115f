import { useEffect, useRef, useState } from 'react';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import type { TerminalItem } from '../../contract.device.ts';
import { IDLE_MS, type Part } from '../../rules.device.ts';
import { groupByYear } from '../../rules.ts';
import { Bind } from './Bind.tsx';
import { addressOf, Record } from './Record.tsx';
import { type Shown, useTerminal } from './useTerminal.ts';
import './terminal.css';

const WEEK = '日一二三四五六';
const two = (n: number) => String(n).padStart(2, '0');
const clockOf = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`;

/** `/box/terminal`: the page of a touch screen in an organisation's rooms, without signing in. */
export default function Terminal() {
  const { kind, shown, fault, onPaired } = useTerminal();
  useTitle(shown?.menu.orgName ?? '智慧终端');
  return (
    <div className="terminal">
      {kind === 'unbound' && <Bind why={fault} onPaired={onPaired} />}
      {kind === 'waiting' && <Said fault={fault}>{fault ? '正在重新连接服务器' : '正在读取内容'}</Said>}
      {kind === 'lost' && <Said fault={fault}>连接服务器中断太久，内容已收起</Said>}
      {kind === 'shown' && shown && <Screen shown={shown} />}
    </div>
  );
}

function Said({ fault, children }: { fault: string; children: string }) {
  return (
    <div className="terminal-said" role={fault ? 'alert' : 'status'}>
      <p>{children}</p>
      {fault && <p className="terminal-note">{fault}</p>}
    </div>
  );
}

interface Place {
  part: Part | null;
  item: string | null;
}
const FIRST: Place = { part: null, item: null };

function Screen({ shown }: { shown: Shown }) {
  const [place, setPlace] = useState<Place>(FIRST);
  const { menu, contents, away, readAt } = shown;
  const touch = useIdle(() => setPlace(FIRST));
  const main = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place begins at its top
  useEffect(() => {
    if (main.current) main.current.scrollTop = 0;
  }, [place]);

  // What was withdrawn meanwhile is not shown on.
  const part = menu.menus.find((one) => one.part === place.part);
  const rows = (part && contents[part.part]) ?? [];
  const at = rows.findIndex(({ id }) => id === place.item);
  const item = rows[at];
  const step = (by: number) => rows[at + by];
  const open = (id: string | null) => part && setPlace({ part: part.part, item: id });
  return (
    <>
      <header className="terminal-head">
        <div>
          <p className="terminal-org">{menu.orgName}</p>
          <p className="terminal-place">
            {menu.place}
            {away && <b>，服务器暂时没有应答，内容截至{clockOf(new Date(readAt))}</b>}
          </p>
        </div>
        <Clock />
      </header>
      <section ref={main} className="terminal-main" aria-label={item?.title ?? part?.title ?? menu.orgName}>
        {!part && <First shown={shown} onOpen={(next) => setPlace(next)} />}
        {part && !item && <List part={part.part} title={part.title} rows={rows} onOpen={open} />}
        {item && <Record key={item.id} item={item} onPlaying={touch} />}
      </section>
      {part && (
        <nav className="terminal-foot" aria-label="导航">
          <Pressable onClick={() => setPlace(FIRST)}>
            <Icon name="home" />
            首页
          </Pressable>
          {item && (
            <>
              <Pressable onClick={() => open(null)}>
                <Icon name="back" />
                {part.title}
              </Pressable>
              <span className="grow" />
              <Pressable disabled={!step(-1)} onClick={() => open(step(-1)?.id ?? null)}>
                上一个
              </Pressable>
              <Pressable disabled={!step(1)} onClick={() => open(step(1)?.id ?? null)}>
                下一个
              </Pressable>
            </>
          )}
        </nav>
      )}
    </>
  );
}

/** Calls back when nobody has touched the page for a while; answers how to say that somebody is still there. */
function useIdle(onIdle: () => void): () => void {
  const latest = useRef(onIdle);
  latest.current = onIdle;
  const touched = useRef(Date.now());
  const touch = () => {
    touched.current = Date.now();
  };
  useEffect(() => {
    const note = () => {
      touched.current = Date.now();
    };
    const kinds = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
    for (const kind of kinds) window.addEventListener(kind, note, { passive: true, capture: true });
    const timer = setInterval(() => {
      if (Date.now() - touched.current < IDLE_MS) return;
      touched.current = Date.now();
      latest.current();
    }, 1000);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, note, { capture: true });
      clearInterval(timer);
    };
  }, []);
  return touch;
}

const pictureOf = ({ files }: TerminalItem) => files.find(({ fileType }) => fileType.startsWith('image/'));

/** The first page: who is greeted today, and the parts. */
function First({ shown: { menu, contents }, onOpen }: { shown: Shown; onOpen: (place: Place) => void }) {
  const [greeting] = contents.welcome ?? [];
  const ground = greeting && pictureOf(greeting);
  const parts = menu.menus.filter(({ part, count }) => part !== 'welcome' && count > 0);
  return (
    <div className="terminal-first">
      <section
        className={ground ? 'terminal-hero pictured' : 'terminal-hero'}
        style={ground && { backgroundImage: `url("${addressOf(ground.id)}")` }}
        aria-label="欢迎词"
      >
        {greeting ? (
          <>
            {greeting.note && <p className="terminal-guest">{greeting.note}</p>}
            <h1>{greeting.title}</h1>
            <p>{greeting.text}</p>
          </>
        ) : (
          <h1>{menu.orgName}</h1>
        )}
      </section>
      {parts.length === 0 && <p className="terminal-note">还没有发布内容。</p>}
      <ul className="terminal-tiles">
        {parts.map(({ part, title, count }) => (
          <li key={part}>
            <Pressable onClick={() => onOpen({ part, item: null })}>
              <b>{title}</b>
              <span>{count}项</span>
            </Pressable>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ListProps {
  part: Part;
  title: string;
  rows: readonly TerminalItem[];
  onOpen: (id: string) => void;
}

function List({ part, title, rows, onOpen }: ListProps) {
  return (
    <>
      <h2 className="terminal-title">{title}</h2>
      {rows.length === 0 && <p className="terminal-note">暂时没有内容。</p>}
      {part === 'event' ? (
        groupByYear(rows.map((row) => ({ ...row, happenedOn: row.day }))).map(({ year, rows: some }) => (
          <section key={year} aria-label={`${year}年`}>
            <h3 className="terminal-year">{year}年</h3>
            <Cards rows={some} onOpen={onOpen} />
          </section>
        ))
      ) : (
        <Cards rows={rows} onOpen={onOpen} />
      )}
    </>
  );
}

function Cards({ rows, onOpen }: Pick<ListProps, 'rows' | 'onOpen'>) {
  return (
    <ul className="terminal-cards">
      {rows.map((row) => {
        const picture = pictureOf(row);
        return (
          <li key={row.id}>
            <Pressable onClick={() => onOpen(row.id)}>
              {picture && (
                <img
                  src={addressOf(picture.id + (picture.hasSizes ? '-z' : ''))}
                  alt=""
                  loading="lazy"
                  decoding="async"
                />
              )}
              <span className="terminal-card">
                <b>{row.title}</b>
                <span>{[row.day, row.note].filter(Boolean).join('　')}</span>
                {row.text && <span className="terminal-lines">{row.text}</span>}
              </span>
            </Pressable>
          </li>
        );
      })}
    </ul>
  );
}

function Clock() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="terminal-clock">
      <b>{clockOf(now)}</b>
      <span>
        {now.getFullYear()}年{now.getMonth() + 1}月{now.getDate()}日 星期{WEEK[now.getDay()]}
      </span>
    </p>
  );
}
