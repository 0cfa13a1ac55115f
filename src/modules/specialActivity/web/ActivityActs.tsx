import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { emit } from '#platform/web/events.ts';
import { useAct } from '#platform/web/hooks.ts';
import { Icon, type IconName } from '#platform/web/icons.tsx';
import { endActivity, issueCertificates, publishActivity, reopenActivity, withdrawActivity } from '../contract.ts';
import type { activityCalls } from '../nouns/activity.ts';
import { PATHS } from './paths.ts';
import { useUrge } from './useUrge.ts';

export type Activity = ReplyOf<typeof activityCalls.get>;
type Asked = 'publish' | 'end' | 'reopen' | 'withdraw' | 'certify' | null;

const notify = (text: string) => emit('notice', { kind: 'success', text });

/** What can be done with an activity now, the next step first. */
export function ActivityActs({ activity }: { activity: Activity }) {
  const [asked, setAsked] = useState<Asked>(null);
  const publish = useAct(publishActivity, { quiet: true });
  const end = useAct(endActivity, { quiet: true });
  const reopen = useAct(reopenActivity, { quiet: true });
  const withdraw = useAct(withdrawActivity, { quiet: true });
  const certify = useAct(issueCertificates, { quiet: true });
  const urge = useUrge(activity.id);
  const { id, version, title, own, parts, deserving } = activity;
  const close = () => setAsked(null);
  const act = (what: Asked, icon: IconName, words: string, look = 'button') => (
    <button type="button" className={look} onClick={() => setAsked(what)}>
      <Icon name={icon} />
      {words}
    </button>
  );
  const isOut = activity.state === 'published' || activity.state === 'ended';
  return (
    <>
      {own.publish && parts > 0 && act('publish', 'check', '发布')}
      {own.run && (
        <button type="button" className="button primary" disabled={urge.isPending} onClick={() => void urge.run()}>
          <Icon name="bell" />
          催办
        </button>
      )}
      {own.certify && act('certify', 'clipboard', '颁发证书')}
      {isOut && (
        <Link className="button" to={PATHS.openOf(id)}>
          <Icon name="eye" />
          活动资料
        </Link>
      )}
      {own.run && act('end', 'close', '结束')}
      {own.reopen && act('reopen', 'undo', '恢复进行')}
      {own.run && act('withdraw', 'undo', '撤回')}
      {asked === 'publish' && (
        <ConfirmDialog
          title={`发布 ${title}`}
          icon="check"
          act="发布"
          onConfirm={async () => {
            await publish.mutateAsync({ id, version });
            notify(`已发布，通知了${parts}个参加组织`);
          }}
          onClose={close}
        >
          {parts}个参加组织立即收到通知
          {activity.items.length > 0 ? `，要交${activity.items.length}项附件资料` : '，没有要交的附件资料'}
          。发布后活动信息和附件目录不能再改，可以补充资料、增加参加组织、延长期限。
        </ConfirmDialog>
      )}
      {asked === 'certify' && (
        <ConfirmDialog
          title={`颁发证书 ${title}`}
          icon="clipboard"
          act="颁发"
          onConfirm={async () => {
            const given = await certify.mutateAsync({ id, version });
            notify(`已颁发：组织${given.orgs}份，党员${given.people}份`);
          }}
          onClose={close}
        >
          附件资料交齐的{deserving.orgs}个组织和它们登记参加的{deserving.people}名党员各得一份证书，收到通知。
          已有证书的不重复颁发；发错的可以在“我的证书”里撤销。
        </ConfirmDialog>
      )}
      {asked === 'end' && (
        <ReasonDialog
          title={`结束 ${title}`}
          act="结束"
          label="结束原因"
          onDone={async (reason) => {
            await end.mutateAsync({ id, version, reason });
            notify('已结束，已通知各参加组织');
          }}
          onClose={close}
        >
          没有交的附件资料不再收，已交的保留；活动资料仍可查看，结束后还可以颁发证书。
        </ReasonDialog>
      )}
      {asked === 'reopen' && (
        <ReasonDialog
          title={`恢复进行 ${title}`}
          act="恢复"
          label="恢复原因"
          onDone={async (reason) => {
            await reopen.mutateAsync({ id, version, reason });
            notify('已恢复，继续收附件资料');
          }}
          onClose={close}
        >
          结束时没有交的附件资料继续收，各参加组织收到通知。
        </ReasonDialog>
      )}
      {asked === 'withdraw' && (
        <ReasonDialog
          title={`撤回 ${title}`}
          act="撤回"
          label="撤回原因"
          onDone={async (reason) => {
            await withdraw.mutateAsync({ id, version, reason });
            notify('已撤回，已通知各参加组织');
          }}
          onClose={close}
        >
          发布有误时撤回：各参加组织和党员不再看到这项活动，不再交附件；已交的在本组织保留。
        </ReasonDialog>
      )}
    </>
  );
}
