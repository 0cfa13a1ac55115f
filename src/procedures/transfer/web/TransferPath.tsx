import { useLocation } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { getTransfer, urgeTransfer } from '../contract.ts';
import { DaysLeft, StatusTag, Way } from './parts.tsx';
import { PATHS } from './paths.ts';
import './relation.css';

/** 转接路径: each station of one transfer with its office, since when it waits there, and whom to call. */
export default function TransferPath() {
  const { id } = readQuery(useLocation().search, ['id']);
  if (id === undefined)
    return (
      <>
        <PageHead title="转接路径" />
        <Empty title="没有选择转接" act={<ButtonLink to={PATHS.desk}>到办理台选一件</ButtonLink>}>
          在办理台一件转接的操作里打开它的路径。
        </Empty>
      </>
    );
  return <OnePath id={id} />;
}

function OnePath({ id }: { id: string }) {
  const transferQuery = useCall(getTransfer, { id }, { quiet: true, staleTime: 0 });
  const urge = useAct(urgeTransfer);
  if (!transferQuery.data) return <Waiting query={transferQuery} lines={8} />;
  const transfer = transferQuery.data;
  return (
    <div className="rel-own">
      <PageHead title={`转接路径 ${transfer.name}`}>
        <ButtonLink to={PATHS.handle(id, 'open')}>办理页</ButtonLink>
      </PageHead>
      <section className="card" aria-label="路径">
        <p className="rel-head">
          <StatusTag row={transfer} /> {transfer.kindName}，{transfer.fromName} → {transfer.toName}
          {transfer.dueOn && (
            <>
              ，至{transfer.dueOn} <DaysLeft days={transfer.daysLeft} />
            </>
          )}
        </p>
        <Way
          hops={transfer.hops}
          onUrge={() =>
            // The client has shown why it failed.
            void urge
              .mutateAsync({ id })
              .then(({ orgName }) => emit('notice', { kind: 'success', text: `已催办${orgName}` }))
              .catch(() => {})
          }
        />
      </section>
    </div>
  );
}
