-- What an organisation published stays public when it is dissolved: whoever takes its place keeps it, in its name.

alter table open_affair add column former_org_id bigint references organisation (id);
comment on column open_affair.former_org_id is 'The dissolved organisation in whose name it stands; null: that of org_id itself';
create index open_affair_former on open_affair (former_org_id) where former_org_id is not null;
-- What came along stands beside what the keeper publishes itself for the same item and period.
drop index open_affair_period;
create unique index open_affair_period on open_affair (org_id, item_id, period)
 where deleted_at is null and period <> '' and former_org_id is null;
