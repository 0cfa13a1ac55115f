-- Appeals about points run on approval processes where one is published; who has a part in the line never decides.

alter table workflow_instance add column barred bigint[] not null default '{}';
comment on column workflow_instance.barred is 'Accounts that never decide, besides the initiator: whoever has a part in what it is about';

alter table point_appeal add column instance_id bigint references workflow_instance (id);
comment on column point_appeal.instance_id is 'The matter on an approval process; null: the organisation answers by itself';
create index point_appeal_instance on point_appeal (instance_id) where instance_id is not null;
