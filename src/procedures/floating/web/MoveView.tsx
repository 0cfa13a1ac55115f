import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { Fact, MatterHead } from '#platform/web/field/Matter.tsx';
import { DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Gone } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { decideInflow, decideOutflow, endInflow, endOut, markLost } from '../contract.acts.ts';
import { getInflow, getOutflow, type InflowDetail, type OutflowDetail } from '../contract.ts';
import { Certificates } from './Certificates.tsx';
import { ContactDialog } from './ContactDialog.tsx';
import { NoteField } from './parts.tsx';
import { PATHS } from './paths.ts';
import './floating.css';

/**
 * `moveDetail?side=&id=`: an outflow or an inflow with its other end, its log, and the act that is next; of what is over
 * `outHistoryDetail?id=` and `inHistoryDetail?id=`.
 */
export default function MoveView() {
  const { pathname, search } = useLocation();
  const { side = pathname.endsWith('/inHistoryDetail') ? 'in' : 'out', id = '' } = readQuery(search, ['side', 'id']);
  if (!/^[1-9]\d{0,17}$/.test(id)) return <Gone sentence="地址不完整，请从流动党员名单打开" />;
  return side === 'in' ? <In key={`in${id}`} id={id} /> : <Out key={`out${id}`} id={id} />;
}

function Head({ name, status, acts }: { name: string; status: ReactNode; acts: ReactNode }) {
  useTitle(`流动详情 ${name}`);
  return (
    <MatterHead name={name} state={status}>
      {acts}
      <ButtonLink to={PATHS.list}>返回名单</ButtonLink>
    </MatterHead>
  );
}

const until = (from: string, to: string | null) => `${from} 至 ${to ?? '未定'}`;

function Out({ id }: { id: string }) {
  const query = useCall(getOutflow, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(row) => <OutShown row={row} />}
    </RecordLoader>
  );
}

function OutShown({ row }: { row: OutflowDetail }) {
  const [open, setOpen] = useState<'back' | 'contact' | 'lost' | null>(null);
  const decide = useAct(decideOutflow);
  const lose = useAct(markLost);
  const close = () => setOpen(null);
  return (
    <>
      <Head
        name={row.name}
        status={
          <>
            <span className={row.status === 1 && !row.droppedOn ? 'tag red' : 'tag'}>{row.statusName}</span>
            {row.isLost && <span className="tag bad">失联</span>}
          </>
        }
        acts={
          <>
            {row.can.edit && (
              <ButtonLink icon="edit" to={PATHS.edit(row.id)}>
                修改
              </ButtonLink>
            )}
            {row.can.back && <Button onClick={() => setOpen('back')}>登记返回</Button>}
            {row.can.lost && <Button onClick={() => setOpen('lost')}>登记失联</Button>}
            {row.can.contact && (
              <Button look="primary" icon="phone" onClick={() => setOpen('contact')}>
                登记联系
              </Button>
            )}
            <ApprovalActs
              acts={{
                agree: row.can.confirm && {
                  label: '确认流出',
                  off: row.tooShort,
                  run: async () => {
                    await decide.mutateAsync({ id: row.id, version: row.version, agree: true });
                    emit('notice', { kind: 'success', text: `已确认${row.name}流出` });
                  },
                },
                refuse: row.can.confirm && {
                  title: `不同意 ${row.name}流出`,
                  words: { label: '原因' },
                  consequence: '申请不再办理，本人会收到原因；不满6个月的可开具党员证明信。',
                  run: (opinion) => decide.mutateAsync({ id: row.id, version: row.version, agree: false, opinion }),
                },
              }}
            />
          </>
        }
      />
      {(row.tooShort || row.can.whyNot) && (
        <div className="banner warn">
          <Icon name="warning" />
          <span className="grow">{row.can.whyNot || row.tooShort}</span>
        </div>
      )}
      <div className="matter-work">
        <section className="card" aria-label="流出登记">
          <div className="card-head">
            <h2>流出登记</h2>
            <span className="card-extra">
              {row.sourceName} {row.registeredOn}
            </span>
          </div>
          <dl className="matter-facts">
            <Fact label="所在党支部">{row.orgName}</Fact>
            <Fact label="流入地区">
              {row.rangeName}，{row.region}
              {row.place}
            </Fact>
            <Fact label="流动原因">
              {row.reasonName}，{row.tradeName}
            </Fact>
            <Fact label="外出时间">{until(row.startedOn, row.plannedTo)}</Fact>
            <Fact label="流入地党组织">{row.toOrgName}</Fact>
            <Fact label="手机号">{row.phone}</Fact>
            <Fact label="确认日期">{row.confirmedOn}</Fact>
            <Fact label="联系人">{row.contactName}</Fact>
            {row.dueOn && (
              <Fact label="下次联系">
                {row.isOverdue ? <span className="flow-late">{row.dueOn} 已超期</span> : row.dueOn}
              </Fact>
            )}
            {row.endedOn && (
              <Fact label="结束">
                {row.endedOn} {row.endNote}
              </Fact>
            )}
            {row.droppedOn && (
              <Fact label="未办理">
                {row.droppedOn} {row.dropNote}
              </Fact>
            )}
          </dl>
        </section>
        <div className="flow-stack">
          <section className="card" aria-label="流入地">
            <div className="card-head">
              <h2>流入地</h2>
            </div>
            {row.inflows.length === 0 && (
              <p className="matter-quiet">
                {row.toOrgName ? `由${row.toOrgName}在其系统登记。` : '还没有流入地党组织，党员报到或修改登记后显示。'}
              </p>
            )}
            <ul className="flow-log">
              {row.inflows.map((one) => (
                <li key={one.id}>
                  <span>{one.receivedOn ?? one.leftOn ?? ''}</span>
                  <span>
                    {one.orgName} {one.note && <small className="muted">{one.note}</small>}
                  </span>
                  <span className="tag">{one.statusName}</span>
                </li>
              ))}
            </ul>
          </section>
          <section className="card" aria-label="联系记录">
            <div className="card-head">
              <h2>联系记录</h2>
              <span className="card-extra">每月一次</span>
            </div>
            {row.contacts.length === 0 && <p className="matter-quiet">还没有联系记录。</p>}
            <ul className="flow-log">
              {row.contacts.map((one) => (
                <li key={one.id}>
                  <span>{one.day}</span>
                  <span>
                    {one.wayName}，{one.reached ? one.topicName || '联系上' : '没联系上'}
                    {one.note && <small className="muted"> {one.note}</small>}
                  </span>
                  <span className="muted">{one.byName}</span>
                </li>
              ))}
            </ul>
          </section>
          <Certificates row={row} />
        </div>
      </div>
      {open === 'contact' && (
        <ContactDialog outflowId={row.id} memberId={row.memberId} name={row.name} onClose={close} />
      )}
      {open === 'lost' && (
        <ConfirmDialog
          title={`登记失联 ${row.name}`}
          icon="warning"
          act="登记失联"
          onConfirm={async () => {
            await lose.mutateAsync({ id: row.id, version: row.version });
            emit('notice', { kind: 'success', text: '已登记失联，联系上后自动解除' });
          }}
          onClose={close}
        >
          从上次联系算起满6个月仍没有取得联系的，提醒党支部办理停止党籍；每次查找都要登记。
        </ConfirmDialog>
      )}
      {open === 'back' && <Back row={row} onClose={close} />}
    </>
  );
}

function Back({ row, onClose }: { row: OutflowDetail; onClose: () => void }) {
  const end = useAct(endOut, { quiet: true });
  const form = useForm({ schema: endOut.input, initial: { endedOn: '', note: '' }, of: `Back ${row.id}`, isNew: true });
  return (
    <FormDialog
      title={`登记返回 ${row.name}`}
      icon="undo"
      act="登记返回"
      form={form}
      pending={end.isPending}
      onSave={() => end.mutateAsync({ ...form.values, id: row.id, version: row.version })}
      onClose={onClose}
    >
      <p>流动结束，不再标记为流动党员；流入地的接收同时结束。</p>
      <DateField form={form} name="endedOn" label="返回日期" required />
      <NoteField form={form} label="说明" />
    </FormDialog>
  );
}

function In({ id }: { id: string }) {
  const query = useCall(getInflow, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(row) => <InShown row={row} />}
    </RecordLoader>
  );
}

function InShown({ row }: { row: InflowDetail }) {
  const [open, setOpen] = useState<'leave' | null>(null);
  const decide = useAct(decideInflow);
  const leave = useAct(endInflow, { quiet: true });
  const form = useForm({
    schema: endInflow.input,
    initial: { leftOn: '', note: '' },
    of: `InShown ${row.id}`,
    isNew: true,
  });
  const close = () => setOpen(null);
  return (
    <>
      <Head
        name={row.name}
        status={<span className={row.status === 1 ? 'tag red' : 'tag'}>{row.statusName}</span>}
        acts={
          <>
            <ApprovalActs
              acts={{
                agree: row.can.confirm && {
                  label: '接收',
                  run: async () => {
                    await decide.mutateAsync({ id: row.id, version: row.version, agree: true });
                    emit('notice', { kind: 'success', text: `已接收${row.name}` });
                  },
                },
                return: row.can.confirm && {
                  title: `退回 ${row.name}的流入`,
                  words: { label: '原因' },
                  consequence: '流出地会看到原因，由其核实后重新登记。',
                  run: (opinion) => decide.mutateAsync({ id: row.id, version: row.version, agree: false, opinion }),
                },
              }}
            />
            {row.can.leave && <Button onClick={() => setOpen('leave')}>登记离开</Button>}
          </>
        }
      />
      <section className="card" aria-label="流入登记">
        <div className="card-head">
          <h2>流入登记</h2>
          <span className="card-extra">
            {row.registeredBy} {row.registeredOn}
          </span>
        </div>
        <dl className="matter-facts">
          <Fact label="接收党组织">{row.orgName}</Fact>
          <Fact label="组织关系">{row.homeOrg}</Fact>
          {row.homePhone && <Fact label="联系电话">{row.homePhone}</Fact>}
          {row.outStatusName && <Fact label="流出地登记">{row.outStatusName}</Fact>}
          <Fact label="来自地区">{row.region}</Fact>
          <Fact label="流动原因">
            {row.reasonName}，{row.tradeName}
          </Fact>
          <Fact label="流入时间">{until(row.startedOn, row.plannedTo)}</Fact>
          <Fact label="身份证号">{row.idCard}</Fact>
          <Fact label="手机号">{row.phone}</Fact>
          {row.certificate && <Fact label="活动证号">{row.certificate}</Fact>}
          {row.receivedOn && <Fact label="接收日期">{row.receivedOn}</Fact>}
          {row.leftOn && (
            <Fact label="结束">
              {row.leftOn} {row.note}
            </Fact>
          )}
        </dl>
      </section>
      {open === 'leave' && (
        <FormDialog
          title={`登记离开 ${row.name}`}
          icon="undo"
          act="登记离开"
          form={form}
          pending={leave.isPending}
          onSave={() =>
            leave.mutateAsync({
              ...form.values,
              id: row.id,
              version: row.version,
            })
          }
          onClose={close}
        >
          <p>接收结束，这里的流动党员身份收回；流出地恢复为“已流出”。</p>
          <DateField form={form} name="leftOn" label="离开日期" required />
          <NoteField form={form} label="说明" />
        </FormDialog>
      )}
    </>
  );
}
