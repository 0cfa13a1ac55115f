import { useParams } from 'react-router';
import { useCall } from '#platform/web/hooks.ts';
import { RecordLoader } from '#platform/web/RecordLoader.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { getPart } from '../contract.part.ts';
import { PartPage } from './PartPage.tsx';

/** 办理任务: the own organisation's part of a cycle. */
export default function TaskFinish() {
  const { id = '', circleId = '' } = useParams();
  const found = useCall(getPart, { taskId: id, circleId }, { quiet: true, staleTime: 0 });
  useTitle(found.data?.title);
  return <RecordLoader query={found}>{(part) => <PartPage key={part.id} part={part} />}</RecordLoader>;
}
