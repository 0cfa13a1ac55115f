import { ConfirmAct, ReasonAct, UrgeButton } from '#house/web/given/acts.tsx';
import { useUrge } from '#house/web/given/urge.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  endActivity,
  issueCertificates,
  publishActivity,
  reopenActivity,
  urgeActivity,
  withdrawActivity,
} from '../contract.ts';
import type { activityCalls } from '../nouns/activity.ts';
import { PATHS } from './paths.ts';

export type Activity = ReplyOf<typeof activityCalls.get>;
/** What can be done with an activity now, the next step first. */
export function ActivityActs({ activity }: { activity: Activity }) {
  const publish = useAct(publishActivity, { quiet: true });
  const end = useAct(endActivity, { quiet: true });
  const reopen = useAct(reopenActivity, { quiet: true });
  const withdraw = useAct(withdrawActivity, { quiet: true });
  const certify = useAct(issueCertificates, { quiet: true });
  const urge = useUrge(urgeActivity, activity.id, '参加组织');
  const { id, version, title, own, parts, deserving } = activity;
  const isOut = activity.state === 'published' || activity.state === 'ended';
  return (
    <>
      <ConfirmAct
        when={own.publish && parts > 0}
        icon="check"
        words="发布"
        act="发布"
        of={title}
        run={async () => {
          await publish.mutateAsync({ id, version });
          return `已发布，通知了${parts}个参加组织`;
        }}
      >
        {parts}个参加组织立即收到通知
        {activity.items.length > 0 ? `，要交${activity.items.length}项附件资料` : '，没有要交的附件资料'}
        。发布后活动信息和附件目录不能再改，可以补充资料、增加参加组织、延长期限。
      </ConfirmAct>
      {own.run && <UrgeButton urge={urge} />}
      <ConfirmAct
        when={own.certify}
        icon="clipboard"
        words="颁发证书"
        act="颁发"
        of={title}
        run={async () => {
          const given = await certify.mutateAsync({ id, version });
          return `已颁发：组织${given.orgs}份，党员${given.people}份`;
        }}
      >
        附件资料交齐的{deserving.orgs}个组织和它们登记参加的{deserving.people}名党员各得一份证书，收到通知。
        已有证书的不重复颁发；发错的可以在“我的证书”里撤销。
      </ConfirmAct>
      {isOut && (
        <ButtonLink icon="eye" to={PATHS.openOf(id)}>
          活动资料
        </ButtonLink>
      )}
      <ReasonAct
        when={own.run}
        icon="close"
        words="结束"
        act="结束"
        of={title}
        run={async (reason) => {
          await end.mutateAsync({ id, version, reason });
          return '已结束，已通知各参加组织';
        }}
      >
        没有交的附件资料不再收，已交的保留；活动资料仍可查看，结束后还可以颁发证书。
      </ReasonAct>
      <ReasonAct
        when={own.reopen}
        icon="undo"
        words="恢复进行"
        act="恢复"
        of={title}
        run={async (reason) => {
          await reopen.mutateAsync({ id, version, reason });
          return '已恢复，继续收附件资料';
        }}
      >
        结束时没有交的附件资料继续收，各参加组织收到通知。
      </ReasonAct>
      <ReasonAct
        when={own.run}
        icon="undo"
        words="撤回"
        act="撤回"
        of={title}
        run={async (reason) => {
          await withdraw.mutateAsync({ id, version, reason });
          return '已撤回，已通知各参加组织';
        }}
      >
        发布有误时撤回：各参加组织和党员不再看到这项活动，不再交附件；已交的在本组织保留。
      </ReasonAct>
    </>
  );
}
