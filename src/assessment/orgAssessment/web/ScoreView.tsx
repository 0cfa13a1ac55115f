import { useState } from 'react';

import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { reportScore, type ScoreDetail } from '../contract.score.ts';
import { pointsText } from '../rules.ts';
import { detailsPath, editPath } from './paths.ts';
import { nameOf, ScoreBody } from './scoreParts.tsx';
import { WithScore } from './useScore.tsx';
import './integral.css';

/** 项目详情: one item of one organisation, with its material and its evidence. */
export default function ScoreView() {
  return (
    <WithScore title="项目详情" view="own">
      {(score) => <View key={score.id} score={score} />}
    </WithScore>
  );
}

function View({ score }: { score: ScoreDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="integral-page">
      <PageHead title={nameOf(score)}>
        <ButtonLink to={detailsPath(score.planId, score.orgId)}>考核明细</ButtonLink>
        {(score.can.review || score.can.edit || score.can.decide) && (
          <ButtonLink look="primary" to={editPath(score.id)}>
            {score.can.review ? '评审' : score.can.decide ? '确认改分' : '修改得分'}
          </ButtonLink>
        )}
        {score.can.report && (
          <Button look="primary" icon="edit" onClick={() => setOpen(true)}>
            {score.review === 2 ? '补正' : '填报'}
          </Button>
        )}
      </PageHead>
      {score.review === 2 && (
        <p className="banner bad" role="status">
          <Icon name="warning" />
          不通过：{score.opinion}
        </p>
      )}
      <ScoreBody score={score} />
      {open && <ReportDialog score={score} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The records in words, with which a report begins. */
const recordsText = (records: ScoreDetail['records']) =>
  records.length === 0
    ? ''
    : `组织生活记录${records.length}次：\n${records.map(({ day, typeName, title }) => `${day} ${typeName}：${title}`).join('\n')}`.slice(
        0,
        4000,
      );

const schema = z.object({ self: reportScore.input.shape.self, report: z.string(), files: z.string() });

function ReportDialog({ score, onClose }: { score: ScoreDetail; onClose: () => void }) {
  const save = useAct(reportScore, { quiet: true });
  const [submit, setSubmit] = useState(true);
  const form = useForm({
    schema,
    of: `ReportDialog ${score.id}`,
    isNew: true,
    initial: {
      self: score.self === null ? '' : pointsText(score.self),
      report: score.report || recordsText(score.records),
      files: score.files.map(({ id }) => id).join(),
    },
  });
  return (
    <FormDialog
      title={`填报 ${nameOf(score)}`}
      icon="edit"
      width={700}
      act={submit ? '提交' : '保存'}
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={async () => {
        await save.mutateAsync({
          id: score.id,
          version: score.version,
          self: form.text('self'),
          report: form.text('report'),
          files: form.text('files').split(',').filter(Boolean),
          submit,
        });
        emit('notice', { kind: 'success', text: submit ? '已提交，等待评审' : '已保存，还没有提交' });
        onClose();
        return false;
      }}
    >
      <TextField
        form={form}
        name="self"
        label="自评分"
        required
        max={6}
        inputMode="decimal"
        hint={`满分${pointsText(score.points)}分`}
      />
      <AreaField form={form} name="report" label="完成情况" required={submit} max={4000} rows={6} />
      <AttachmentField form={form} name="files" label="证明材料" format="common" count={10} kept={score.files} />
      <label>
        <input
          type="checkbox"
          className="tick"
          checked={submit}
          onChange={(event) => setSubmit(event.target.checked)}
        />{' '}
        提交评审（不选只保存草稿）
      </label>
    </FormDialog>
  );
}
