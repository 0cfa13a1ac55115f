import { useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { getProcess, processChoices } from '../../contract.process.ts';
import { Designer } from './Designer.tsx';

/** `/sys/workflow/design/:id`. */
export default function DesignerPage() {
  const { id = '' } = useParams();
  const process = useCall(getProcess, { id }, { quiet: true });
  const choices = useCall(processChoices, {}, { quiet: true });
  const failed = process.error ?? choices.error;
  if (failed && !(process.data && choices.data)) {
    return (
      <>
        <PageHead />
        <Failed
          error={failed}
          onRetry={() => {
            void process.refetch();
            void choices.refetch();
          }}
        />
      </>
    );
  }
  if (!process.data || !choices.data) return <Skeleton lines={10} />;
  return <Designer key={id} process={process.data} roles={choices.data.roles} />;
}
