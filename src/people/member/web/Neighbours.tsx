import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { keyOf } from '#platform/web/call/hooks.ts';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { saveTrail, trailOf } from '#platform/web/list/trail.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listMembers } from '../contract.ts';

const LIST = '/affairs/member';

/** 上一人 and 下一人 within the list from which the record was opened; nothing when it was opened by its address. */
export function Neighbours({ id }: { id: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { stands } = useStands();
  const latest = useRef(id);
  latest.current = id;
  const trail = trailOf(LIST);
  const at = trail?.ids.indexOf(id) ?? -1;
  if (!trail || at < 0) return null;
  const number = (trail.page - 1) * trail.size + at + 1;

  const go = async (by: -1 | 1) => {
    const near = trail.ids[at + by];
    if (near) {
      navigate(`${LIST}/browse/${near}`, { replace: true });
      return;
    }
    // Beyond the page: the next or the previous page of the same list.
    const page = trail.page + by;
    const input = { ...trail.input, pageNum: String(page), pageSize: String(trail.size) };
    // The client has shown why it failed.
    const answer = await client
      .fetchQuery({ queryKey: keyOf(listMembers, input), queryFn: () => call(listMembers, input) })
      .catch(() => null);
    // Who went elsewhere meanwhile stays there.
    if (!answer || !stands.current || latest.current !== id) return;
    const ids = answer.rows.map((row) => row.id);
    const next = by > 0 ? ids[0] : ids.at(-1);
    if (!next) {
      emit('notice', { kind: 'info', text: `列表已有变化，没有${by > 0 ? '下' : '上'}一人` });
      return;
    }
    saveTrail(LIST, { ...trail, page, ids, total: answer.total });
    navigate(`${LIST}/browse/${next}`, { replace: true });
  };
  return (
    <nav className="record-trail" aria-label="列表中的前后">
      <Button look="word" icon="back" iconSize={13} disabled={number <= 1} onClick={() => go(-1)}>
        上一人
      </Button>
      <span className="muted">
        第{number.toLocaleString('en-US')}人，共{trail.total.toLocaleString('en-US')}人
      </span>
      <Button look="word" disabled={number >= trail.total} onClick={() => go(1)}>
        下一人
        <Icon name="forward" size={13} />
      </Button>
    </nav>
  );
}
