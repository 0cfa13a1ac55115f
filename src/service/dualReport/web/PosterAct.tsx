import { useState } from 'react';
import { call } from '#platform/web/call/api.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { reportPoster } from '../contract.ts';

/** 报到码: the sheet with the code of the own community, which members scan to report there. */
export function PosterAct() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="print" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        报到码
      </Button>
      {isOpen && (
        <PaperDialog
          title="打印社区报到码"
          ask={(signal) => call(reportPoster, {}, { quiet: true, signal })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
