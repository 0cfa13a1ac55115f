import { useCall } from '#platform/web/call/hooks.ts';
import { useSession } from '#platform/web/session/session.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { getMember } from '../contract.ts';
import { Record } from './MemberView.tsx';
import { OwnEdit } from './selfEdit/OwnEdit.tsx';

/** 个人档案: the own record of whoever is signed in. */
export default function PersonalFiles() {
  const { member } = useSession();
  if (!member) return <Empty title="这个账号没有对应的党员档案">请联系所在党支部的党务工作者核对账号。</Empty>;
  return <Own id={member.id} />;
}

function Own({ id }: { id: string }) {
  const record = useCall(getMember, { id }, { quiet: true });
  if (!record.data) return <Waiting query={record} lines={14} />;
  return (
    <>
      <OwnEdit />
      <div className="record-page">
        <RecordTop title="个人档案" />
        <Record member={record.data} />
      </div>
    </>
  );
}
