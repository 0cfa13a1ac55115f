import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useDict } from '#modules/dictionary/web/pickers.ts';
import { AuditBanner } from '#platform/web/field/AuditBanner.tsx';
import { Line, Missing } from '#platform/web/field/record.tsx';
import { useCall } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { placeOf } from '#platform/web/listMemory.ts';
import { Breadcrumb } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Bones, Failed } from '#platform/web/states.tsx';
import { getUnit, type UnitDetail } from '../../contract.unit.ts';
import { ENTERPRISES } from '../../rules.unit.ts';
import { DeleteUnit } from './DeleteUnit.tsx';
import '../org.css';

const PATH = '/affairs/company';

/** 单位详情. */
export default function UnitBrowse() {
  const { id = '' } = useParams();
  const record = useCall(getUnit, { id }, { quiet: true });
  useTitle(record.data?.name);
  if (record.error && !record.data) return <Failed error={record.error} onRetry={() => record.refetch()} />;
  if (!record.data) return <Bones lines={10} />;
  return (
    <div className="record-page">
      <Breadcrumb title={record.data.name} />
      <Head unit={record.data} />
      <div className="card record-body">
        <div className="record-main">
          <Fields unit={record.data} />
        </div>
      </div>
    </div>
  );
}

function Head({ unit }: { unit: UnitDetail }) {
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  return (
    <section className="card record-head">
      <span className="seal" aria-hidden="true">
        {unit.name.slice(0, 1)}
      </span>
      <div className="record-name">
        <h1>
          {unit.name}
          <span className="record-tags">
            <span className="tag">{unit.natureName}</span>
            {unit.isLegal && <span className="tag gold">法人单位</span>}
          </span>
        </h1>
        <p className="record-place">{unit.path.map((one) => one.name).join(' > ')}</p>
        <p className="record-facts">
          <span>
            统一社会信用代码<b>{unit.creditCode ?? (unit.noCode ? '没有' : '未填')}</b>
          </span>
          <span>
            在岗职工<b>{unit.staffCount === null ? '未填' : `${unit.staffCount.toLocaleString('en-US')}人`}</b>
          </span>
        </p>
      </div>
      <div className="record-acts">
        {unit.can.edit && (
          <Link className="button primary" to={`${PATH}/editCompany/${unit.id}`}>
            <Icon name="edit" />
            编辑
          </Link>
        )}
        <Link className="button" to={`/affairs/organization/browseOrganization/${unit.orgId}`}>
          <Icon name="organisation" />
          所属党组织
        </Link>
        {unit.can.remove && (
          <button type="button" className="button danger" onClick={() => setRemoving(true)}>
            <Icon name="trash" />
            删除
          </button>
        )}
      </div>
      {removing && (
        <DeleteUnit unit={unit} onDeleted={() => navigate(placeOf(PATH))} onClose={() => setRemoving(false)} />
      )}
    </section>
  );
}

function Fields({ unit }: { unit: UnitDetail }) {
  const dict = useDict('0014', '0015', '0016', '0017', '0018');
  const edit = unit.can.edit && <Link to={`${PATH}/editCompany/${unit.id}`}>补填</Link>;
  const value = (text: string | null, wanted = false) => {
    if (text) return text;
    return wanted ? <Missing act={edit} /> : <span className="muted">—</span>;
  };
  const named = (code: keyof typeof dict, item: string | null, wanted = false) =>
    value(item === null ? null : (dict[code].find((choice) => choice.value === item)?.label ?? item), wanted);
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">基本信息</h2>
        {unit.can.edit && <Link to={`${PATH}/editCompany/${unit.id}`}>编辑</Link>}
      </div>
      <dl className="record-fields">
        <Line label="单位名称">{unit.name}</Line>
        <Line label="所属党组织">{unit.orgName}</Line>
        <Line label="统一社会信用代码">{value(unit.creditCode ?? (unit.noCode ? '没有' : null), true)}</Line>
        <Line label="单位性质">{unit.natureName}</Line>
        <Line label="建立党组织情况">{named('0014', unit.establishment, true)}</Line>
        <Line label="建立党组情况">{named('0018', unit.leadingGroup)}</Line>
        <Line label="隶属关系">{named('0017', unit.affiliation)}</Line>
        {ENTERPRISES.includes(unit.nature) && (
          <>
            <Line label="企业规模">{named('0015', unit.scale)}</Line>
            <Line label="控股情况">{named('0016', unit.holding)}</Line>
          </>
        )}
        <Line label="所属行业">{value(unit.industry)}</Line>
        <Line label="在岗职工人数">
          {value(unit.staffCount === null ? null : unit.staffCount.toLocaleString('en-US'), true)}
        </Line>
        <Line label="单位负责人">{value(unit.manager)}</Line>
        <Line label="联系电话">{value(unit.phone)}</Line>
        <Line label="地址" wide>
          {value(unit.address)}
        </Line>
      </dl>
      <AuditBanner
        createName={unit.createName}
        createDate={unit.createDate}
        updateName={unit.updateName}
        updateDate={unit.updateDate}
      />
    </>
  );
}
