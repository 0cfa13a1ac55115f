import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { keyOf } from '#platform/web/call/hooks.ts';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { saveTrail, type Trail, trailOf } from '#platform/web/list/trail.ts';
import { singleKeysOn } from '#platform/web/list/useListKeys.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type FileDetail, listFiles } from '../contract.ts';
import { LISTS, type ListName, PATHS } from './paths.ts';

/** The list from which a file was opened: the one that holds it. */
function listWith(id: string): { path: string; trail: Trail } | null {
  for (const name of Object.keys(LISTS) as ListName[]) {
    const path = PATHS.list(name);
    const trail = trailOf(path);
    if (trail?.ids.includes(id)) return { path, trail };
  }
  return null;
}

/** 上一件 and 下一件 of the list from which the file was opened, also by the keys k and j; nothing when it was not. */
export function FileNeighbours({ file }: { file: FileDetail }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { stands } = useStands();
  const found = listWith(file.id);
  const at = found?.trail.ids.indexOf(file.id) ?? -1;
  const number = found ? (found.trail.page - 1) * found.trail.size + at + 1 : 0;
  const total = found?.trail.total ?? 0;

  const go = async (by: -1 | 1) => {
    if (!found || number + by < 1 || number + by > total) return;
    const { path, trail } = found;
    const to = (id: string) => navigate(PATHS.work(id, file.category), { replace: true });
    const near = trail.ids[at + by];
    if (near) return void to(near);
    // Beyond the page: the next or the previous page of the same list.
    const page = trail.page + by;
    const input = { ...trail.input, pageNum: String(page), pageSize: String(trail.size) };
    // The client has shown why it failed.
    const answer = await client
      .fetchQuery({ queryKey: keyOf(listFiles, input), queryFn: () => call(listFiles, input) })
      .catch(() => null);
    if (!answer || !stands.current) return;
    const ids = answer.rows.map(({ id }) => id);
    const next = by > 0 ? ids[0] : ids.at(-1);
    if (!next) {
      emit('notice', { kind: 'info', text: `名单已有变化，没有${by > 0 ? '下' : '上'}一件` });
      return;
    }
    saveTrail(path, { ...trail, page, ids, total: answer.total });
    to(next);
  };

  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    if (!singleKeysOn()) return;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if ((event.target as HTMLElement).closest('input, textarea, select, dialog, [role="menu"], .floating')) return;
      if (event.key === 'j') void latest.current(1);
      if (event.key === 'k') void latest.current(-1);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  if (!found) return null;
  return (
    <nav className="record-trail" aria-label="名单中的前后">
      <Button look="word" icon="back" iconSize={13} title="按 k 键" disabled={number <= 1} onClick={() => go(-1)}>
        上一件
      </Button>
      <span className="muted">
        第{number}件，共{total}件
      </span>
      <Button look="word" title="按 j 键" disabled={number >= total} onClick={() => go(1)}>
        下一件
        <Icon name="forward" size={13} />
      </Button>
    </nav>
  );
}
