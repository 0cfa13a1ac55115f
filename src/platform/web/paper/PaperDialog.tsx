import type { PaperFile } from '../../papers/paper.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import { Failed, Skeleton } from '../show/states.tsx';
import { PaperView } from './PaperView.tsx';
import { usePaper } from './usePaper.ts';

/** A paper in a dialog: made when it opens, shown as it will be printed. */
export function PaperDialog({
  title,
  ask,
  onClose,
}: {
  title: string;
  ask: (signal: AbortSignal) => Promise<PaperFile>;
  onClose: () => void;
}) {
  const { paper, error, retry } = usePaper(ask, '');
  return (
    <Dialog title={title} icon="print" width={1000} onClose={onClose}>
      {paper ? <PaperView paper={paper} /> : error ? <Failed error={error} onRetry={retry} /> : <Skeleton lines={12} />}
    </Dialog>
  );
}
