import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { getJob } from '#kernel/job/contract.ts';
import { useOrg } from '#people/org/web/pickers.tsx';
import { markStale, useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { openMonth, previewOpening } from '../contract.ts';
import { formatYuan } from './money.ts';
import { monthsAround } from './parts.tsx';
import './dues.css';

interface OpenProps {
  orgId: string;
  /** The month that the list shows; another may be chosen. */
  month: string;
  current: string;
  onClose: () => void;
}

/** 开账: what opening a month would bill, then the job that does it with its progress. */
export function OpenDialog({ orgId, month: start, current, onClose }: OpenProps) {
  const id = useId();
  const { name } = useOrg(orgId);
  const months = monthsAround(current, 12);
  const [month, setMonth] = useState(months.includes(start) ? start : current);
  const [jobId, setJobId] = useState<string | null>(null);
  const preview = useCall(previewOpening, { orgId, month }, { quiet: true, staleTime: 0, enabled: jobId === null });
  const start_ = useAct(openMonth);
  const found = preview.data;
  const begin = async () => {
    try {
      setJobId((await start_.mutateAsync({ orgId, month })).jobId);
    } catch {
      // The client has shown why.
    }
  };
  return (
    <Dialog
      title={`开账 ${name}`}
      icon="dues"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{jobId === null ? '取消' : '关闭'}</Button>
          {jobId === null && (
            <Button look="primary" disabled={!found || found.branches === 0 || start_.isPending} onClick={begin}>
              开账
            </Button>
          )}
        </>
      }
    >
      {jobId !== null ? (
        <Progress jobId={jobId} />
      ) : (
        <div className="dues-open">
          <div>
            <label className="field-label" htmlFor={id}>
              月份
            </label>
            <span className="field-box dues-short">
              <select id={id} value={month} onChange={(event) => setMonth(event.target.value)}>
                {months.map((value) => (
                  <option key={value} value={value}>
                    {value}
                    {value === current ? '（本月）' : ''}
                  </option>
                ))}
              </select>
              <Icon name="down" size={14} />
            </span>
          </div>
          {found ? <Found found={found} /> : <Waiting query={preview} lines={4} />}
        </div>
      )}
    </Dialog>
  );
}

type Preview = NonNullable<ReturnType<typeof useCall<typeof previewOpening>>['data']>;

function Found({ found }: { found: Preview }) {
  const { people, amount, before } = found;
  if (found.branches === 0) return <p>该组织及下级没有要缴党费的党员。</p>;
  return (
    <>
      <dl className="dues-sums">
        <div>
          <dt>党支部</dt>
          <dd>
            <b>{formatNumber(found.branches)}</b>个
            {found.openedBranches > 0 && `，已开账${formatNumber(found.openedBranches)}个`}
          </dd>
        </div>
        <div>
          <dt>应缴</dt>
          <dd>
            <b>{formatNumber(people)}</b>人 <b>{formatYuan(amount)}</b>元
          </dd>
        </div>
        <div>
          <dt>上月</dt>
          <dd>
            <b>{formatNumber(before.people)}</b>人 <b>{formatYuan(before.amount)}</b>元
          </dd>
        </div>
        {found.exempt > 0 && (
          <div>
            <dt>减免缓缴</dt>
            <dd>
              <b>{formatNumber(found.exempt)}</b>人
            </dd>
          </div>
        )}
      </dl>
      {found.noStandard > 0 && (
        <p className="banner warn">
          <Icon name="warning" />
          {formatNumber(found.noStandard)}人未设党费标准，不会开出，列在“未设标准”里；设好后再开一次账即可补上。
        </p>
      )}
      {found.openedBranches > 0 && <p className="muted small">已开账的支部保持不变，只补还没有应缴党费的人。</p>}
      {found.changes.length > 0 && (
        <section aria-label="与上月不同">
          <h3 className="dues-title">
            与上月不同的{found.changes.length === 50 ? '前50人' : `${found.changes.length}人`}
          </h3>
          <div className="record-scroll dues-changes">
            <table className="table dense">
              <thead>
                <tr>
                  <th scope="col">姓名</th>
                  <th scope="col">党支部</th>
                  <th scope="col" className="number">
                    上月（元）
                  </th>
                  <th scope="col" className="number">
                    本次（元）
                  </th>
                </tr>
              </thead>
              <tbody>
                {found.changes.map((row, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: people of one name stand in one branch
                  <tr key={at}>
                    <td>{row.name}</td>
                    <td>{row.orgName}</td>
                    <td className="number">{row.before === null ? '没有' : formatYuan(row.before)}</td>
                    <td className="number">{formatYuan(row.after)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </>
  );
}

/** The job under way, then what came of it; the list behind follows. */
function Progress({ jobId }: { jobId: string }) {
  const client = useQueryClient();
  const { data: job, ...query } = useCall(
    getJob,
    { id: jobId },
    { quiet: true, refetchInterval: (latest) => (isMoving(latest?.state) ? 1000 : false) },
  );
  const isOver = job !== undefined && !isMoving(job.state);
  useEffect(() => {
    if (isOver) markStale(client, openMonth);
  }, [isOver, client]);
  if (!job) return <Waiting query={{ ...query, data: job }} lines={2} />;
  const part = job.total ? Math.floor((job.progress * 100) / job.total) : 0;
  if (isOver)
    return (
      <p className={job.state === 'done' ? 'banner ok' : 'banner bad'} role="status">
        <Icon name={job.state === 'done' ? 'check' : 'warning'} />
        <span>{job.message || job.stateName}</span>
      </p>
    );
  return (
    <div className="dues-open" role="status">
      <p>
        {job.stateName}
        {job.total !== null && `：${formatNumber(job.progress)} / ${formatNumber(job.total)}个党支部`}
      </p>
      <div
        className="dues-bar"
        role="progressbar"
        aria-label="开账进度"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={part}
      >
        <i style={{ width: `${part}%` }} />
      </div>
      <p className="muted small">可以关闭，开账在后台继续，进度也在“导入导出任务”里。</p>
    </div>
  );
}

const isMoving = (state: string | undefined) => state === undefined || state === 'queued' || state === 'running';
