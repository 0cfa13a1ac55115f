-- 稿件统计: when texts were sent in, adopted and returned. The row keeps the last time alone.

create table archive_step (
  article_id bigint not null references archive_article (id) on delete cascade,
  kind       text not null check (kind in ('sent', 'adopted', 'returned')),
  at         timestamptz not null default now()
);
comment on table archive_step is '报送, 采用, 退回 of articles and videos, each time that it happened';
create index archive_step_article on archive_step (article_id, kind, at);
create index archive_step_time on archive_step (at, kind);

insert into archive_step (article_id, kind, at)
select id, 'sent', submitted_at from archive_article where submitted_at is not null and kind <> 'notice';
insert into archive_step (article_id, kind, at)
select id, 'adopted', first_shown from archive_article where first_shown is not null and kind <> 'notice';
insert into archive_step (article_id, kind, at)
select id, 'returned', updated_at from archive_article where state = 2 and kind <> 'notice';

-- Whoever writes, the demo included, gets the same figures.
create function archive_note_step() returns trigger language plpgsql as $$
declare
  before archive_article;
begin
  if tg_op = 'UPDATE' then
    before := old;
  end if;
  if new.submitted_at is not null and new.submitted_at is distinct from before.submitted_at then
    insert into archive_step (article_id, kind, at) values (new.id, 'sent', new.submitted_at);
  end if;
  if new.first_shown is not null and before.first_shown is null then
    insert into archive_step (article_id, kind, at) values (new.id, 'adopted', new.first_shown);
  end if;
  if new.state = 2 and before.state is distinct from 2 then
    insert into archive_step (article_id, kind, at) values (new.id, 'returned', case when tg_op = 'INSERT' then new.updated_at else now() end);
  end if;
  return null;
end $$;
create trigger archive_article_step after insert or update of submitted_at, first_shown, state on archive_article
  for each row when (new.kind <> 'notice') execute function archive_note_step();
