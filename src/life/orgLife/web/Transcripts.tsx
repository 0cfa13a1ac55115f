import { Link } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listTranscripts, transcribe } from '../contract.speech.ts';
import type { MeetingDetail } from '../contract.ts';
import { PATHS } from './paths.ts';

/** Milliseconds after which a recording that is on its way is asked for again. */
const POLL = 3000;

/**
 * The recordings of a meeting, turned into text where the site has a service for it: a proposal that is put behind what is
 * written, never in its place.
 * @param room letters that the minutes still hold
 */
export function Transcripts({
  meeting,
  room,
  onTake,
}: {
  meeting: MeetingDetail;
  room: number;
  onTake: (text: string) => void;
}) {
  const query = useCall(
    listTranscripts,
    { id: meeting.id },
    {
      quiet: true,
      refetchInterval: (latest) => (latest?.recordings.some(({ state }) => state === 'running') ? POLL : false),
    },
  );
  const send = useAct(transcribe);
  if (!query.data?.on) return null;
  const { recordings } = query.data;
  return (
    <section className="life-transcripts" aria-label="录音转文字">
      <h3>录音转文字</h3>
      {recordings.length === 0 && (
        <p className="muted small">
          还没有MP3录音，可以<Link to={PATHS.edit(meeting.id, meeting.orgId)}>在会议材料里上传</Link>。
        </p>
      )}
      {recordings.map((one) => (
        <div key={one.fileId} className="life-transcript">
          <p className="life-acts">
            <Icon name="document" />
            <span className="grow">{one.name}</span>
            {one.state === 'running' ? (
              <span className="life-state due" role="status">
                {one.message || '排队等待转写'}
              </span>
            ) : (
              <Button
                size="compact"
                disabled={send.isPending}
                onClick={() => void send.mutateAsync({ id: meeting.id, fileId: one.fileId }).catch(() => undefined)}
              >
                {one.state === 'none' ? '转成文字' : '重新转写'}
              </Button>
            )}
          </p>
          {one.state === 'failed' && (
            <p className="field-fault" role="alert">
              <Icon name="warning" size={14} />
              {one.message}
            </p>
          )}
          {one.state === 'done' && (
            <>
              <blockquote className="life-said">{one.text}</blockquote>
              <p className="life-acts">
                <span className="muted small">机器转写，请核对人名和数字；放在已写内容之后，不改动已写的。</span>
                <Button
                  onClick={() => {
                    if (one.text.length + 1 > room)
                      return emit('notice', {
                        kind: 'error',
                        text: `会议记录还能写${Math.max(0, room)}个字，放不下这段文字`,
                      });
                    onTake(one.text);
                  }}
                >
                  放到会议记录后面
                </Button>
              </p>
            </>
          )}
        </div>
      ))}
    </section>
  );
}
