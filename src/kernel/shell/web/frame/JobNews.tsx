import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { endedJobs, listJobs } from '#kernel/job/contract.ts';
import { emit, on } from '#platform/web/call/events.ts';
import { keyOf, useCall } from '#platform/web/call/hooks.ts';

/** Milliseconds between two looks while something is under way, and while nothing is (specification, section 4). */
const WATCH = 3000;
const REST = 120_000;
const LIST = '/dataManage/exportList';
const NEWS = keyOf(endedJobs, {});

/** Tells the end of the account's imports and exports once, on whatever page it is by then, also after the tab was closed. */
export function JobNews() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data } = useCall(
    endedJobs,
    {},
    { quiet: true, refetchInterval: (latest) => (latest && latest.underWay > 0 ? WATCH : REST) },
  );
  // A call that were broken off to ask at once might have told what ended, to nobody: the next look is soon enough.
  useEffect(() => on('jobStarted', () => client.setQueryData(NEWS, { underWay: 1, ended: [] })), [client]);
  useEffect(() => {
    if (!data || data.ended.length === 0) return;
    for (const job of data.ended) {
      const to = job.href ?? LIST;
      // Who looks at the job itself sees it there.
      if (location.hash.split('?')[0] === `#${to}`) continue;
      emit('undoable', {
        text: `${job.title}${job.state === 'done' ? '已完成' : '没有完成'}：${job.message}`,
        act: job.href ? '去处理' : job.file ? '去下载' : '查看',
        failed: job.state === 'failed',
        run: () => navigate(to),
      });
    }
    // Told: it must not be told again when this page is drawn anew from the cache.
    client.setQueryData(NEWS, { ...data, ended: [] });
    void client.invalidateQueries({ queryKey: keyOf(listJobs) });
  }, [data, client, navigate]);
  return null;
}
