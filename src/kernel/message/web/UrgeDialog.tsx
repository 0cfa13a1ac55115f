import { useState } from 'react';
import { URGE_HOURS } from '#house/urging.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { listOrgMessages, MOST_URGED, messageProgress, type OrgMessage, urge, urgePreview } from '../contract.urge.ts';
import './urge.css';

const SHOWN = 20;

/** Whom a press reminds, who works nowhere, and what was sent before with who has read it. */
export default function UrgeDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const preview = useCall(urgePreview, { code }, { quiet: true, staleTime: 0 });
  const act = useAct(urge);
  const data = preview.data;
  const due = data?.people.filter(({ recently }) => !recently) ?? [];
  const send = async () => {
    const { sent } = await act.mutateAsync({ code });
    emit('notice', { kind: 'success', text: `已催办${sent}人` });
    void preview.refetch();
  };
  return (
    <Dialog
      title={data ? `催办：${data.title}` : '催办'}
      icon="bell"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button
            look="primary"
            disabled={!data || data.capped || due.length === 0 || act.isPending}
            onClick={() => send().catch(() => {})}
          >
            {due.length > 0 ? `催办${due.length}人` : '催办'}
          </Button>
        </>
      }
    >
      {preview.error && !data && <Failed error={preview.error} onRetry={() => preview.refetch()} />}
      {preview.isPending && <Skeleton lines={4} />}
      {data && (
        <>
          <p>
            {data.orgs === 0
              ? '下级组织没有需要催办的。'
              : data.capped
                ? `逾期的组织超过${MOST_URGED}个，请由下级党委分别催办。`
                : `下级${data.orgs}个组织逾期，由${data.people.length}名党务工作者办理。每人收到一条通知，写明本人的全部事项；${URGE_HOURS}小时内不重复催办。`}
          </p>
          {data.people.length > 0 && (
            <ul className="urge-people">
              {data.people.slice(0, SHOWN).map(({ name, orgNames, recently }) => (
                <li key={`${name}-${orgNames.join()}`}>
                  <b>{name}</b>
                  <span className="grow">{orgNames.join('、')}</span>
                  {recently && <span className="tag">刚催办过</span>}
                </li>
              ))}
              {data.people.length > SHOWN && <li className="muted">另有{data.people.length - SHOWN}人</li>}
            </ul>
          )}
          {data.missing.length > 0 && (
            <p className="banner">
              <Icon name="warning" />
              {data.missing.length}个组织没有党务工作者，收不到催办：{data.missing.slice(0, 5).join('、')}
              {data.missing.length > 5 ? '等' : ''}
            </p>
          )}
          <Sent code={code} />
        </>
      )}
    </Dialog>
  );
}

/** What was sent before, the newest first. */
function Sent({ code }: { code: string }) {
  const sent = useCall(listOrgMessages, { code, pageSize: SHOWN }, { quiet: true, staleTime: 0 });
  const [open, setOpen] = useState<OrgMessage | null>(null);
  if (!sent.data || sent.data.total === 0) return null;
  return (
    <section aria-label="催办记录">
      <h3 className="section-title">催办记录</h3>
      <ul className="urge-people">
        {sent.data.rows.map((row) => {
          const isOpen = open?.id === row.id && open.orgId === row.orgId;
          return (
            <li key={`${row.id}-${row.orgId}`}>
              <span className="urge-at">{dateTime(row.createTime)}</span>
              <span className="grow">
                {row.orgName}
                <span className="muted small"> {row.remark}</span>
              </span>
              <Button look="row" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? null : row)}>
                {row.readNumber === row.receiveNumber ? '已读' : `已读${row.readNumber}/${row.receiveNumber}`}
                <span className="visually-hidden">，{row.orgName}</span>
              </Button>
              {isOpen && <Receivers row={row} />}
            </li>
          );
        })}
      </ul>
      {sent.data.total > SHOWN && (
        <p className="muted small">
          共{sent.data.total}条，显示最近{SHOWN}条。
        </p>
      )}
    </section>
  );
}

/** Who received one and who has read it. */
function Receivers({ row }: { row: OrgMessage }) {
  const { data } = useCall(messageProgress, { id: row.id, orgId: row.orgId }, { staleTime: 0 });
  return (
    <span className="urge-receivers">
      {data?.map(({ userId, userName, isRead, readTime }) => (
        <span key={userId} className={isRead ? 'tag ok' : 'tag'}>
          {userName}
          {isRead ? ` ${dateTime(readTime ?? '')}已读` : ' 未读'}
        </span>
      ))}
    </span>
  );
}
