import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { OrgField } from '#people/org/web/pickers.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { useForm } from '#platform/web/form/useForm.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listFiles } from '../../contract.ts';
import { LISTS, type ListName, PATHS } from '../paths.ts';
import { Amend } from './Amend.tsx';
import '../recruitment.css';
import './detail.css';

const NOTES: Readonly<Record<ListName, string>> = {
  applicant: '刚递交入党申请书，从第1步办起',
  activist: '已确定为积极分子，第1至3步从纸质档案补录',
  developmentTarget: '已列为发展对象，第1至8步从纸质档案补录',
  probationary: '已批准为预备党员，第1至17步从纸质档案补录',
};

/** `addUpdatePage`: registers somebody on the way; with a person's `id`, 补录 and amending of that person's file. */
export default function Register() {
  const { id } = readQuery(useLocation().search, ['id']);
  return id ? <OfPerson key={id} memberId={id} /> : <New />;
}

function OfPerson({ memberId }: { memberId: string }) {
  const filesQuery = useCall(listFiles, { memberId }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={filesQuery}>
      {({ rows }) => {
        const running = rows.find(({ ending }) => ending === null);
        return running ? (
          <Amend id={running.id} />
        ) : (
          <Empty
            title="这名同志没有正在办理的发展档案"
            act={<ButtonLink to={`/affairs/member/browse/${memberId}`}>人员档案</ButtonLink>}
          >
            人员登记为入党申请人、积极分子、发展对象或预备党员时自动建立。
          </Empty>
        );
      }}
    </RecordLoader>
  );
}

const schema = z.object({ orgId: z.string().min(1, '请选择所在党支部') });

function New() {
  const navigate = useNavigate();
  const { user } = useSession();
  const [stage, setStage] = useState<ListName>('applicant');
  const form = useForm({ schema, initial: { orgId: user.workOrgId }, of: null, isNew: true });
  return (
    <div className="fz-detail">
      <PageHead title="登记发展党员" />
      <form
        ref={form.box}
        className="card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (form.validate()) navigate(PATHS.add(stage, form.text('orgId')));
        }}
      >
        <div className="card-head">
          <h2>登记为</h2>
        </div>
        <div className="fz-register" role="radiogroup" aria-label="登记为">
          {(Object.keys(LISTS) as ListName[]).map((name) => (
            <label key={name} className={stage === name ? 'on' : ''}>
              <input type="radio" name="stage" checked={stage === name} onChange={() => setStage(name)} />
              <b>{LISTS[name].title}</b>
              <small>{NOTES[name]}</small>
            </label>
          ))}
        </div>
        <div className="fz-act">
          <OrgField form={form} name="orgId" label="所在党支部" required count="branches" />
          <p className="fz-after">下一步填写人员信息，保存后自动建立发展档案。已在册的人请从名单里点“补录”。</p>
          <div>
            <Button submit look="primary">
              填写人员信息
            </Button>
          </div>
        </div>
      </form>
    </div>
  );
}
