import { useState } from 'react';
import { useOrg } from '#people/org/web/pickers.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { useRowOrder } from '#platform/web/list/rowOrder.tsx';
import { may, useSession } from '#platform/web/session/session.ts';

import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { publicityCalls, sortPublicity } from '../nouns/publicity.ts';
import { StateMark } from './parts.tsx';

/** Opens the order of one organisation's 宣传内容: of the one that the list shows, else of the own. */
export function OrderButton({ orgId }: { orgId?: string | undefined }) {
  const session = useSession();
  const [open, setOpen] = useState(false);
  if (!may(session, 'box:write')) return null;
  return (
    <>
      <Button icon="layers" onClick={() => setOpen(true)}>
        调整顺序
      </Button>
      {open && <OrderDialog orgId={orgId ?? session.user.workOrgId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** As many as one organisation's screen shows in an order made by hand. */
const SIZE = 200;

function OrderDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const { name } = useOrg(orgId);
  const list = useCall(
    publicityCalls.list,
    { orgId, place: orgId, pageNum: 1, pageSize: SIZE },
    { quiet: true, staleTime: 0 },
  );
  const move = useAct(sortPublicity);
  const rows = list.data?.rows ?? [];
  const order = useRowOrder(
    rows.map(({ id }) => id),
    (id, after) => move.mutateAsync({ id, after }).then(() => list.refetch()),
  );
  return (
    <Dialog
      title={`调整顺序 ${name}`}
      icon="layers"
      width={700}
      onClose={onClose}
      foot={<Button onClick={onClose}>关闭</Button>}
    >
      <p className="muted small">终端按这里的顺序展示；拖动、按方向键或点上移、下移，改动立即保存。</p>
      {list.error && !list.data && <Failed error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <Skeleton lines={4} />}
      {list.data && rows.length === 0 && <Empty title="本组织还没有宣传内容">新增后再来调整顺序。</Empty>}
      <ol className="box-order">
        {rows.map((row) => (
          <li key={row.id} {...order.row(row.id)} className={`box-order-line ${order.row(row.id).className ?? ''}`}>
            {rows.length > 1 && order.handle(row.id, row.title)}
            <span className="grow">{row.title}</span>
            <StateMark state={row.state} />
            <span className="box-order-steps">{order.steps(row.id, row.title)}</span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
