import { useState } from 'react';
import type { UploadedFile } from '#platform/files/fileCalls.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { Uploader } from '#platform/web/upload/Uploader.tsx';
import { MAX_FILES } from '../../contract.ts';

/** The files of one cell. */
export function FilesDialog({
  title,
  ids,
  files,
  isShut,
  onDone,
  onClose,
}: {
  title: string;
  /** Joined by commas. */
  ids: string;
  files: readonly UploadedFile[];
  isShut: boolean;
  onDone: (ids: string) => void;
  onClose: () => void;
}) {
  const own = ids.split(',').filter(Boolean);
  const [kept] = useState(() => files.filter(({ id }) => own.includes(id)));
  const [now, setNow] = useState<readonly UploadedFile[]>(kept);
  const [waiting, setWaiting] = useState(false);
  return (
    <Dialog
      title={`附件 ${title}`}
      icon="document"
      onClose={onClose}
      foot={
        isShut ? (
          <Button look="primary" onClick={onClose}>
            关闭
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button
              look="primary"
              disabled={waiting}
              onClick={() => {
                onDone(now.map(({ id }) => id).join());
                onClose();
              }}
            >
              确定
            </Button>
          </>
        )
      }
    >
      {isShut ? (
        <FileList files={kept} />
      ) : (
        <Uploader format="common" count={MAX_FILES} label="附件" kept={kept} onFiles={setNow} onWaiting={setWaiting} />
      )}
    </Dialog>
  );
}
