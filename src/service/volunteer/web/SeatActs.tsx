import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { answerComing, answerOffer, cancelSignUp, type OwnActivity, objectAbsence, signUp } from '../contract.own.ts';
import { SIGNUP } from '../rules.ts';

const notify = (text: string) => emit('notice', { kind: 'success', text });

/** What stands for the person at an activity to come: the place in the waiting list, a seat that is kept, the question of the day before. */
export function SeatNews({ row }: { row: OwnActivity }) {
  const news = row.can.confirm
    ? `有名额了，请在${row.offeredUntil}以前确认，过时让给下一位。`
    : row.queuePlace !== null && (row.phase === 'open' || row.phase === 'closed')
      ? `候补第${row.queuePlace}位，有名额时通知您确认。`
      : row.can.answer
        ? '活动快要开始，请答复能不能到。'
        : row.can.object
          ? '没有签到，记缺席一次；有异议的可以申诉。'
          : '';
  if (!news) return null;
  return (
    <p className="banner warn">
      <Icon name="bell" />
      <span className="grow">{news}</span>
    </p>
  );
}

/** What somebody does with the own seat: take one or wait for one, confirm it, say whether one comes, give it up, object to an absence. */
export function SeatActs({ row }: { row: OwnActivity }) {
  const [open, setOpen] = useState<'cancel' | 'away' | 'decline' | 'object' | null>(null);
  const take = useAct(signUp);
  const cancel = useAct(cancelSignUp, { quiet: true });
  const confirm = useAct(answerOffer);
  const decline = useAct(answerOffer, { quiet: true });
  const come = useAct(answerComing);
  const away = useAct(answerComing, { quiet: true });
  const object = useAct(objectAbsence, { quiet: true });
  const close = () => setOpen(null);
  const TOLD: Readonly<Record<number, string>> = {
    [SIGNUP.waiting]: '已报名，由发布组织审核',
    [SIGNUP.accepted]: '报名成功，请按时到场扫码签到',
    [SIGNUP.queued]: '名额已满，已排入候补；有名额时通知您确认',
  };
  const told = ({ state }: { state: number }) => notify(TOLD[state] ?? '已办理');
  return (
    <>
      {row.can.signUp && (
        <Button
          look="primary"
          disabled={take.isPending}
          onClick={() => take.mutate({ id: row.id }, { onSuccess: told })}
        >
          {row.can.queue ? '候补' : '报名'}
        </Button>
      )}
      {row.can.confirm && (
        <>
          <Button
            look="primary"
            disabled={confirm.isPending}
            onClick={() => confirm.mutate({ id: row.id, take: true }, { onSuccess: told })}
          >
            确认参加
          </Button>
          <Button onClick={() => setOpen('decline')}>放弃</Button>
        </>
      )}
      {row.can.answer && (
        <>
          <Button
            look="primary"
            disabled={come.isPending}
            onClick={() => come.mutate({ id: row.id, coming: true }, { onSuccess: () => notify('已答复能到') })}
          >
            能到
          </Button>
          <Button onClick={() => setOpen('away')}>不能到</Button>
        </>
      )}
      {row.can.cancel && !row.can.answer && <Button onClick={() => setOpen('cancel')}>取消报名</Button>}
      {row.can.object && <Button onClick={() => setOpen('object')}>申诉</Button>}
      {row.whyNot && row.phase !== 'finished' && row.phase !== 'over' && <span className="muted">{row.whyNot}</span>}
      {open === 'cancel' && (
        <ConfirmDialog
          title={`取消报名 ${row.title}`}
          icon="undo"
          act="取消报名"
          onConfirm={async () => {
            await cancel.mutateAsync({ id: row.id });
            notify('已取消报名');
          }}
          onClose={close}
        >
          名额让给别人；开始前还有名额的，可以再报。
        </ConfirmDialog>
      )}
      {open === 'decline' && (
        <ConfirmDialog
          title={`放弃名额 ${row.title}`}
          icon="undo"
          act="放弃"
          onConfirm={async () => {
            await decline.mutateAsync({ id: row.id, take: false });
            notify('已放弃，名额让给下一位');
          }}
          onClose={close}
        >
          名额让给候补的下一位。
        </ConfirmDialog>
      )}
      {open === 'away' && (
        <ConfirmDialog
          title={`不能到 ${row.title}`}
          icon="undo"
          act="不能到"
          onConfirm={async () => {
            await away.mutateAsync({ id: row.id, coming: false });
            notify('已答复不能到，名额让给别人');
          }}
          onClose={close}
        >
          报名随之取消，名额让给候补的人；不记缺席。
        </ConfirmDialog>
      )}
      {open === 'object' && (
        <ReasonDialog
          title={`申诉 ${row.title}`}
          act="提交"
          label="申诉理由"
          max={200}
          onDone={async (reason) => {
            await object.mutateAsync({ id: row.id, reason });
            notify('已提交，由发布活动的组织审核');
          }}
          onClose={close}
        >
          采纳的不计缺席。一次缺席只申诉一次。
        </ReasonDialog>
      )}
    </>
  );
}
