import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { RecordLoader } from '#platform/web/RecordLoader.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Skeleton } from '#platform/web/states.tsx';
import { getPart, receivePart } from '../contract.part.ts';
import { PartPage } from './PartPage.tsx';

/** 办理任务: the own organisation's part of a cycle; opened for the first time it is received. */
export default function TaskFinish() {
  const { id = '', circleId = '' } = useParams();
  const found = useCall(getPart, { taskId: id, circleId }, { quiet: true, staleTime: 0 });
  useTitle(found.data?.title);
  const { mutate, isError } = useAct(receivePart, { quiet: true });
  const part = found.data;
  const receives = part?.can.receive ? part.id : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each part, at the version that was read then
  useEffect(() => {
    if (part && receives) mutate({ id: part.id, version: part.version });
  }, [receives]);
  // Its forms begin once it is received: what is typed belongs to the version that is handed in. Where that fails, 接收 stands there.
  return (
    <RecordLoader query={found}>
      {(part) => (part.can.receive && !isError ? <Skeleton lines={10} /> : <PartPage key={part.id} part={part} />)}
    </RecordLoader>
  );
}
