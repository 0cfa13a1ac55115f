import { z } from 'zod';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { TickField } from '#platform/web/form/fields.tsx';
import { type Faults, useForm } from '#platform/web/form/useForm.ts';
import { useUndo } from '#platform/web/press/undo.ts';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { type Board, getBoard, saveBoard } from '../contract.board.ts';
import { PublicCode } from './PublicCode.tsx';

const schema = z.object({ shows: z.boolean(), hears: z.boolean() });

/** 公开栏 of an organisation: whether it is read by a code, whether residents say something there, and its code. */
export function BoardDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const boardQuery = useCall(getBoard, { orgId }, { quiet: true, staleTime: 0 });
  if (boardQuery.data && boardQuery.isFetchedAfterMount)
    return <Form key={boardQuery.data.version} orgId={orgId} board={boardQuery.data} onClose={onClose} />;
  return (
    <Dialog title="公开栏" icon="link" onClose={onClose} foot={null}>
      {boardQuery.error ? (
        <Failed error={boardQuery.error} onRetry={() => boardQuery.refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  );
}

function Form({ orgId, board, onClose }: { orgId: string; board: Board; onClose: () => void }) {
  const { shows, hears } = board;
  const form = useForm({
    schema,
    initial: { shows, hears },
    of: `Form ${orgId}`,
    isNew: false,
    check: (values): Faults => (values.hears && !values.shows ? { hears: '先开通扫码查看，居民才能在那里提意见' } : {}),
  });
  const save = useAct(saveBoard, { quiet: true });
  const offer = useUndo(saveBoard, saveBoard);
  return (
    <FormDialog
      title={`公开栏 ${board.orgName}`}
      icon="link"
      form={form}
      pending={save.isPending}
      // Once it is turned on the dialog stays, with the code to be printed.
      onSave={async () => {
        const now = { shows: form.values.shows === true, hears: form.values.hears === true };
        const { version } = await save.mutateAsync({ orgId, version: board.version, ...now });
        offer(now.shows ? '公开栏已按新的设置' : '公开栏已关闭', { orgId, version, shows, hears });
        return !now.shows || shows;
      }}
      onClose={onClose}
    >
      <TickField
        form={form}
        name="shows"
        label="群众扫码或打开链接查看，不用登录"
        hint="只看得到本组织公开期内的事项；关闭后，贴出的二维码打不开，再开通仍是原来的二维码"
      />
      <TickField
        form={form}
        name="hears"
        label="居民可以在那里提意见"
        hint="意见进入“意见与答复”，标为居民（未登录）；答复后由您决定是否登在公开页上"
      />
      {form.faults.hears && (
        <p className="field-fault" role="alert">
          {form.faults.hears}
        </p>
      )}
      {board.path && (
        <PublicCode
          path={board.path}
          alt="公开栏二维码"
          caption="贴在公开栏上，群众扫码查看"
          fileName={`公开栏-${board.orgName}`}
        />
      )}
    </FormDialog>
  );
}
