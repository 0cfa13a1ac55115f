import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { useKeptState, useKeptText } from '#platform/web/kept/useKept.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { startTv } from '../contract.tv.ts';
import { listVideos } from '../contract.watch.ts';
import { videoTimeText } from '../rules.ts';
import { MAX_PROGRAMME, TV } from '../rules.tv.ts';

const PAGE = 50;

/** Chooses the programme of a session, in the order of the ticks, and opens it. */
export function StartTv({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const session = useSession();
  const start = useAct(startTv, { quiet: true });
  const [keyWords, setWords] = useState('');
  const [title, setTitle, titleSent] = useKeptText('tv title', '场次名称', '党员远教学习');
  const [chosen, setChosen, chosenSent] = useKeptState<readonly { id: string; title: string }[]>(
    'tv chosen',
    '选的节目',
    [],
  );
  const [fault, setFault] = useState('');
  const videosQuery = useCall(
    listVideos,
    { keyWords, pageNum: 1, pageSize: PAGE },
    { quiet: true, keepPrevious: true },
  );
  const has = (id: string) => chosen.some((one) => one.id === id);
  const save = async () => {
    if (!title.trim()) return setFault('请输入场次名称');
    if (chosen.length === 0) return setFault('请选择节目');
    try {
      const input = { orgId: session.user.workOrgId, title, videoIds: chosen.map(({ id }) => id) };
      const { id } = await start.mutateAsync(input);
      titleSent();
      chosenSent();
      navigate(TV.session(id));
    } catch (error) {
      setFault(error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : '没有成功，请再试一次');
    }
  };
  return (
    <Dialog
      title="开始播放"
      icon="screen"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={start.isPending} onClick={() => void save()}>
            开始播放{chosen.length > 0 && `（${chosen.length}个节目）`}
          </Button>
        </>
      }
    >
      <div className="tv-start">
        <label className="tv-field">
          场次名称
          <span className="field-box">
            <input maxLength={60} value={title} onChange={(event) => setTitle(event.target.value)} />
          </span>
        </label>
        <span className="field-box">
          <input
            aria-label="视频名称"
            placeholder="找视频"
            value={keyWords}
            onChange={(event) => setWords(event.target.value)}
          />
        </span>
        {!videosQuery.data && <Waiting query={videosQuery} lines={5} />}
        <ul className="tv-pick">
          {(videosQuery.data?.rows ?? []).map((row) => (
            <li key={row.id}>
              <label className="filter-option">
                <input
                  type="checkbox"
                  className="tick"
                  disabled={!has(row.id) && chosen.length >= MAX_PROGRAMME}
                  checked={has(row.id)}
                  onChange={() => {
                    setFault('');
                    setChosen(has(row.id) ? chosen.filter(({ id }) => id !== row.id) : [...chosen, row]);
                  }}
                />
                <span className="grow">{row.title}</span>
                <span className="muted small">
                  {row.unitName} · {videoTimeText(row.seconds)}
                </span>
              </label>
            </li>
          ))}
        </ul>
        {videosQuery.data?.rows.length === 0 && <p className="muted">没有已发布的视频，请先在视频中心发布。</p>}
        {chosen.length > 0 && (
          <p className="secondary">播放顺序：{chosen.map(({ title: name }) => name).join(' → ')}</p>
        )}
        {fault && (
          <p className="field-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
    </Dialog>
  );
}
