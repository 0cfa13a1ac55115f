import { PartsTable } from '#house/web/given/parts.tsx';
import { SOURCES } from '#life/tasks/rules.form.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { checkWords, FIELD_KINDS, isSummed, SUM_RULES, type TableDesign, type TableField } from '../rules.design.ts';
import './dataCentre.css';
import { SUM_WORDS } from '../rules.sum.ts';

/** What is asked of a value, in words. */
export function limitsOf(field: TableField, dicts: readonly { code: string; name: string }[] = []): string {
  const dict = dicts.find(({ code }) => code === field.dict)?.name;
  return [
    field.required ? '必填' : '',
    field.min && field.max
      ? `${field.min}至${field.max}`
      : field.min
        ? `不小于${field.min}`
        : field.max
          ? `不大于${field.max}`
          : '',
    field.kind === 'choice' ? field.choices.join('、') : '',
    dict ?? '',
    field.source ? `自动带出${SOURCES[field.source]}` : '',
  ]
    .filter(Boolean)
    .join('；');
}

/** What is summed, in words. */
export const sumRuleText = (field: TableField): string =>
  !isSummed(field) ? '' : field.kind === 'flag' ? '数“是”的' : SUM_RULES[field.sum];

/** The fields and checks of a table, to be read. */
export function DesignView({
  design,
  dicts,
}: {
  design: TableDesign;
  dicts: readonly { code: string; name: string }[];
}) {
  if (design.fields.length === 0) return <p className="muted">还没有字段。</p>;
  return (
    <>
      <p className="muted centre-how-many">
        {design.several ? '每个组织可填多行。' : '每个组织填一行。'}
        {SUM_WORDS}
      </p>
      <PartsTable label="字段" heads={['字段', '类型', '要求', '汇总']}>
        {design.fields.map((field) => (
          <tr key={field.id}>
            <th scope="row">
              {field.name}
              {field.unit && <span className="muted">（{field.unit}）</span>}
            </th>
            <td>{FIELD_KINDS[field.kind]}</td>
            <td className="wraps">{limitsOf(field, dicts) || noValue}</td>
            <td>{sumRuleText(field) || noValue}</td>
          </tr>
        ))}
      </PartsTable>
      {design.checks.length > 0 && (
        <ul className="centre-checks" aria-label="核对规则">
          {design.checks.map((check) => (
            <li key={check.id}>{checkWords(design, check)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
