import { useState } from 'react';
import { Link } from 'react-router';
import { download } from '#platform/web/call/api.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { dateTime, durationText } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { cancelJob, downloadJobFile, JOB_STATES, JOB_TYPES, type JobRow, listJobs, repeatJob } from '../contract.ts';

/** Milliseconds between two looks while something is running. */
const WATCH = 2000;

const looks: Record<JobRow['state'], readonly [tone: string, icon: IconName]> = {
  queued: ['', 'clock'],
  running: ['info', 'refresh'],
  done: ['ok', 'check'],
  failed: ['bad', 'close'],
  cancelled: ['', 'undo'],
};

function State({ job }: { job: JobRow }) {
  const [tone, icon] = looks[job.state];
  return (
    <span className={`tag ${tone}`}>
      <Icon name={icon} />
      {job.stateName}
    </span>
  );
}

/** How far a job is: a bar with rows and the time left while it runs, then what came of it. */
function Progress({ job }: { job: JobRow }) {
  if (job.state === 'running' && job.total) {
    const percent = Math.min(100, Math.floor((job.progress / job.total) * 100));
    return (
      <span title={job.message}>
        <span
          className="plain-bar"
          role="progressbar"
          aria-label={job.title}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${percent}%` }} />
        </span>
        {percent}%，{formatNumber(job.progress)} / {formatNumber(job.total)}行
        {job.secondsLeft !== null && `，约剩${durationText(job.secondsLeft)}`}
      </span>
    );
  }
  if (job.state === 'done' && job.fileName && !job.can.download) {
    const text = `${job.message}，须以发起时的角色下载`;
    return <span title={text}>{text}</span>;
  }
  if (job.message) return <span title={job.message}>{job.message}</span>;
  return <>{job.progress > 0 ? `${formatNumber(job.progress)}行` : '—'}</>;
}

/** A file's size as people say it. */
function sizeOf(bytes: number | null): string {
  if (bytes === null) return '—';
  return bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

const columns: readonly Column<JobRow>[] = [
  {
    key: 'type',
    title: '类别',
    width: 72,
    card: 'tag',
    cell: (job) => <span className="tag">{job.typeName}</span>,
    filter: { kind: 'choice', name: 'type', options: optionsOf(JOB_TYPES) },
  },
  {
    key: 'title',
    title: '任务',
    width: 240,
    card: 'title',
    cell: (job) => (job.href ? <Link to={job.href}>{job.title}</Link> : job.title),
  },
  {
    key: 'state',
    title: '状态',
    width: 96,
    card: 'side',
    cell: (job) => <State job={job} />,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(JOB_STATES),
    },
  },
  { key: 'progress', title: '进度', width: 330, card: 'line', cell: (job) => <Progress job={job} /> },
  { key: 'createTime', title: '提交时间', width: 136, card: 'line', cell: (job) => dateTime(job.createTime) },
  { key: 'finishTime', title: '完成时间', width: 136, cell: (job) => dateTime(job.finishTime) || '—' },
  { key: 'fileSize', title: '文件', width: 84, align: 'right', cell: (job) => sizeOf(job.fileSize) },
  {
    key: 'fileUntil',
    title: '保留到',
    width: 110,
    card: 'line',
    // Nothing on the card of a job without a file.
    cell: (job) => (job.fileUntil ? dateTime(job.fileUntil).slice(0, 10) : null),
  },
];

/** `/dataManage/exportList`: my exports and imports with progress, cancelling and results. */
export default function JobList() {
  const [openDialog, setOpenDialog] = useState<JobRow | null>(null);
  const cancel = useAct(cancelJob);
  const repeat = useAct(repeatJob);
  return (
    <div className="list-page">
      <PageHead />
      <PlainList<JobRow>
        caption="导入导出任务"
        endpoint={listJobs}
        columns={columns}
        unit="个"
        refresh={(jobs) => (jobs.some(({ state }) => state === 'running' || state === 'queued') ? WATCH : false)}
        acts={(job) => (
          <>
            {job.can.download && (
              <Button
                look="row"
                // The client has shown why it failed.
                onClick={() => download(downloadJobFile, { id: job.id }).catch(() => {})}
              >
                下载
              </Button>
            )}
            {job.can.repeat && (
              <Button
                look="row"
                disabled={repeat.isPending}
                title="按同样的条件和用途再导出一次，内容以现在的数据为准"
                onClick={() => repeat.mutate({ id: job.id })}
              >
                重新导出
              </Button>
            )}
            {job.can.cancel && (
              <Button look="row" onClick={() => setOpenDialog(job)}>
                取消
              </Button>
            )}
          </>
        )}
        empty={{
          title: '没有导入导出任务',
          text: '在列表页点“导出”或“导入”后，进度和结果会出现在这里，关闭页面也会继续。',
        }}
      />
      {openDialog && (
        <ConfirmDialog
          title="取消任务"
          icon="warning"
          act="取消任务"
          cancel="继续运行"
          onConfirm={() => cancel.mutateAsync({ id: openDialog.id })}
          onClose={() => setOpenDialog(null)}
        >
          {openDialog.title}将停止，已完成的部分不保留文件。
        </ConfirmDialog>
      )}
    </div>
  );
}
