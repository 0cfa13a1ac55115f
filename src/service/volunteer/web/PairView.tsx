import { useState } from 'react';

import { z } from 'zod';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { MaskedValue } from '#platform/web/field/MaskedValue.tsx';
import { Fact, FactCard, MatterHead } from '#platform/web/field/Matter.tsx';
import { AreaField, DateField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { Previews } from '#platform/web/upload/Previews.tsx';
import {
  addVisit,
  getPair,
  type PairDetail,
  revealPair,
  setPair,
  strikeVisit,
  type Visit,
  visitForm,
} from '../contract.pair.ts';
import { PairState, pairName } from './pairColumns.tsx';
import { PATHS } from './paths.ts';

/** One pair: its two ends, the acts of either, and what was done of it. */
export default function PairView({ id }: { id: string }) {
  const query = useCall(getPair, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(row) => <Shown row={row} onAgain={() => void query.refetch()} />}
    </RecordLoader>
  );
}

const notify = (text: string) => emit('notice', { kind: 'success', text });

function Shown({ row, onAgain }: { row: PairDetail; onAgain: () => void }) {
  const { id, version, can } = row;
  const name = pairName(row);
  const [open, setOpen] = useState<'end' | 'visit' | null>(null);
  const set = useAct(setPair);
  const setQuiet = useAct(setPair, { quiet: true });
  const urge = useUrgeAbove('servicePair', id);
  useTitle(`结对 ${name}`);
  const close = () => setOpen(null);
  const reveal = (field: 'idCard' | 'phone') =>
    can.reveal
      ? (reason: string) => call(revealPair, { id, field, reason }, { quiet: true }).then((reply) => reply.value)
      : null;
  const isHelp = row.kind === 2;
  return (
    <>
      <RecordTop title={`结对 ${name}`} />
      <MatterHead name={name} state={<PairState row={row} />}>
        <ButtonLink to={PATHS.pairs}>全部结对</ButtonLink>
        {can.end && (
          <Button icon="undo" onClick={() => setOpen('end')}>
            结束结对
          </Button>
        )}
        {can.visit && (
          <Button look="primary" icon="plus" aria-haspopup="dialog" onClick={() => setOpen('visit')}>
            {isHelp ? '登记走访' : '登记共建活动'}
          </Button>
        )}
        <ApprovalActs
          onClosed={onAgain}
          acts={{
            agree: can.decide && {
              label: '接受',
              run: async () => {
                await set.mutateAsync({ id, status: 1, version });
                notify('已接受，申请的党组织已收到通知');
              },
            },
            return: can.decide && {
              title: `退回 ${name}的结对`,
              words: { label: '退回原因' },
              consequence: '申请的党组织会收到原因，可以重新申请。',
              run: (reason) => setQuiet.mutateAsync({ id, status: 2, version, reason }),
            },
            urge: can.urge && urge,
            withdraw: can.withdraw && {
              title: `撤回 ${name}的结对`,
              act: '撤回',
              consequence: '对方不再审核这件申请，之后可以重新申请。',
              run: () => setQuiet.mutateAsync({ id, status: 4, version }),
            },
          }}
        />
      </MatterHead>
      {can.whyNot && (
        <div className="banner warn">
          <Icon name="warning" />
          <span className="grow">{can.whyNot}</span>
        </div>
      )}
      <div className="matter-work">
        <FactCard title="结对双方" extra={row.kindName}>
          <Fact label="申请党组织">{row.orgName}</Fact>
          <Fact label="社区（村）">{row.otherName}</Fact>
          {isHelp ? (
            <>
              <Fact label="党员">{row.memberName}</Fact>
              <Fact label="困难群众">{row.personName}</Fact>
              <Fact label="困难类型">{row.difficultyName}</Fact>
              <Fact label="住址">{row.address}</Fact>
              <Fact label="电话">
                {row.phone && <MaskedValue label="电话" masked={row.phone} reveal={reveal('phone')} />}
              </Fact>
              <Fact label="身份证号">
                {row.idCard && <MaskedValue label="身份证号" masked={row.idCard} reveal={reveal('idCard')} />}
              </Fact>
              <Fact label="家庭人口">{row.household === null ? '' : `${row.household}人`}</Fact>
            </>
          ) : (
            <>
              <Fact label="联系人">{row.contact}</Fact>
              <Fact label="联系电话">{row.contactPhone}</Fact>
            </>
          )}
        </FactCard>
        <FactCard title="办理情况">
          <Fact label="起止日期">
            {row.fromOn}至{row.toOn}
          </Fact>
          <Fact label={isHelp ? '帮扶内容' : '共建内容'}>{row.content}</Fact>
          <Fact label="申请">
            {row.askedOn}，{row.askedName}
          </Fact>
          {row.decidedOn && (
            <Fact label={row.reason ? '退回' : '接受'}>
              {row.decidedOn}，{row.decidedName}
            </Fact>
          )}
          {row.reason && <Fact label="退回原因">{row.reason}</Fact>}
          {row.endedOn && (
            <Fact label="结束">
              {row.endedOn}，{row.endNote}
            </Fact>
          )}
        </FactCard>
      </div>
      <section className="card matter-gap" aria-label="走访记录">
        <div className="card-head">
          <h2>{isHelp ? '走访记录' : '共建记录'}</h2>
          <span className="card-extra">{row.visits}次</span>
        </div>
        {row.records.length === 0 ? (
          <p className="matter-quiet">
            {row.can.visit ? '还没有登记。每季度至少走访一次，做了什么、谁参加、照片都记在这里。' : '没有登记。'}
          </p>
        ) : (
          <ol className="service-visits">
            {row.records.map((visit) => (
              <One key={visit.id} pairId={id} visit={visit} />
            ))}
          </ol>
        )}
      </section>
      {open === 'end' && (
        <ReasonDialog
          title={`结束 ${name}的结对`}
          act="结束结对"
          label="结束原因"
          onDone={async (reason) => {
            await setQuiet.mutateAsync({ id, status: 3, version, reason });
            notify('已结束结对');
          }}
          onClose={close}
        >
          到今天为止，两边的党组织会收到通知；走访记录留着，以后可以重新申请。
        </ReasonDialog>
      )}
      {open === 'visit' && <VisitDialog row={row} onClose={close} />}
    </>
  );
}

function One({ pairId, visit }: { pairId: string; visit: Visit }) {
  const [open, setOpen] = useState(false);
  const strike = useAct(strikeVisit, { quiet: true });
  return (
    <li className={visit.isStruck ? 'struck' : undefined}>
      <p className="service-visit-head">
        <b>{visit.visitedOn}</b>
        <span className="muted">
          {visit.people}　{visit.orgName} {visit.createdBy}登记
        </span>
        {visit.isStruck && <span className="tag warn">已划去</span>}
        {visit.can.strike && (
          <Button look="row" onClick={() => setOpen(true)}>
            划去
            <span className="visually-hidden">{visit.visitedOn}的记录</span>
          </Button>
        )}
      </p>
      <p className="service-visit-text">{visit.content}</p>
      {visit.isStruck && (
        <p className="muted">
          {visit.struckBy}划去：{visit.strikeReason}
        </p>
      )}
      {visit.files.length > 0 && <Previews files={visit.files} label={`${visit.visitedOn}的附件`} />}
      {open && (
        <ReasonDialog
          title={`划去 ${visit.visitedOn}的记录`}
          act="划去"
          label="划去原因"
          max={100}
          onDone={async (reason) => {
            await strike.mutateAsync({ id: pairId, visitId: visit.id, reason });
            notify('已划去');
          }}
          onClose={() => setOpen(false)}
        >
          记录和附件留着，注明划去的人和原因，不再计入走访次数。
        </ReasonDialog>
      )}
    </li>
  );
}

const dialogSchema = visitForm.extend({ files: z.string() });

function VisitDialog({ row, onClose }: { row: PairDetail; onClose: () => void }) {
  const add = useAct(addVisit, { quiet: true });
  const form = useForm({
    schema: dialogSchema,
    initial: { visitedOn: row.today, people: row.kind === 2 ? row.memberName : '', content: '', files: '' },
    of: `VisitDialog ${row.id}`,
    isNew: true,
  });
  const title = row.kind === 2 ? '登记走访' : '登记共建活动';
  return (
    <FormDialog
      title={title}
      icon="edit"
      width={700}
      act="登记"
      form={form}
      pending={add.isPending}
      onClose={onClose}
      onSave={() =>
        add.mutateAsync({
          id: row.id,
          visitedOn: form.text('visitedOn'),
          people: form.text('people'),
          content: form.text('content'),
          files: form.text('files').split(',').filter(Boolean),
        })
      }
    >
      <DateField form={form} name="visitedOn" label="日期" required />
      <TextField form={form} name="people" label="参加人员" required max={100} />
      <AreaField form={form} name="content" label="做了什么" required max={500} rows={4} wide />
      <AttachmentField
        form={form}
        name="files"
        label="照片和文件"
        format="common"
        count={20}
        hint="不要上传身份证、银行卡照片"
      />
    </FormDialog>
  );
}
