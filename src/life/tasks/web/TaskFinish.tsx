import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Skeleton } from '#platform/web/show/states.tsx';
import { getOwnPart, receiveOwnPart } from '../contract.ownPart.ts';
import { getPart, receivePart } from '../contract.part.ts';
import { PartPage } from './PartPage.tsx';

/**
 * 办理任务: the own organisation's part of a cycle, else the own person's; opened for the first time it is received. A task
 * goes to organisations or to people, never to both.
 */
export default function TaskFinish() {
  const { id = '', circleId = '' } = useParams();
  const session = useSession();
  const works = may(session, 'task:answer') && may(session, 'task:read');
  const owns = may(session, 'task:own');
  const ask = { taskId: id, circleId };
  const ofOrg = useCall(getPart, ask, { quiet: true, staleTime: 0, enabled: works });
  const ofPerson = useCall(getOwnPart, ask, { quiet: true, staleTime: 0, enabled: owns && (!works || ofOrg.isError) });
  const found = !works || (ofOrg.isError && ofPerson.data) ? ofPerson : ofOrg;
  useTitle(found.data?.title);
  const receiveOrgs = useAct(receivePart, { quiet: true });
  const receiveOwn = useAct(receiveOwnPart, { quiet: true });
  const part = found.data;
  const { mutate, isError } = part?.isMine ? receiveOwn : receiveOrgs;
  const receives = part?.can.receive ? part.id : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each part, at the version that was read then
  useEffect(() => {
    if (part && receives) mutate({ id: part.id, version: part.version });
  }, [receives]);
  // While the second question is on its way the first one's refusal is not the answer yet.
  if (works && owns && ofOrg.isError && ofPerson.isPending) return <Skeleton lines={10} />;
  // Its forms begin once it is received: what is typed belongs to the version that is handed in. Where that fails, 接收 stands there.
  return (
    <RecordLoader query={found}>
      {(part) => (part.can.receive && !isError ? <Skeleton lines={10} /> : <PartPage key={part.id} part={part} />)}
    </RecordLoader>
  );
}
