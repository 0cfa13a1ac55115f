import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';

import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { ownSelfEdit, type SelfEditDetail, withdrawSelfEdit } from '../../contract.selfEdit.ts';
import { EditTag } from './editParts.tsx';
import '../member.css';

/** What became of the own proposal, and the way to make one; above the own record. */
export function OwnEdit() {
  const own = useCall(ownSelfEdit, {}, { quiet: true, staleTime: 0 });
  const edit = own.data ?? null;
  if (own.data === undefined) {
    return (
      <section className="card self-edit" aria-label="我的信息修改">
        {own.error ? <Failed error={own.error} onRetry={() => own.refetch()} /> : <Skeleton lines={1} />}
      </section>
    );
  }
  return (
    <section className="card self-edit" aria-label="我的信息修改">
      <div className="self-edit-head">
        <span className="grow">
          {edit?.state === 'pending'
            ? `${dateTime(edit.proposedAt)}提交的修改正在等待${edit.reviewerOrgName}审核`
            : '联系方式、学历、工作有变化时，可以自己提出修改，由党支部审核后写入档案。'}
        </span>
        {edit?.can.withdraw ? (
          <Withdraw edit={edit} onAgain={() => void own.refetch()} />
        ) : (
          <ButtonLink look="primary" icon="edit" to="/partyMember/personalFiles/edit">
            修改我的信息
          </ButtonLink>
        )}
      </div>
      {edit && edit.state !== 'withdrawn' && <Proposal edit={edit} />}
    </section>
  );
}

function Proposal({ edit }: { edit: SelfEditDetail }) {
  return (
    <>
      <p className="self-edit-state">
        <EditTag state={edit.state} />
        {edit.decidedAt && (
          <span className="muted small">
            {edit.decidedBy} {dateTime(edit.decidedAt)}
          </span>
        )}
        {edit.decision && <span>{edit.decision}</span>}
      </p>
      <ul className="member-papers">
        {edit.fields.map((field) => (
          <li key={field.field}>
            <b>{field.label}</b>
            <span className="member-old">{field.before || '无'}</span>→<span>{field.after || '无'}</span>
            {field.accepted !== null && (
              <span className={field.accepted ? 'tag ok' : 'tag bad'}>{field.accepted ? '已采纳' : '未采纳'}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Withdraw({ edit, onAgain }: { edit: SelfEditDetail; onAgain: () => void }) {
  const withdraw = useAct(withdrawSelfEdit);
  const urge = useUrgeAbove('selfEdit', edit.id);
  return (
    <ApprovalActs
      acts={{
        urge,
        withdraw: {
          label: '撤回修改',
          title: '撤回信息修改',
          act: '撤回',
          consequence: '撤回后党支部不再审核，档案不变，可以改好再提交。',
          run: async () => {
            await withdraw.mutateAsync({ id: edit.id });
            emit('notice', { kind: 'success', text: '修改已撤回' });
            onAgain();
          },
        },
      }}
    />
  );
}
