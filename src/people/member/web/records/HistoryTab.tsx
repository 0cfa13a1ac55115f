import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { HISTORY_REASONS, listHistory, REASON_OF_STATUS } from '../../contract.history.ts';
import type { MemberDetail } from '../../contract.ts';
import { nameOf } from '../memberColumns.tsx';

const SIZE = 20;

/** 历史信息: the past versions of the main record; each is opened for a reason. */
export function HistoryTab({ member }: { member: MemberDetail }) {
  const [pageNum, setPage] = useState(1);
  const [opening, setOpening] = useState<{ id: string; version: number } | null>(null);
  const list = useCall(
    listHistory,
    { memberId: member.id, pageNum, pageSize: SIZE },
    { quiet: true, keepPrevious: true, staleTime: 0 },
  );
  if (!list.data) return <Waiting query={list} lines={5} />;
  const { rows, total } = list.data;
  return (
    <section className="record-rows" aria-label="历史信息">
      <div className="record-section">
        <h2 className="section-title">历史信息</h2>
        <span className="muted tiny">{total > 0 ? `共${total}个历史版本，查看时留痕` : ''}</span>
      </div>
      {total === 0 ? (
        <Empty title="还没有历史版本">主表修改后，修改前的内容保存在这里。</Empty>
      ) : (
        <div className="record-scroll">
          <table className="table record-table">
            <caption className="visually-hidden">历史信息</caption>
            <thead>
              <tr>
                <th scope="col">版本</th>
                <th scope="col">起</th>
                <th scope="col">止</th>
                <th scope="col">登记人</th>
                <th scope="col">操作</th>
              </tr>
            </thead>
            {rows.map((row) => (
              <tbody key={row.id}>
                <tr>
                  <td data-label="版本">第{row.version}版</td>
                  <td data-label="起">{dateTime(row.from)}</td>
                  <td data-label="止">{dateTime(row.to)}</td>
                  <td data-label="登记人">{row.who || '—'}</td>
                  <td className="record-row-acts">
                    <Button look="row" aria-label={`查看第${row.version}版`} onClick={() => setOpening(row)}>
                      查看
                    </Button>
                  </td>
                </tr>
              </tbody>
            ))}
          </table>
        </div>
      )}
      {total > SIZE && (
        <div className="record-section">
          <Button disabled={pageNum === 1} onClick={() => setPage(pageNum - 1)}>
            上一页
          </Button>
          <Button disabled={pageNum * SIZE >= total} onClick={() => setPage(pageNum + 1)}>
            下一页
          </Button>
        </div>
      )}
      {opening && (
        <AskReason
          name={nameOf(member)}
          of={opening}
          likely={REASON_OF_STATUS[member.membershipStatus] ?? ''}
          onClose={() => setOpening(null)}
        />
      )}
    </section>
  );
}

interface AskProps {
  name: string;
  of: { id: string; version: number };
  /** The reason that stands already: how the person left. */
  likely: string;
  onClose: () => void;
}

function AskReason({ name, of, likely, onClose }: AskProps) {
  const navigate = useNavigate();
  const reasons = useDict(HISTORY_REASONS)[HISTORY_REASONS];
  const [reason, setReason] = useState(likely);
  const [fault, setFault] = useState(false);
  const id = useId();
  const open = () => {
    if (reason) return navigate(`/affairs/member/historyMemberInfo/${of.id}/${reason}`);
    setFault(true);
    document.getElementById(id)?.focus();
  };
  return (
    <Dialog
      title={`查看历史信息 ${name}`}
      icon="clock"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" onClick={open}>
            查看
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <p>查看第{of.version}版的内容，原因记入变更记录。</p>
        <div>
          <label className="field-label" htmlFor={id}>
            <span className="must">*</span>查看原因
          </label>
          <span className={fault && !reason ? 'field-box wrong' : 'field-box'}>
            <select
              id={id}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              aria-required
              aria-invalid={fault && !reason}
              aria-describedby={`${id}-fault`}
            >
              <option value="">请选择</option>
              {reasons.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <Icon name="down" size={14} />
          </span>
          {fault && !reason && (
            <p id={`${id}-fault`} className="field-fault" role="alert">
              请选择查看原因
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
