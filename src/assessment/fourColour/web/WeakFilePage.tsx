import { useState } from 'react';

import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { call } from '#platform/web/call/api.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { AreaField, DateField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import {
  applyWeak,
  decideWeak,
  printWeak,
  relapseWeak,
  startWeak,
  WEAK_FILES,
  type WeakFile,
  weakFile,
} from '../contract.weak.ts';
import { WEAK, WeakTag } from './weakParts.tsx';
import '#platform/web/records/records.css';

type Asked = 'start' | 'apply' | 'relapse' | 'print' | null;

/** One file: why, who, by when, what was done, and what the reader may do with it. */
export function WeakFilePage({ id }: { id: string }) {
  const weakFileQuery = useCall(weakFile, { id }, { quiet: true, staleTime: 0 });
  return <RecordLoader query={weakFileQuery}>{(file) => <Loaded file={file} />}</RecordLoader>;
}

function Loaded({ file }: { file: WeakFile }) {
  const [openDialog, setOpenDialog] = useState<Asked>(null);
  const decide = useAct(decideWeak, { quiet: true });
  const close = () => setOpenDialog(null);
  const at = { id: file.id, version: file.version };
  const button = (key: Asked, label: string, primary = false) => (
    <Button look={primary ? 'primary' : 'normal'} onClick={() => setOpenDialog(key)}>
      {label}
    </Button>
  );
  return (
    <div className="colour-page">
      <PageHead title="整顿档案">
        <ButtonLink to={WEAK}>返回列表</ButtonLink>
        <Button icon="print" onClick={() => setOpenDialog('print')}>
          打印
        </Button>
        {file.can.relapse && button('relapse', '记为反弹')}
        <ApprovalActs
          acts={{
            agree: file.can.decide && {
              label: '验收销号',
              title: `验收销号 ${file.name}`,
              act: '销号',
              consequence: '问题已经整改，档案销号；以后又出现问题的记为反弹。',
              run: () => decide.mutateAsync({ ...at, agree: true }),
            },
            return: file.can.decide && {
              label: '退回整顿',
              title: `退回整顿 ${file.name}`,
              act: '退回',
              words: { label: '退回原因', max: 500 },
              consequence: '退回后继续整顿，整改好再申请销号。',
              run: (opinion) => decide.mutateAsync({ ...at, agree: false, opinion }),
            },
          }}
        />
        {file.can.apply && button('apply', '申请销号', true)}
        {file.can.start && button('start', file.state === 4 ? '重新整顿' : '开始整顿', true)}
      </PageHead>
      <section className="card">
        <div className="card-head">
          <h2>{file.name}</h2>
          <span className="muted">{file.parentName}</span>
          <span className="card-extra">
            <WeakTag {...file} />
            {file.isLate && <span className="tag bad">超期</span>}
          </span>
        </div>
        <dl className="record-fields colour-fields">
          <Line label="列入年度">{file.year}年</Line>
          <Line label="列入原因">{file.criteria.map(({ label }) => label).join('、')}</Line>
          <Line label="县级领导">{file.leader || noValue}</Line>
          <Line label="驻点干部">{file.cadre || noValue}</Line>
          <Line label="整顿期限">{file.dueOn ?? noValue}</Line>
          <Line label="销号日期">{file.closedOn ?? noValue}</Line>
          <Line label="问题清单" wide>
            <span className="colour-text">{file.problems}</span>
          </Line>
          <Line label="整顿措施" wide>
            <span className="colour-text">{file.measures || noValue}</span>
          </Line>
          {file.report && (
            <Line label="整顿情况" wide>
              <span className="colour-text">{file.report}</span>
              <span className="muted">（{file.reportedBy}）</span>
            </Line>
          )}
          {file.opinion && (
            <Line label="验收意见" wide>
              {file.opinion}
              <span className="muted">（{file.decidedBy}）</span>
            </Line>
          )}
        </dl>
        {file.files.length > 0 && (
          <div className="colour-files">
            <FileList files={file.files} />
          </div>
        )}
      </section>
      <section className="card">
        <div className="card-head">
          <h2>办理过程</h2>
        </div>
        <ul className="colour-rows colour-steps">
          {file.steps.length === 0 && <li className="muted">还没有记录。</li>}
          {file.steps.map((step) => (
            <li key={step.id}>
              <span>
                <b>{step.act}</b> {step.text}
              </span>
              <span className="muted">
                {step.by}，{dateTime(step.at)}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {openDialog === 'start' && <Start file={file} onClose={close} />}
      <Acts file={file} asked={openDialog} onClose={close} />
      {openDialog === 'print' && (
        <PaperDialog
          title={`整顿档案 ${file.name}`}
          ask={(signal) => call(printWeak, { id: file.id }, { quiet: true, signal })}
          onClose={close}
        />
      )}
    </div>
  );
}

interface Props {
  file: WeakFile;
  onClose: () => void;
}

/** What is asked with a reason, or confirmed. */
function Acts({ file, asked, onClose }: Props & { asked: Asked }) {
  const apply = useAct(applyWeak, { quiet: true });
  const relapse = useAct(relapseWeak, { quiet: true });
  const at = { id: file.id, version: file.version };
  if (asked === 'apply')
    return (
      <ReasonDialog
        title={`申请销号 ${file.name}`}
        act="申请销号"
        label="整顿情况"
        max={2000}
        onDone={(report) => apply.mutateAsync({ ...at, report })}
        onClose={onClose}
      >
        <p>对照问题清单逐条写明整改到什么程度，由上级党组织验收。</p>
      </ReasonDialog>
    );
  if (asked === 'relapse')
    return (
      <ReasonDialog
        title={`记为反弹 ${file.name}`}
        act="记为反弹"
        label="反弹的情况"
        max={500}
        onDone={(reason) => relapse.mutateAsync({ ...at, reason })}
        onClose={onClose}
      >
        <p>记为反弹后，由上级党组织重新整顿。</p>
      </ReasonDialog>
    );
  return null;
}

const schema = startWeak.input.pick({ leader: true, cadre: true, measures: true, dueOn: true }).loose();
const inThreeMonths = () => new Date(Date.now() + 90 * 86_400_000).toLocaleDateString('sv-SE');

function Start({ file, onClose }: Props) {
  const start = useAct(startWeak, { quiet: true });
  const form = useForm({
    schema,
    initial: {
      leader: file.leader,
      cadre: file.cadre,
      measures: file.measures,
      dueOn: inThreeMonths(),
      files: file.files.map(({ id }) => id).join(),
    },
    of: `Start ${file.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`开始整顿 ${file.name}`}
      icon="edit"
      act="开始整顿"
      form={form}
      pending={start.isPending}
      onClose={onClose}
      onSave={() =>
        start.mutateAsync({
          id: file.id,
          version: file.version,
          leader: form.text('leader'),
          cadre: form.text('cadre'),
          measures: form.text('measures'),
          dueOn: form.text('dueOn'),
          files: form.text('files').split(',').filter(Boolean),
        })
      }
    >
      <TextField form={form} name="leader" label="联系的县级领导" required max={40} hint="姓名和职务" />
      <TextField form={form} name="cadre" label="驻点干部" required max={40} hint="姓名和单位" />
      <AreaField form={form} name="measures" label="整顿措施" required max={2000} rows={5} />
      <DateField form={form} name="dueOn" label="整顿期限" required />
      <AttachmentField form={form} name="files" label="材料" format="common" count={WEAK_FILES} kept={file.files} />
    </FormDialog>
  );
}
