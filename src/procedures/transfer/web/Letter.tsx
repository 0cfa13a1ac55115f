import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { DateField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { fileReceipt, getLetter, issueTransferLetter, type LetterPage, printLetter } from '../contract.letter.ts';
import { capitalMonth, capitalSum } from '../rules/letter.ts';
import { PATHS } from './paths.ts';
import './relation.css';

const yuan = (fen: number | null) => (fen === null ? '' : (fen / 100).toFixed(2));
const fenOf = (text: string): number | undefined =>
  /^\d{1,7}(\.\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text.trim()) * 100) : undefined;

/** `viewRelationLetter?id=`: the letter that was issued, its numbers, printing and receipt. */
export function ViewLetter() {
  const { id } = readQuery(useLocation().search, ['id']);
  const letterQuery = useCall(getLetter, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  if (id === undefined)
    return (
      <>
        <PageHead title="查看介绍信" />
        <Empty title="没有选择转接" act={<ButtonLink to={PATHS.desk}>到办理台选一件</ButtonLink>}>
          在一件转接的办理页打开它的介绍信。
        </Empty>
      </>
    );
  if (!letterQuery.data) return <Waiting query={letterQuery} lines={8} />;
  return <Shown letter={letterQuery.data} />;
}

function Shown({ letter }: { letter: LetterPage }) {
  const [paper, setPaper] = useState<{ preview: boolean; full: boolean } | null>(null);
  const [receiving, setReceiving] = useState(false);
  useTitle(`介绍信 ${letter.name}`);
  const { can, facts } = letter;
  return (
    <div className="rel-own">
      <PageHead title={`组织关系介绍信 ${letter.name}`}>
        {(can.issue || can.reissue) && (
          <ButtonLink look="primary" to={PATHS.editLetter(letter.transferId)}>
            {can.issue ? '核对并开具' : '补开介绍信'}
          </ButtonLink>
        )}
        {can.receive && <Button onClick={() => setReceiving(true)}>登记回执</Button>}
        {can.print && (
          <>
            <Button onClick={() => setPaper({ preview: true, full: false })}>预览</Button>
            <Button onClick={() => setPaper({ preview: false, full: can.printFull })}>打印</Button>
          </>
        )}
        <ButtonLink to={PATHS.handle(letter.transferId, 'open')}>办理页</ButtonLink>
      </PageHead>
      {letter.letters.length === 0 && <Empty title="还没有开具介绍信">转出党委审批同意时开具，编号按年连续。</Empty>}
      {letter.letters.map((one) => (
        <section key={one.id} className="card rel-letter" aria-label={one.number}>
          <div className="card-head">
            <h2>{one.number}</h2>
            <span className={one.state === 'valid' ? 'tag ok' : one.state === 'used' ? 'tag' : 'tag warn'}>
              {one.stateName}
            </span>
          </div>
          <dl className="rel-facts">
            <Line label="校验位" value={String(one.checkDigit)} />
            <Line label="有效期" value={`${one.issuedOn} 至 ${one.validUntil}`} />
            {one.replaces && <Line label="补开自" value={one.replaces} />}
            {one.voidReason && <Line label="作废原因" value={one.voidReason} />}
            <Line
              label="打印"
              value={
                one.printed === 0
                  ? '未打印'
                  : `${one.printed}次，最近${one.printedBy} ${dateTime(one.printedAt).slice(0, 16)}`
              }
            />
          </dl>
        </section>
      ))}
      <section className="card" aria-label="介绍信内容">
        <div className="card-head">
          <h2>内容</h2>
        </div>
        <dl className="rel-facts">
          <Line label="抬头" value={letter.toName} />
          <Line
            label="党员"
            value={`${facts.name}，${facts.gender}，${facts.age ?? ''}岁，${facts.nation}族，${facts.category}党员`}
          />
          <Line label="由" value={facts.fromName} />
          <Line label="去" value={facts.toBranch} />
          <Line
            label="党费交至"
            value={
              letter.paidTo
                ? `${letter.paidTo}（${capitalMonth(letter.paidTo).year}年${capitalMonth(letter.paidTo).month}月）`
                : ''
            }
          />
          <Line
            label="末次交纳"
            value={letter.lastSum === null ? '' : `${yuan(letter.lastSum)}元（${capitalSum(letter.lastSum)}）`}
          />
        </dl>
      </section>
      {paper && (
        <PaperDialog
          title={paper.preview ? '预览介绍信' : '打印介绍信'}
          ask={(signal) => call(printLetter, { id: letter.transferId, ...paper }, { quiet: true, signal })}
          onClose={() => setPaper(null)}
        />
      )}
      {receiving && <Receipt letter={letter} onClose={() => setReceiving(false)} />}
    </div>
  );
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value || <span className="muted">未填写</span>}</dd>
  </div>
);

const receiptSchema = z.object({
  receivedOn: z.string().min(1, '请填写收到日期'),
  branch: z.string().trim().min(1, '请填写编入的党支部'),
  files: z.string().min(1, '请上传回执扫描件'),
});

/** 登记回执: the person has gone; account and dues end with it. */
function Receipt({ letter, onClose }: { letter: LetterPage; onClose: () => void }) {
  const initial = { receivedOn: '', branch: letter.facts.toBranch, files: '' };
  const form = useForm({ schema: receiptSchema, initial, of: `Receipt ${letter.transferId}`, isNew: true });
  const save = useAct(fileReceipt, { quiet: true });
  return (
    <FormDialog
      title={`登记回执 ${letter.name}`}
      icon="check"
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={async () => {
        await save.mutateAsync({
          id: letter.transferId,
          version: letter.version,
          receivedOn: form.text('receivedOn'),
          branch: form.text('branch').trim(),
          files: form.text('files').split(',').filter(Boolean),
        });
        emit('notice', { kind: 'success', text: '转接已完成' });
        onClose();
        return false;
      }}
    >
      <p>登记后{letter.name}成为已转出党员，登录账号停用，下月起不再计算党费。</p>
      <DateField form={form} name="receivedOn" label="收到日期" required />
      <TextField form={form} name="branch" label="编入的党支部" required max={80} />
      <AttachmentField form={form} name="files" label="回执扫描件" required format="common" count={5} />
    </FormDialog>
  );
}

const schema = z.object({
  toName: z.string().trim().min(1, '请输入抬头').max(80),
  days: z.string().regex(/^\d{1,2}$/, '请填写天数'),
  paidTo: z.string().regex(/^(\d{4}-(0[1-9]|1[0-2]))?$/, '月份格式应为 2026-01'),
  lastSum: z.string().regex(/^(\d{1,7}(\.\d{1,2})?)?$/, '请填写金额，如 75.00'),
  receiptNo: z.string().max(40),
  address: z.string().max(80),
  postcode: z.string().regex(/^(\d{6})?$/, '邮编为6位数字'),
  officePhone: z.string().max(20),
  isChecked: z.literal(true, '请核对后勾选'),
});

/** `editTransferLetter/:transferOutMemberID`: the letter looked over, then issued with its number; nothing is saved before. */
export function EditLetter() {
  const { transferOutMemberID: id = '' } = useParams();
  const letterQuery = useCall(getLetter, { id }, { quiet: true, staleTime: 0 });
  if (!letterQuery.data) return <Waiting query={letterQuery} lines={8} />;
  if (!letterQuery.data.can.issue && !letterQuery.data.can.reissue) return <Shown letter={letterQuery.data} />;
  return <Editor key={`${id}.${letterQuery.data.version}`} letter={letterQuery.data} />;
}

function Editor({ letter }: { letter: LetterPage }) {
  const navigate = useNavigate();
  const { facts } = letter;
  const [initial] = useState({
    toName: letter.toName,
    days: String(letter.mostDays),
    paidTo: letter.paidTo ?? '',
    lastSum: yuan(letter.lastSum),
    receiptNo: letter.receiptNo,
    address: facts.address,
    postcode: facts.postcode,
    officePhone: facts.officePhone,
    isChecked: false,
  });
  const form = useForm({ schema, initial, of: `Editor ${letter.transferId}`, isNew: true });
  const issue = useAct(issueTransferLetter, { quiet: true });
  const { stands } = useStands();
  const text = (name: keyof typeof initial) => form.text(name).trim();
  return (
    <FormPage
      title={`编辑介绍信 ${letter.name}`}
      form={form}
      act={letter.can.reissue ? '补开' : '同意并开具'}
      onCancel={() => navigate(-1)}
      onSave={async () => {
        const lastSum = fenOf(text('lastSum'));
        const { number } = await issue.mutateAsync({
          id: letter.transferId,
          version: letter.version,
          toName: text('toName'),
          days: text('days'),
          ...(letter.fromLedger || !text('paidTo') ? {} : { paidTo: text('paidTo') }),
          ...(letter.fromLedger || lastSum === undefined ? {} : { lastSum }),
          receiptNo: text('receiptNo'),
          address: text('address'),
          postcode: text('postcode'),
          officePhone: text('officePhone'),
        });
        emit('notice', { kind: 'success', text: `已开具${number}` });
        if (!stands.current) return;
        clearKeptInput();
        navigate(pathWithQuery(PATHS.viewLetter, { id: letter.transferId }), { replace: true });
      }}
      sections={[
        {
          id: 'person',
          title: '党员',
          content: (
            <p className="rel-names">
              {facts.name}，{facts.gender}，{facts.age ?? '　'}岁，{facts.nation}族，{facts.category}党员，
              {letter.idCardNo}。由
              {facts.fromName}去{facts.toBranch}。编号在开具时按{letter.prefix}连续取得。
            </p>
          ),
        },
        {
          id: 'letter',
          title: '介绍信',
          content: (
            <>
              <TextField form={form} name="toName" label="抬头" required max={80} />
              <TextField
                form={form}
                name="days"
                label="有效期（天）"
                required
                inputMode="numeric"
                max={2}
                hint={`最多${letter.mostDays}天，含最后一天`}
              />
              {letter.fromLedger ? (
                <p className="rel-names">
                  党费交至{letter.paidTo}，末次交纳{yuan(letter.lastSum)}元，取自党费台账。
                </p>
              ) : (
                <>
                  <TextField
                    form={form}
                    name="paidTo"
                    label="党费交至（月份）"
                    required
                    placeholder="2026-11"
                    max={7}
                    hint="系统里没有缴费记录，按收据填写"
                  />
                  <TextField form={form} name="lastSum" label="末次交纳（元）" required inputMode="decimal" max={10} />
                  <TextField form={form} name="receiptNo" label="党费收据号" required max={40} />
                </>
              )}
            </>
          ),
        },
        {
          id: 'office',
          title: '原基层党委',
          content: (
            <>
              <TextField form={form} name="address" label="地址" max={80} />
              <TextField form={form} name="officePhone" label="电话" max={20} />
              <TextField form={form} name="postcode" label="邮编" inputMode="numeric" max={6} />
              <TickField form={form} name="isChecked" label="已与党员本人和党费收据核对，开具后编号不能收回" />
            </>
          ),
        },
      ]}
    />
  );
}
