import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { mediaAddress } from '#platform/files/fileCalls.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { QrCode } from '#platform/web/field/QrCode.tsx';
import { OwnMatter, useIsOneself } from '#platform/web/session/oneself.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime, durationText } from '#platform/web/show/time.ts';
import { Button, ButtonLink, Pressable } from '#platform/web/ui/Button.tsx';
import { beatTv, endTv, getTv, type TvSession as Session, tickTv, tvCode } from '../contract.tv.ts';
import { videoTimeText } from '../rules.ts';
import { TV, TV_BEAT } from '../rules.tv.ts';
import './tv.css';

const ASKED_AGAIN = 20_000;

/** One session: the programme on the screen, the code to sign in by, who is there. */
export default function TvSession({ id }: { id: string }) {
  const tvQuery = useCall(
    getTv,
    { id },
    { quiet: true, staleTime: 0, refetchInterval: (read) => (read?.endedAt === null ? ASKED_AGAIN : false) },
  );
  useTitle(tvQuery.data?.title);
  return <RecordLoader query={tvQuery}>{(session) => <Shown session={session} />}</RecordLoader>;
}

function Shown({ session }: { session: Session }) {
  const [ending, setEnding] = useState(false);
  const end = useAct(endTv);
  const running = session.endedAt === null;
  return (
    <div className="list-page">
      <PageHead title={session.title}>
        <ButtonLink icon="back" to={TV.center}>
          全部场次
        </ButtonLink>
        {running && (
          <Button look="primary" onClick={() => setEnding(true)}>
            结束场次
          </Button>
        )}
      </PageHead>
      <p className="muted tv-lead">
        {session.orgName}，{dateTime(session.startedAt)}开始
        {session.endedAt && `，${dateTime(session.endedAt)}结束`}，已放映{durationText(session.playedSeconds)}
      </p>
      <div className="tv-room">
        {running ? (
          <Screen session={session} />
        ) : (
          <section className="card tv-done" aria-label="节目">
            <ol>
              {session.programme.map((one) => (
                <li key={one.id}>{one.title}</li>
              ))}
            </ol>
          </section>
        )}
        <div className="tv-side">
          {running && <Code id={session.id} />}
          <People session={session} running={running} />
        </div>
      </div>
      {ending && (
        <ConfirmDialog
          title="结束场次"
          act="结束"
          onConfirm={async () => {
            const { people } = await end.mutateAsync({ id: session.id });
            emit('notice', { kind: 'success', text: `场次已结束，${people}人计入学时` });
          }}
          onClose={() => setEnding(false)}
        >
          在场并且正在放映的时间计入学时，不满一分钟的不计。结束后不能再登记。
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The programme, by arrow keys: ← → another one, Enter plays and stops, F fills the screen. */
function Screen({ session }: { session: Session }) {
  const [at, setAt] = useState(0);
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState('');
  const player = useRef<HTMLVideoElement>(null);
  const box = useRef<HTMLElement>(null);
  const goesOn = useRef(false);
  const { programme, id } = session;
  const one = programme[at];
  const fileId = one?.fileId;
  useEffect(() => {
    if (!fileId) return;
    const stop = new AbortController();
    setFault('');
    call(mediaAddress, { fileName: fileId }, { quiet: true, signal: stop.signal })
      .then(({ url }) => setAddress(url))
      .catch(() => {
        if (!stop.signal.aborted) setFault('视频没有加载，请检查网络后再选一次');
      });
    return () => stop.abort();
  }, [fileId]);
  const tell = (isPlaying: boolean) => void call(beatTv, { id, isPlaying }, { quiet: true }).catch(() => {});
  useEffect(() => {
    const timer = setInterval(() => {
      const video = player.current;
      if (video && !video.paused) void call(beatTv, { id, isPlaying: true }, { quiet: true }).catch(() => {});
    }, TV_BEAT * 1000);
    return () => clearInterval(timer);
  }, [id]);
  const go = (to: number) => {
    if (to < 0 || to >= programme.length) return;
    goesOn.current = true;
    setAt(to);
  };
  const onKey = (event: KeyboardEvent) => {
    const video = player.current;
    if (!video || event.ctrlKey || event.altKey || event.metaKey) return;
    const full = async () =>
      document.fullscreenElement ? document.exitFullscreen() : box.current?.requestFullscreen();
    const acts = new Map<string, () => void>([
      ['arrowleft', () => go(at - 1)],
      ['arrowright', () => go(at + 1)],
      ['enter', () => void (video.paused ? video.play().catch(() => {}) : video.pause())],
      ['f', () => void full().catch(() => {})],
    ]);
    const act = acts.get(event.key.toLowerCase());
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <section ref={box} className="card tv-screen" aria-label="放映" onKeyDown={onKey}>
      <video
        ref={player}
        {...(address ? { src: address } : {})}
        controls
        playsInline
        aria-label={one?.title ?? ''}
        onLoadedData={({ currentTarget }) => goesOn.current && void currentTarget.play().catch(() => {})}
        onPlay={() => tell(true)}
        onPause={() => tell(false)}
        onEnded={() => go(at + 1)}
      />
      {fault && (
        <p className="banner bad" role="alert">
          {fault}
        </p>
      )}
      <ol className="tv-programme" aria-label="节目单">
        {programme.map((line, place) => (
          <li key={line.id}>
            <Pressable
              className={place === at ? 'tv-line now' : 'tv-line'}
              aria-current={place === at ? 'true' : undefined}
              onClick={() => go(place)}
            >
              <span>{place + 1}</span>
              <span className="grow">{line.title}</span>
              <span className="muted small">{videoTimeText(line.seconds)}</span>
            </Pressable>
          </li>
        ))}
      </ol>
      <p className="muted tiny tv-keys">←→ 换节目　回车 播放/暂停　F 全屏</p>
    </section>
  );
}

/** The code that phones scan to come and to go; a new one each half minute. */
function Code({ id }: { id: string }) {
  const tvCodeQuery = useCall(
    tvCode,
    { id },
    { quiet: true, staleTime: 0, refetchInterval: (read) => (read ? read.seconds * 1000 + 300 : false) },
  );
  const { origin, pathname } = location;
  if (!tvCodeQuery.data) return null;
  return (
    <section className="card tv-code" aria-label="签到码">
      <QrCode
        text={`${origin}${pathname}#${TV.sign(id, tvCodeQuery.data.code)}`}
        alt="远教签到二维码"
        large
        caption="手机扫码签到，离场时再扫一次"
      />
    </section>
  );
}

function People({ session, running }: { session: Session; running: boolean }) {
  const tick = useAct(tickTv);
  const isOneself = useIsOneself();
  const [words, setWords] = useState('');
  const shown = session.people.filter(
    (one) => (running || one.minutes > 0) && (words === '' || one.name.includes(words)),
  );
  return (
    <section className="card" aria-label="到场的人">
      <div className="card-head">
        <h2>{running ? '到场登记' : '到场的人'}</h2>
        <span className="secondary">
          {running ? `${session.present} / ${session.total}人在场` : `${shown.length}人`}
        </span>
      </div>
      {running && (
        <span className="field-box tv-find">
          <input
            aria-label="姓名"
            placeholder="找姓名"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </span>
      )}
      <ul className="tv-people">
        {shown.map((one) => (
          <li key={one.memberId}>
            {running && !isOneself(one.memberId) ? (
              <label className="filter-option">
                <input
                  type="checkbox"
                  className="tick"
                  checked={one.isPresent}
                  disabled={tick.isPending}
                  onChange={() => tick.mutate({ id: session.id, memberIds: [one.memberId], isPresent: !one.isPresent })}
                />
                <Who one={one} />
              </label>
            ) : (
              <span className="tv-who">
                <Who one={one} />
                {running && <OwnMatter act="登记远教到场">{one.isPresent ? '本人已在场' : '本人请扫码签到'}</OwnMatter>}
              </span>
            )}
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="muted tv-lead">{words ? '没有这个姓名。' : '没有人到场。'}</p>}
    </section>
  );
}

const Who = ({ one }: { one: Session['people'][number] }) => (
  <>
    <span className="grow">{one.name}</span>
    <span className="muted small">{one.minutes > 0 ? `${one.minutes}分钟` : ''}</span>
  </>
);
