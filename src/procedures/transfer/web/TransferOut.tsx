import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import { getMember } from '#people/member/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { checkTransfer, editTransfer, getTransfer, startTransfer, type TransferDetail } from '../contract.ts';
import { KINDS, type Kind, OUTSIDE_KINDS } from '../rules.ts';
import { BranchField } from './BranchField.tsx';
import { Findings } from './Findings.tsx';
import { OutsideField } from './OutsideField.tsx';
import { PATHS } from './paths.ts';
import './relation.css';

/** `transferOut`: starts a transfer of one or several people, or (`id`) fixes a draft or what came back. */
export default function TransferOut() {
  const { id, memberId } = readQuery(useLocation().search, ['id', 'memberId']);
  const session = useSession();
  const isWorker = may(session, 'relation:approve');
  const own = isWorker ? memberId : session.member?.id;
  const transferQuery = useCall(getTransfer, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  const person = useCall(getMember, own === undefined || id !== undefined ? null : { id: own }, { quiet: true });
  if (id !== undefined && !transferQuery.data) return <Waiting query={transferQuery} lines={8} />;
  if (id === undefined && own !== undefined && !person.data) return <Waiting query={person} lines={8} />;
  const start = person.data ? [{ id: person.data.id, name: person.data.name, note: person.data.orgName }] : [];
  return <Editor key={id ?? own ?? ''} transfer={transferQuery.data ?? null} start={start} isWorker={isWorker} />;
}

const schema = z.object({
  kind: z.string().min(1, '请选择转接类型'),
  toOrgId: z.string(),
  outsideName: z.string().max(80),
  outsideBranch: z.string().max(80),
  reason: z.string().trim().min(1, '请输入转接原因'),
});
const OPTIONS = (['withinBranchTree', ...OUTSIDE_KINDS] as const).map((value) => ({ value, label: KINDS[value] }));

function Editor({
  transfer,
  start,
  isWorker,
}: {
  transfer: TransferDetail | null;
  start: Choice[];
  isWorker: boolean;
}) {
  const navigate = useNavigate();
  const [people, setPeople] = useState<readonly Choice[]>(
    transfer?.memberId ? [{ id: transfer.memberId, name: transfer.name, note: transfer.fromName }] : start,
  );
  const [initial] = useState({
    kind: transfer?.kind ?? 'withinBranchTree',
    toOrgId: transfer?.toOrgId ?? '',
    outsideName: transfer?.outsideName ?? '',
    outsideBranch: transfer?.outsideBranch ?? '',
    reason: transfer?.reason ?? '',
  });
  const isInside = (kind: string) => kind === 'withinBranchTree';
  const form = useForm({
    schema,
    initial,
    isNew: true,
    check: (values): Record<string, string> => {
      if (isInside(String(values.kind))) return values.toOrgId ? {} : { toOrgId: '请从列表中选择接收党支部' };
      return String(values.outsideName).trim() ? {} : { outsideName: '请填写接收党委的全称' };
    },
  });
  const begin = useAct(startTransfer, { quiet: true });
  const resubmit = useAct(editTransfer, { quiet: true });
  const { stands } = useStands();
  const kind = form.text('kind') as Kind;
  const target = {
    kind,
    ...(isInside(kind) && form.text('toOrgId') ? { toOrgId: form.text('toOrgId') } : {}),
    outsideName: isInside(kind) ? '' : form.text('outsideName').trim(),
    outsideBranch: isInside(kind) ? '' : form.text('outsideBranch').trim(),
  };
  const memberIds = people.map(({ id }) => id);
  const isReady = memberIds.length > 0 && (isInside(kind) ? 'toOrgId' in target : target.outsideName !== '');
  const check = useCall(
    checkTransfer,
    { memberIds, ...target, ...(transfer && { own: transfer.id }) },
    { quiet: true, enabled: isReady, keepPrevious: true },
  );
  const save = async (submit: boolean) => {
    const reason = form.text('reason').trim();
    const id = transfer
      ? (await resubmit.mutateAsync({ id: transfer.id, version: transfer.version, ...target, reason, submit })) &&
        transfer.id
      : (await begin.mutateAsync({ memberIds, ...target, reason, submit })).ids[0];
    emit('notice', {
      kind: 'success',
      text: submit ? (isWorker ? '已报上级党委审批' : '已提交所在党支部') : '已存为草稿',
    });
    if (!stands.current) return;
    clearKeptInput();
    navigate(memberIds.length === 1 && id ? PATHS.handle(id, 'open') : PATHS.desk, { replace: true });
  };
  const title = transfer ? `修改转接 ${transfer.name}` : isWorker ? '办理转出' : '申请转出';
  return (
    <FormPage
      title={title}
      form={form}
      act={isWorker ? '提交审批' : '提交申请'}
      onCancel={() => navigate(-1)}
      onSave={async () => {
        if (memberIds.length === 0) {
          emit('notice', { kind: 'info', text: '请选择要转出的党员' });
          return;
        }
        await save(true);
      }}
      banners={
        isWorker &&
        !transfer && (
          <p className="banner">
            <Icon name="tree" />
            <span className="grow">毕业生成批转出、整个党组织转往系统外，按名册办理。</span>
            <Link to={PATHS.graduateSheets}>按名册办理</Link>
          </p>
        )
      }
      sections={[
        {
          id: 'people',
          title: isWorker ? '转出党员' : '本人',
          content:
            transfer || !isWorker ? (
              <p className="rel-names">
                {people.map(({ name, note }) => `${name}（${note}）`).join('、') || '没有登记的人员档案'}
              </p>
            ) : (
              <PeopleField
                label="转出党员"
                required
                multiple
                max={200}
                value={people}
                onChange={setPeople}
                hint="一人或多人，同一去向"
              />
            ),
        },
        {
          id: 'target',
          title: '去向',
          content: (
            <>
              <SelectField form={form} name="kind" label="转接类型" required options={OPTIONS} />
              {isInside(kind) ? (
                <BranchField form={form} name="toOrgId" label="接收党支部" />
              ) : (
                <>
                  <OutsideField
                    form={form}
                    label="接收党委全称"
                    hint="介绍信抬头，如 沮阳市职教中心委员会；填过的可选"
                  />
                  <TextField form={form} name="outsideBranch" label="接收党支部" max={80} />
                </>
              )}
              <AreaField form={form} name="reason" label="转接原因" required wide max={200} />
            </>
          ),
        },
        ...(check.data && isReady
          ? [
              {
                id: 'check',
                title: '路径和核对',
                content: (
                  <div className="rel-check">
                    {check.data.fault ? (
                      <p className="banner bad" role="alert">
                        <Icon name="warning" />
                        {check.data.fault}
                      </p>
                    ) : (
                      <p className="rel-names">{check.data.hops.map(({ orgName }) => orgName).join(' → ')}</p>
                    )}
                    {check.data.people.map((one) => (
                      <section key={one.memberId}>
                        <h3>{one.name}</h3>
                        <Findings findings={one.findings} />
                      </section>
                    ))}
                    <p>
                      <Button
                        disabled={begin.isPending || resubmit.isPending}
                        onClick={() => void (form.validate() && save(false).catch((error) => form.tell(error)))}
                      >
                        存为草稿
                      </Button>
                    </p>
                  </div>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
