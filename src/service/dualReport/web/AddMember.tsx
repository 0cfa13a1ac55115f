import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { checkReport, fileReport, findReceivers, fixReport, getReport, type ReportDetail } from '../contract.ts';
import { BLANK, LivingFields, ServiceFields, valuesOf } from './parts.tsx';
import { PATHS } from './paths.ts';
import { PlaceFault, ReceiverField } from './pickers.receiver.tsx';
import { OwnReport } from './pickers.tsx';

/**
 * `/service/addMember`: the own report of whoever works for no organisation, else one of the branch's people is reported; `?id=`
 * fixes a report, `?orgId=` (from the code of a community) names where to.
 */
export default function AddMember() {
  const session = useSession();
  const { id, orgId } = readQuery(useLocation().search, ['id', 'orgId']);
  const asked = orgId !== undefined && /^[1-9]\d{0,17}$/.test(orgId) ? orgId : undefined;
  const place = useCall(findReceivers, asked === undefined ? null : { id: asked }, { quiet: true });
  if (asked !== undefined && !place.data) return <Waiting query={place} />;
  const receiver = place.data?.[0] ?? null;
  if (id !== undefined && may(session, 'sbd:write')) return <Fixing id={id} />;
  return (
    <>
      {asked !== undefined && receiver === null && (
        <div className="banner warn" role="alert">
          <Icon name="warning" />
          <span className="grow">扫码的党组织不接收党员报到，请按名称选择居住地的社区党组织。</span>
        </div>
      )}
      {may(session, 'sbd:write') ? <Editor report={null} receiver={receiver} /> : <OwnReport receiver={receiver} />}
    </>
  );
}

function Fixing({ id }: { id: string }) {
  const query = useCall(getReport, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh refused={({ can }) => (can.edit ? '' : '这条报到现在不能修改')}>
      {(report) => <Editor report={report} receiver={null} />}
    </RecordLoader>
  );
}

interface EditorProps {
  report: ReportDetail | null;
  receiver: { id: string; name: string } | null;
}

function Editor({ report, receiver }: EditorProps) {
  const navigate = useNavigate();
  const add = useAct(fileReport, { quiet: true });
  const fix = useAct(fixReport, { quiet: true });
  const [person, setPerson] = useState<Choice[]>([]);
  const [start] = useState(() =>
    report
      ? valuesOf(report)
      : { ...BLANK, memberId: '', ...(receiver && { orgId: receiver.id, orgName: receiver.name }) },
  );
  const form = useForm({ schema: report ? fixReport.input : fileReport.input, initial: start, isNew: report === null });
  const { memberId = '', orgId = '' } = form.values as { memberId?: string; orgId?: string };
  const check = useCall(checkReport, report || !memberId ? null : { memberId, ...(orgId && { orgId }) }, {
    quiet: true,
  }).data;
  const save = async () => {
    if (report) {
      await fix.mutateAsync({
        ...(form.values as ReturnType<typeof valuesOf>),
        id: report.id,
        version: report.version,
      });
      emit('notice', { kind: 'success', text: '保存成功' });
      navigate(PATHS.detail(report.id), { replace: true });
      return;
    }
    const { orgName, ...values } = form.values as typeof BLANK & { memberId: string };
    const { id } = await add.mutateAsync(values);
    emit('notice', { kind: 'success', text: `已报到，由${orgName}审核` });
    navigate(PATHS.detail(id), { replace: true });
  };
  return (
    <FormPage
      title={report ? `修改报到 ${report.name}` : '党员报到'}
      form={form}
      act={report ? '保存' : '提交'}
      onSave={save}
      onCancel={() => navigate(report ? PATHS.detail(report.id) : PATHS.list)}
      sections={[
        {
          id: 'who',
          title: '谁报到，到哪里',
          content: (
            <>
              {report ? (
                <p>
                  {report.name}，{report.homeName}，报到到{report.orgName}
                </p>
              ) : (
                <>
                  <PeopleField
                    label="报到党员"
                    required
                    multiple={false}
                    value={person}
                    fault={form.faults.memberId || check?.memberId}
                    hint="本组织的在职党员；本人也可以自己报到"
                    onChange={(chosen) => {
                      setPerson(chosen);
                      form.set({ memberId: chosen[0]?.id ?? '' });
                    }}
                  />
                  <ReceiverField form={form} label="社区党组织" hint="居住地的社区（村）党组织" />
                  <PlaceFault why={check?.orgId} />
                </>
              )}
              <LivingFields form={form} />
            </>
          ),
        },
        { id: 'service', title: '能做什么', content: <ServiceFields form={form} /> },
      ]}
    />
  );
}
