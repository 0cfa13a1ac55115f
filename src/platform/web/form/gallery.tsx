import { useState } from 'react';
import { z } from 'zod';
import { Case, Cases } from '../gallery/Case.tsx';
import { Icon } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
import { AreaField, DateField, MaskedField, SelectField, TextField, TickField } from './fields.tsx';
import { useForm } from './useForm.ts';
import './form.css';

const schema = z.object({
  name: z.string().min(1, '请输入姓名'),
  phone: z.string().regex(/^1[3-9]\d{9}$/, '请输入正确的手机号'),
  gender: z.string().min(1, '请选择性别'),
  bornOn: z.iso.date('请输入正确的出生日期'),
  remark: z.string(),
  agreed: z.boolean(),
  idCardNo: z.string().optional(),
});
const GENDERS = [
  { value: '1', label: '男' },
  { value: '2', label: '女' },
];

/** A form that is empty and, after 保存, shows every fault at its field; and fields of an existing record. */
export default function FormGallery() {
  const form = useForm({
    schema,
    initial: { name: '', phone: '', gender: '', bornOn: '', remark: '', agreed: false },
    isNew: true,
  });
  const kept = useForm({ schema, initial: { name: '黄立新', remark: '入党积极分子培养考察期满。' }, isNew: false });
  const [saved, setSaved] = useState(false);
  const faults = Object.keys(form.faults).length;
  return (
    <Cases>
      <Case title="新建：保存时指出每一处错误，焦点到第一处" wide>
        <form
          ref={form.box}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setSaved(form.validate());
          }}
        >
          <div className="form-grid">
            <TextField form={form} name="name" label="姓名" required max={20} />
            <TextField form={form} name="phone" label="手机号" required inputMode="tel" hint="用于接收短信验证码" />
            <SelectField form={form} name="gender" label="性别" required options={GENDERS} />
            <DateField form={form} name="bornOn" label="出生日期" required />
            <AreaField form={form} name="remark" label="备注" max={40} wide />
            <TickField form={form} name="agreed" label="本人已核对" hint="保存后由支部确认" />
          </div>
          <div className="gallery-line">
            <Button submit look="primary">
              保存
            </Button>
            {faults > 0 && (
              <span className="form-faults" role="alert">
                <Icon name="warning" />
                还有{faults}处要改
              </span>
            )}
            {saved && faults === 0 && <span role="status">已保存</span>}
          </div>
        </form>
      </Case>
      <Case title="已有记录：改过的项有标记">
        <TextField form={kept} name="name" label="姓名" max={20} />
        <AreaField form={kept} name="remark" label="备注" max={40} />
      </Case>
      <Case title="遮蔽的值：不改就不动">
        <MaskedField form={kept} name="idCardNo" label="身份证号" masked="420***********0022" />
      </Case>
    </Cases>
  );
}
