import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import {
  BASES,
  earnedHours,
  issueCertificate,
  issueFields,
  MOST_ISSUED,
} from '#people/studyHours/contract.certificate.ts';
import { CERTIFICATES } from '#people/studyHours/rules.certificate.ts';
import type { RowOf } from '#platform/contract.ts';
import { ownMatterRefusal } from '#platform/oneself.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useBeside, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { useIsOneself } from '#platform/web/session/oneself.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import './course.css';

type Earned = RowOf<typeof earnedHours>;

/** The people are beside the form; what is empty is told there. */
const schema = z.object({ ...issueFields, memberIds: z.string().default('') });
const INITIAL = {
  title: '',
  startsOn: '',
  endsOn: '',
  basis: 'ledger',
  hours: '',
  central: '',
  score: '',
  memberIds: '',
};
const basisOptions = optionsOf(BASES);

/** 出具学习证明 to one person or many: what was learnt, whose, and by which hours. */
export default function CertificateIssue() {
  const navigate = useNavigate();
  const isOneself = useIsOneself();
  const [people, setPeople] = useState<readonly Choice[]>([]);
  const [earned, setEarned] = useState<readonly Earned[] | null>(null);
  const issue = useAct(issueCertificate, { quiet: true });
  const look = useAct(earnedHours, { quiet: true });
  const form = useForm({
    schema,
    initial: INITIAL,
    isNew: true,
    check: (values): Record<string, string> => ({
      ...(values.endsOn && String(values.endsOn) < String(values.startsOn)
        ? { endsOn: '结束日期不能早于开始日期' }
        : {}),
      ...(people.length === 0 ? { memberIds: '请选择人员' } : {}),
      ...(people.some(({ id }) => isOneself(id)) ? { memberIds: ownMatterRefusal('出具学习证明') } : {}),
    }),
  });
  useBeside(form, people, (kept) => {
    setPeople(kept);
    setEarned(null);
  });
  const { values } = form;
  const isSame = values.basis === 'same';
  const choose = (chosen: Choice[]) => {
    setPeople(chosen);
    setEarned(null);
    form.set({ memberIds: chosen.map(({ id }) => id).join() });
  };
  const given = () => ({
    memberIds: people.map(({ id }) => id),
    startsOn: String(values.startsOn),
    endsOn: String(values.endsOn),
  });
  const check = async () => {
    try {
      setEarned((await look.mutateAsync(given())).rows);
    } catch (error) {
      form.tell(error);
    }
  };
  const save = async () => {
    const made = await issue.mutateAsync({
      ...given(),
      title: String(values.title),
      basis: isSame ? 'same' : 'ledger',
      hours: isSame ? String(values.hours || 0) : 0,
      central: isSame ? String(values.central || 0) : 0,
      score: values.score === '' ? undefined : String(values.score),
    });
    clearKeptInput();
    const numbers = made.issued > 1 ? `${made.first}至${made.last}` : made.first;
    emit('notice', { kind: 'success', text: `已出具${made.issued}份：${numbers}` });
    navigate(CERTIFICATES.batch(made.evidence), { replace: true });
  };
  return (
    <FormPage
      title="出具学习证明"
      form={form}
      act="出具"
      onSave={save}
      onCancel={() => navigate(placeOf(CERTIFICATES.home))}
      sections={[
        {
          id: 'what',
          title: '培训',
          content: (
            <>
              <TextField
                form={form}
                name="title"
                label="培训名称"
                required
                max={40}
                wide
                hint="写在证明上，如“2026年度基层党务骨干培训”"
              />
              <DateField form={form} name="startsOn" label="开始日期" required />
              <DateField form={form} name="endsOn" label="结束日期" required />
              <SelectField form={form} name="basis" label="学时" required options={basisOptions} />
              {isSame && (
                <>
                  <TextField form={form} name="hours" label="每人学时" inputMode="decimal" max={6} />
                  <TextField form={form} name="central" label="其中集中培训学时" inputMode="decimal" max={6} />
                </>
              )}
              <TextField
                form={form}
                name="score"
                label="结业测试成绩"
                inputMode="decimal"
                max={5}
                hint="没有测试的不填；成绩不同的分几次出具"
              />
            </>
          ),
        },
        {
          id: 'people',
          title: '人员',
          content: (
            <div className="form-field wide">
              <PeopleField
                label="取得证明的人员"
                required
                value={people}
                onChange={choose}
                fault={form.faults.memberIds}
                multiple
                groupType={2}
                max={MOST_ISSUED}
                hint="每人一份，编号按组织和姓名顺序连续"
              />
              {!isSame && people.length > 0 && values.startsOn && values.endsOn && (
                <p>
                  <Button icon="search" disabled={look.isPending} onClick={() => void check()}>
                    核对各人学时
                  </Button>
                </p>
              )}
              {!isSame && earned && <EarnedTable rows={earned} />}
            </div>
          ),
        },
      ]}
    />
  );
}

function EarnedTable({ rows }: { rows: readonly Earned[] }) {
  const none = rows.filter(({ hours }) => hours === 0).length;
  return (
    <>
      {none > 0 && (
        <p className="banner warn" role="status">
          <Icon name="warning" />
          <span>{none}人在这段时间没有学时，不能按台账出具</span>
        </p>
      )}
      <table className="certificate-earned">
        <caption className="visually-hidden">各人在这段时间的学时</caption>
        <thead>
          <tr>
            <th scope="col">姓名</th>
            <th scope="col">党支部</th>
            <th scope="col" className="number">
              学时
            </th>
            <th scope="col" className="number">
              集中培训
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.name}</td>
              <td>{row.orgName}</td>
              <td className={row.hours === 0 ? 'number lacks' : 'number'}>{row.hours}</td>
              <td className="number">{row.central}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
