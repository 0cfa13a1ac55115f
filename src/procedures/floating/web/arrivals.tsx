import { OrgField } from '#people/org/web/pickers.tsx';
import { SelectField, TextField } from '#platform/web/form/fields.tsx';
import { RegionField } from '#platform/web/form/RegionField.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { REASONS, TRADES } from '../rules.ts';

/** Who has come, or was here, and who received the person: of every form of an inflow. */
export const WhoFields = ({ form, hint }: { form: Form; hint: string }) => (
  <>
    <TextField form={form} name="name" label="姓名" required max={30} />
    <TextField
      form={form}
      name="idCardNo"
      label="身份证号"
      required
      max={18}
      clean={(text) => text.toUpperCase()}
      hint={hint}
    />
    <TextField form={form} name="phone" label="手机号" required max={11} inputMode="tel" />
    <OrgField form={form} name="orgId" label="接收党组织" required count="organisations" />
  </>
);

/** Where the relation stands. */
export const HomeField = ({ form }: { form: Form }) => (
  <TextField form={form} name="homeOrg" label="组织关系所在党组织" required max={80} />
);

/** From where and why. */
export const FromFields = ({ form }: { form: Form }) => (
  <>
    <RegionField form={form} name="region" label="来自地区" required max={60} />
    <SelectField form={form} name="reason" label="流动原因" required options={optionsOf(REASONS)} />
    <SelectField form={form} name="trade" label="从事行业" required options={optionsOf(TRADES)} />
  </>
);
