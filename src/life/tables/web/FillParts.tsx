import type { ReactNode } from 'react';
import { StandingBanner } from '#house/web/given/parts.tsx';
import { RowsGrid } from '#life/tasks/web/pickers.form.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import type { FillDetail } from '../contract.read.ts';
import { columnOf, isNumeric, type TableField } from '../rules.design.ts';
import { Due, FillTag } from './parts.tsx';
import '#platform/web/records/records.css';
import './dataCentre.css';

/** The head of a filling, where it is filled in and where it is read. */
export function FillHead({ fill, children }: { fill: FillDetail; children?: ReactNode }) {
  return (
    <>
      <RecordTop title={fill.title} />
      <section className="card record-head">
        <span className="seal" aria-hidden="true">
          填
        </span>
        <div className="record-name">
          <h1>
            {fill.title}
            <span className="record-tags">
              <FillTag fill={fill} />
            </span>
          </h1>
          <p className="record-facts">
            <span>{fill.round}</span>
            <span>{fill.giverName}下发</span>
            <span>{fill.orgName}填报</span>
            <span>
              <Due fill={fill} />
            </span>
          </p>
        </div>
        <div className="record-acts">{children}</div>
      </section>
      <StandingBanner
        state={fill.state}
        opinion={fill.opinion}
        waits={`${fill.askedByName}已上报，由${fill.deciderName}审核`}
        over={`不用再报${fill.reason && `：${fill.reason}`}`}
      />
      {(fill.explanation || fill.contact) && (
        <section className="card centre-body" aria-label="填报说明">
          <dl className="record-fields">
            {fill.explanation && (
              <Line label="填报说明" wide>
                <span className="record-text">{fill.explanation}</span>
              </Line>
            )}
            {fill.contact && <Line label="联系人">{fill.contact}</Line>}
          </dl>
        </section>
      )}
    </>
  );
}

const shown = (field: TableField, text: string) => (isNumeric(field) && field.unit ? `${text}${field.unit}` : text);

/** What is filled in, to be read: lines where there is one row, a sheet where there are several. */
export function Filled({ fill }: { fill: FillDetail }) {
  const { design, rows, choices } = fill;
  const [first] = rows;
  if (!first) return <p className="centre-quiet">{fill.isOwn ? '还没有填写。' : '还没有上报。'}</p>;
  if (design.several)
    return <RowsGrid columns={design.fields.map(columnOf)} rows={rows} choices={choices} caption="填报内容" />;
  return (
    <div className="centre-body">
      <dl className="record-fields">
        {design.fields.map((field) => (
          <Line key={field.id} label={field.name} wide={field.kind === 'long'}>
            {first.cells[field.id] ? (
              <span className="record-text">{shown(field, first.cells[field.id] ?? '')}</span>
            ) : (
              noValue
            )}
          </Line>
        ))}
      </dl>
    </div>
  );
}
