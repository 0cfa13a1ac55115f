import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { OrgField } from '#people/org/web/pickers.tsx';
import { SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import type { ReportAnswer } from '../contract.ts';
import { ageYears, PERIODS, type PeriodKind, periodsBack, spanOf } from '../rules.ts';
import '#platform/web/form/form.css';

const schema = z.object({ orgId: z.string(), kind: z.string(), period: z.string(), ageYear: z.string() });

/** Whose numbers, and of when: a choice is asked for at once. */
export function Ask({ answer, path }: { answer: ReportAnswer; path: string }) {
  const given = {
    orgId: answer.org.id,
    kind: answer.period?.kind ?? '',
    period: answer.period?.value ?? '',
    ageYear: answer.ages?.year ?? '',
  };
  return <Fields key={Object.values(given).join(' ')} given={given} answer={answer} path={path} />;
}

type Given = Record<'orgId' | 'kind' | 'period' | 'ageYear', string>;

function Fields({
  given,
  answer: { periods, today, ages },
  path,
}: {
  given: Given;
  answer: ReportAnswer;
  path: string;
}) {
  const navigate = useNavigate();
  const form = useForm({ schema, initial: given, of: null, isNew: false });
  const { orgId, kind, period, ageYear } = form.values;
  useEffect(() => {
    if (orgId === given.orgId && kind === given.kind && period === given.period && ageYear === given.ageYear) return;
    // Another kind begins with its present period.
    const next = kind === given.kind ? period : (periodsBack(kind as PeriodKind, today)[0]?.value ?? period);
    navigate(pathWithQuery(path, { orgId, period: next || undefined, ageYear: ageYear || undefined }));
  }, [orgId, kind, period, ageYear, given, path, today, navigate]);
  const offered = kind === '' ? [] : periodsBack(kind as PeriodKind, today);
  // An older one comes by its address.
  const shown = offered.some(({ value }) => value === period) ? offered : [spanOf(period), ...offered];
  return (
    <form ref={form.box} className="card report-ask" noValidate onSubmit={(event) => event.preventDefault()}>
      <OrgField form={form} name="orgId" label="党组织" count="organisations" />
      {periods.length > 1 && (
        <SelectField
          form={form}
          name="kind"
          label="统计方式"
          options={periods.map((value) => ({ value, label: PERIODS[value] }))}
        />
      )}
      {periods.length > 0 && (
        <SelectField
          form={form}
          name="period"
          label="期间"
          options={shown.flatMap((one) => (one ? [{ value: one.value, label: one.label }] : []))}
        />
      )}
      {ages && (
        <SelectField
          form={form}
          name="ageYear"
          label="年龄计算截止"
          options={[
            { value: '', label: `今天（${today}）` },
            ...ageYears(today).map((year) => ({ value: year, label: `${year}年12月31日` })),
          ]}
        />
      )}
    </form>
  );
}
