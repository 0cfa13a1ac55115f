import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { RecordLoader } from '#platform/web/RecordLoader.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { getPart, receivePart } from '../contract.part.ts';
import { PartPage } from './PartPage.tsx';

/** 办理任务: the own organisation's part of a cycle; opened for the first time it is received. */
export default function TaskFinish() {
  const { id = '', circleId = '' } = useParams();
  const found = useCall(getPart, { taskId: id, circleId }, { quiet: true, staleTime: 0 });
  useTitle(found.data?.title);
  const { mutate } = useAct(receivePart, { quiet: true });
  const part = found.data;
  const receives = part?.can.receive ? part.id : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each part, at the version that was read then
  useEffect(() => {
    if (part && receives) mutate({ id: part.id, version: part.version });
  }, [receives]);
  // Once it is received its forms begin anew: what was typed belongs to the version that is handed in.
  return (
    <RecordLoader query={found}>
      {(part) => <PartPage key={`${part.id}:${part.can.receive}`} part={part} />}
    </RecordLoader>
  );
}
