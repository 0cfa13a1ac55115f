import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { fetchFile } from '#platform/web/call/api.ts';
import { keyOf, useCall } from '#platform/web/call/hooks.ts';
import { IconButton, Pressable } from '#platform/web/ui/Button.tsx';
import { type SwiperRow, shownSwipers, swiperPicture } from '../contract.swiper.ts';
import './swiper/carousel.css';

/** Milliseconds that a picture stands. */
const STANDS = 6000;

type Shown = Pick<SwiperRow, 'id' | 'title' | 'alt' | 'link' | 'fileId'>;

/** The address of a picture within this window; undefined until its bytes are there. Kept as long as the picture is the same. */
export function usePicture(row: Pick<SwiperRow, 'id' | 'fileId'> | null): string | undefined {
  const { data } = useQuery({
    queryKey: [...keyOf(swiperPicture), row?.fileId],
    queryFn: ({ signal }) => fetchFile(swiperPicture, { id: row?.id ?? '' }, { signal, quiet: true }),
    enabled: row !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return address;
}

/** One picture in its frame. */
export function Picture({ row, className }: { row: Shown; className: string }) {
  const address = usePicture(row);
  return <span className={className}>{address && <img src={address} alt={row.alt} />}</span>;
}

/** Whether the user has asked for less movement, in the system or in the product. */
const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * The pictures that the own home shows today. They change by themselves unless the user asked for less movement, and not
 * while the pointer or the focus is on them or they are stopped; arrow keys turn them by hand. Draws `none` where there are none.
 */
export function Carousel({ none = null }: { none?: ReactNode }) {
  const { data } = useCall(shownSwipers, {}, { quiet: true, staleTime: 300_000 });
  const rows = data ?? [];
  const [turn, setTurn] = useState(0);
  const [stopped, setStopped] = useState(calm);
  const [held, setHeld] = useState(false);
  const many = rows.length > 1;
  const at = rows.length > 0 ? turn % rows.length : 0;
  const moves = many && !stopped && !held;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each picture stands its whole time, also after a turn by hand
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setTurn((now) => now + 1);
    }, STANDS);
    return () => clearInterval(timer);
  }, [moves, turn]);

  const shown = rows[at];
  if (!shown) return data ? none : null;
  const go = (to: number) => setTurn((to + rows.length) % rows.length);
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || !many) return;
    event.preventDefault();
    go(at + by);
  };
  return (
    <section
      className="carousel"
      aria-roledescription="轮播图"
      aria-label="轮播图"
      onKeyDown={onKey}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
      }}
    >
      <div className="carousel-shown" aria-live={moves ? 'off' : 'polite'}>
        <Slide key={shown.id} row={shown} />
      </div>
      {many && (
        <div className="carousel-controls">
          <IconButton icon="back" label="上一张" onClick={() => go(at - 1)} />
          <span className="carousel-dots">
            {rows.map((row, index) => (
              <Pressable
                key={row.id}
                aria-label={`第${index + 1}张：${row.title}`}
                aria-current={index === at}
                onClick={() => go(index)}
              />
            ))}
          </span>
          <IconButton icon="forward" label="下一张" onClick={() => go(at + 1)} />
          <Pressable
            className="carousel-stop"
            aria-label={stopped ? '开始轮播' : '停止轮播'}
            onClick={() => setStopped(!stopped)}
          >
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={stopped ? 'M8 5.5l10 6.5-10 6.5z' : 'M8.5 6v12M15.5 6v12'} />
            </svg>
          </Pressable>
        </div>
      )}
    </section>
  );
}

/** One picture with its title; the whole is the link where it has one. */
function Slide({ row }: { row: Shown }) {
  const content = (
    <>
      <Picture row={row} className="carousel-picture" />
      <span className="carousel-title">{row.title}</span>
    </>
  );
  if (row.link === '') return <div className="carousel-slide">{content}</div>;
  if (row.link.startsWith('/')) {
    return (
      <Link className="carousel-slide" to={row.link}>
        {content}
      </Link>
    );
  }
  return (
    <a className="carousel-slide" href={row.link} target="_blank" rel="noopener noreferrer">
      {content}
      <span className="visually-hidden">（在新窗口打开）</span>
    </a>
  );
}
