import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { RichText } from '#platform/web/editor/RichText.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { type Announcement, getAnnouncement, receiveAnnouncement } from '../contract.notice.ts';
import { READING_SECONDS } from '../rules.notice.ts';
import { ReceiptTag } from './noticeParts.tsx';
import { dayText } from './parts.tsx';
import { PATHS } from './paths.ts';
import './archive.css';
import './reading.css';
import './notice.css';

/** 公告详情: one announcement to be read to its end, and confirmed where it asks for it. */
export default function NoticeView() {
  const { id = '' } = useParams();
  const announcementQuery = useCall(getAnnouncement, { id }, { quiet: true, staleTime: 0 });
  useTitle(announcementQuery.data?.title);
  return <RecordLoader query={announcementQuery}>{(one) => <Reading key={one.id} one={one} />}</RecordLoader>;
}

/** True once the end of the text was seen and the seconds of reading are over. */
function useReadToEnd(asked: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  const [rested, setRested] = useState(false);
  useEffect(() => {
    if (!asked || !end.current) return;
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setSeen(true);
    });
    watcher.observe(end.current);
    const timer = setTimeout(() => setRested(true), READING_SECONDS * 1000);
    return () => {
      watcher.disconnect();
      clearTimeout(timer);
    };
  }, [asked]);
  return { end, done: seen && rested };
}

function Reading({ one }: { one: Announcement }) {
  const session = useSession();
  const receive = useAct(receiveAnnouncement, { quiet: true });
  const open = one.isMine && (one.state === 'unread' || (one.state === 'told' && one.receivedAt === null));
  const [asked] = useState(one.isMine && one.state !== 'confirmed' && (open || one.asksConfirm));
  const { end, done } = useReadToEnd(asked);
  const sent = useRef(false);
  const { mutate } = receive;
  useEffect(() => {
    if (!done || !open || sent.current) return;
    sent.current = true;
    mutate({ id: one.id });
  }, [done, open, one.id, mutate]);
  const waits = one.isMine && one.asksConfirm && one.state !== 'confirmed';
  return (
    <div className="archive-reading">
      <RecordTop />
      <article className="card archive-paper">
        <h1 className="serif">{one.title}</h1>
        <p className="archive-source">
          <span>{one.typeName}</span>
          <span>{one.orgName}</span>
          <span>{dateTime(one.publishedAt)}</span>
          {one.readBy && <span>请在{one.readBy}前阅读</span>}
          {one.isMine && <ReceiptTag state={one.state} asksConfirm={one.asksConfirm} />}
        </p>
        <div className="archive-tools">
          <Button size="compact" icon="print" iconSize={14} onClick={() => window.print()}>
            打印
          </Button>
          {may(session, 'archive:write') && (
            <ButtonLink size="compact" icon="members" iconSize={14} to={PATHS.receipts(one.id)}>
              看回执
            </ButtonLink>
          )}
        </div>
        {one.correction && (
          <div className="banner" role="note">
            <span>
              {dayText(one.correctedAt)} 更正：{one.correction}
            </span>
          </div>
        )}
        <RichText html={decodeHtml(one.content)} />
        <FileList files={one.files} />
        <div ref={end} className="archive-end">
          {one.receivedAt && <span>{dateTime(one.receivedAt)} 已回执</span>}
        </div>
        {waits && (
          <div className="notice-confirm">
            <Button
              look="primary"
              icon="check"
              disabled={!done || receive.isPending}
              onClick={() =>
                mutate(
                  { id: one.id, confirm: true },
                  {
                    onSuccess: () => emit('notice', { kind: 'success', text: '已确认' }),
                    onError: (error) => emit('notice', { kind: 'error', text: error.message }),
                  },
                )
              }
            >
              {one.mustConfirm}
            </Button>
            {!done && <span className="muted small">读到末尾、停留{READING_SECONDS}秒后可以确认</span>}
          </div>
        )}
      </article>
    </div>
  );
}
