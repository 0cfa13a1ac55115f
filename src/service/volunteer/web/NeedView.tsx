import { useState } from 'react';
import { z } from 'zod';
import { text } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { MatterHead } from '#platform/web/field/Matter.tsx';
import { AreaField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  getNeed,
  type NeedDetail,
  needContact,
  needTakers,
  rateNeed,
  setNeed,
  talkNeed,
  workNeed,
} from '../contract.need.ts';
import { farText, NeedFacts, NeedTag, Steps } from './NeedParts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/field/matter.css';

const notify = (words: string) => emit('notice', { kind: 'success', text: words });

/** One need: what is asked for, what was done, and the acts of the place and of the unit that took it. */
export default function NeedView({ id }: { id: string }) {
  const query = useCall(getNeed, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(row) => <Shown row={row} />}
    </RecordLoader>
  );
}

type Open = 'send' | 'return' | 'withdraw' | 'step' | 'finish' | 'release' | 'rate' | 'talk' | 'contact' | 'take';

function Shown({ row }: { row: NeedDetail }) {
  const { id, version, can } = row;
  const [open, setOpen] = useState<Open | null>(null);
  const [sealed, setSealed] = useState<{ name: string; phone: string } | null>(null);
  const set = useAct(setNeed);
  const setQuiet = useAct(setNeed, { quiet: true });
  const work = useAct(workNeed, { quiet: true });
  const talk = useAct(talkNeed, { quiet: true });
  const contact = useAct(needContact, { quiet: true });
  useTitle(row.title);
  const close = () => setOpen(null);
  const worked = (act: 'step' | 'finish' | 'release', told: string) => async (note: string) => {
    await work.mutateAsync({ id, act, note });
    notify(told);
  };
  return (
    <>
      <RecordTop title={row.title} />
      <MatterHead name={row.title} state={<NeedTag state={row.state} name={row.stateName} />}>
        <ButtonLink to={PATHS.needs}>全部需求</ButtonLink>
        {can.contact && <Button onClick={() => setOpen('contact')}>查看联系方式</Button>}
        {can.giveBack && <Button onClick={() => setOpen('return')}>退回</Button>}
        {can.withdraw && <Button onClick={() => setOpen('withdraw')}>撤销</Button>}
        {(can.accept || can.send) && (
          <Button aria-haspopup="dialog" onClick={() => setOpen('send')}>
            {can.accept ? '受理并派单' : '派单'}
          </Button>
        )}
        {can.release && <Button onClick={() => setOpen('release')}>退还</Button>}
        {can.finish && <Button onClick={() => setOpen('finish')}>办好</Button>}
        {can.step && (
          <Button look="primary" onClick={() => setOpen('step')}>
            记录进展
          </Button>
        )}
        {can.accept && (
          <Button
            look="primary"
            disabled={set.isPending}
            onClick={() => set.mutate({ id, version, status: 1 }, { onSuccess: () => notify('已受理上架，等待认领') })}
          >
            受理上架
          </Button>
        )}
        {can.take && (
          <Button {...(can.accept ? {} : { look: 'primary' as const })} onClick={() => setOpen('take')}>
            本组织认领
          </Button>
        )}
        {can.rate && (
          <Button look="primary" onClick={() => setOpen('rate')}>
            代为评价
          </Button>
        )}
        {can.talk && (
          <Button look="primary" onClick={() => setOpen('talk')}>
            登记回访
          </Button>
        )}
      </MatterHead>
      {can.talk && (
        <div className="banner warn">
          <Icon name="warning" />
          <span className="grow">评价{row.stars}星，请回访居民，登记情况。</span>
        </div>
      )}
      <div className="matter-work">
        <section className="card" aria-label="说明">
          <div className="card-head">
            <h2>说明</h2>
            <span className="card-extra">{row.kindName}</span>
          </div>
          <p className="service-content">{row.content}</p>
        </section>
        <NeedFacts row={row} />
      </div>
      <div className="matter-gap">
        <Steps steps={row.steps} />
      </div>
      {open === 'send' && <SendDialog row={row} onClose={close} />}
      {open === 'rate' && <RateDialog id={id} onClose={close} />}
      {open === 'take' && (
        <ConfirmDialog
          title={`认领 ${row.title}`}
          icon="check"
          act="认领"
          onConfirm={async () => {
            await work.mutateAsync({ id, act: 'take' });
            notify('已认领，请尽快联系居民');
          }}
          onClose={close}
        >
          以本组织名义认领。三天没有进展的，收回重新上架。
        </ConfirmDialog>
      )}
      {(open === 'return' || open === 'withdraw') && (
        <ReasonDialog
          title={`${open === 'return' ? '退回' : '撤销'} ${row.title}`}
          act={open === 'return' ? '退回' : '撤销'}
          label={open === 'return' ? '退回原因' : '撤销原因'}
          max={200}
          onDone={async (reason) => {
            await setQuiet.mutateAsync({ id, version, status: open === 'return' ? 6 : 7, reason });
            notify(open === 'return' ? '已退回' : '已撤销');
          }}
          onClose={close}
        >
          居民凭查询码看得到原因。
        </ReasonDialog>
      )}
      {open === 'step' && (
        <ReasonDialog
          title={`记录进展 ${row.title}`}
          act="保存"
          label="进展"
          max={200}
          onDone={worked('step', '已记录')}
          onClose={close}
        >
          三天没有进展的，收回重新上架。
        </ReasonDialog>
      )}
      {open === 'finish' && (
        <ReasonDialog
          title={`办好 ${row.title}`}
          act="办好"
          label="办理结果"
          max={200}
          onDone={worked('finish', '已办好，等居民评价')}
          onClose={close}
        >
          居民凭查询码看得到结果，并给出评价。
        </ReasonDialog>
      )}
      {open === 'release' && (
        <ReasonDialog
          title={`退还 ${row.title}`}
          act="退还"
          label="退还原因"
          max={200}
          onDone={worked('release', '已退还，重新上架')}
          onClose={close}
        >
          需求重新上架，社区会收到原因。
        </ReasonDialog>
      )}
      {open === 'talk' && (
        <ReasonDialog
          title={`登记回访 ${row.title}`}
          act="保存"
          label="回访情况"
          max={200}
          onDone={async (note) => {
            await talk.mutateAsync({ id, note });
            notify('已登记回访');
          }}
          onClose={close}
        >
          写明与居民谈了什么，怎样改进。
        </ReasonDialog>
      )}
      {open === 'contact' && (
        <ReasonDialog
          title="查看联系方式"
          act="查看"
          label="查看原因"
          max={100}
          onDone={async (reason) => setSealed(await contact.mutateAsync({ id, reason }))}
          onClose={close}
        >
          查看会记入日志。
        </ReasonDialog>
      )}
      {sealed && <ContactDialog {...sealed} onClose={() => setSealed(null)} />}
    </>
  );
}

/** What was sealed, while it is looked at. */
export const ContactDialog = ({ name, phone, onClose }: { name: string; phone: string; onClose: () => void }) => (
  <Dialog title="联系方式" icon="phone" onClose={onClose} foot={<Button onClick={onClose}>关闭</Button>}>
    <p className="service-follow">{phone}</p>
    <p>{name}。只用于办理这件需求，请勿转给别人。</p>
  </Dialog>
);

const sendForm = z.object({ to: z.string().min(1, '请选择派给谁') });

/** To a group or a unit of the place; or to all. */
function SendDialog({ row, onClose }: { row: NeedDetail; onClose: () => void }) {
  const found = useCall(needTakers, { id: row.id }, { quiet: true, staleTime: 0 });
  const send = useAct(setNeed, { quiet: true });
  const form = useForm({ schema: sendForm, initial: { to: '' }, of: `NeedSend ${row.id}`, isNew: true });
  if (!found.data) {
    return (
      <Dialog title={`派单 ${row.title}`} onClose={onClose} foot={<Button onClick={onClose}>取消</Button>}>
        <Waiting query={found} lines={4} />
      </Dialog>
    );
  }
  const { groups, units } = found.data;
  const options = [
    ...groups.map((one) => ({
      value: `g${one.id}`,
      label: `${one.name}（分组，${one.people}人${one.skilled > 0 ? `，${one.skilled}人登记了${row.postName}` : ''}）`,
    })),
    ...units.map((one) => ({
      value: `u${one.id}`,
      label: `${one.name}（单位${one.isSkilled ? `，登记了${row.postName}` : ''}${one.distance === null ? '' : `，${farText(one.distance)}`}）`,
    })),
  ];
  if (options.length === 0) {
    return (
      <Dialog title={`派单 ${row.title}`} onClose={onClose} foot={<Button onClick={onClose}>关闭</Button>}>
        <p>还没有志愿者分组，也没有报到到本社区的单位；请先受理上架，由志愿者认领。</p>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={`派单 ${row.title}`}
      icon="bell"
      act="派单"
      form={form}
      pending={send.isPending}
      onClose={onClose}
      onSave={async () => {
        const to = form.text('to');
        await send.mutateAsync({
          id: row.id,
          version: row.version,
          status: 1,
          ...(to.startsWith('g') ? { groupId: to.slice(1) } : { unitId: to.slice(1) }),
        });
        notify('已派单，对方已收到通知');
      }}
    >
      <SelectField form={form} name="to" label="派给" required options={options} />
      <p className="muted">24小时内没有认领的，公开征集。</p>
    </FormDialog>
  );
}

const STARS = [5, 4, 3, 2, 1].map((stars) => ({ value: String(stars), label: `${stars}星` }));
const rateForm = z.object({ stars: z.string().min(1, '请选择星级'), note: text(200, '说明') });

/** Stars of the place, where the resident gave none. */
function RateDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const rate = useAct(rateNeed, { quiet: true });
  const form = useForm({ schema: rateForm, initial: { stars: '', note: '' }, of: `NeedRate ${id}`, isNew: true });
  return (
    <FormDialog
      title="代为评价"
      icon="star"
      act="评价"
      form={form}
      pending={rate.isPending}
      onClose={onClose}
      onSave={async () => {
        await rate.mutateAsync({ id, stars: Number(form.text('stars')), note: form.text('note') });
        notify('已评价，需求办结');
      }}
    >
      <SelectField form={form} name="stars" label="星级" required options={STARS} />
      <AreaField form={form} name="note" label="说明" max={200} rows={3} wide />
    </FormDialog>
  );
}
