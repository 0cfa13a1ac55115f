-- A page of what a place reads, of a column or a kind, is found by the ids above the place in the order of the list: one row for each
-- shown text and each of those whom it is for.

create table archive_shown (
  for_org     bigint not null,
  article_id  bigint not null references archive_article (id) on delete cascade,
  kind        text not null,
  column_id   bigint,
  org_id      bigint not null,
  sort_at     timestamptz not null,
  shown_until date,
  primary key (article_id, for_org)
);
comment on table archive_shown is '所示资讯: whom the shown version of a text is for, in the order of lists; follows archive_article and archive_version by itself';
comment on column archive_shown.for_org is '0 everybody, else an organisation whose subtree reads it';
create index archive_shown_list on archive_shown (for_org, sort_at desc, article_id desc) include (shown_until, org_id);
create index archive_shown_kind on archive_shown (for_org, kind, sort_at desc, article_id desc) include (shown_until, org_id);
create index archive_shown_column on archive_shown (for_org, column_id, sort_at desc, article_id desc) include (kind, shown_until, org_id);

create function archive_list_shown(which bigint) returns void language sql as $$
  delete from archive_shown where article_id = which;
  insert into archive_shown (for_org, article_id, kind, column_id, org_id, sort_at, shown_until)
  select distinct for_org, a.id, a.kind, a.column_id, a.org_id, coalesce(a.sort_at, a.first_shown, a.created_at), v.shown_until
    from archive_article a join archive_version v on v.article_id = a.id and v.number = a.shown_number
   cross join unnest(a.shown_for) as for_org
   where a.id = which and a.deleted_at is null and a.kind <> 'notice'
  on conflict (article_id, for_org) do nothing;
$$;

create function archive_shown_changed() returns trigger language plpgsql as $$
begin
  perform archive_list_shown(new.id);
  return null;
end $$;
create trigger archive_article_list after update of shown_for, shown_number, kind, column_id, org_id, sort_at, deleted_at on archive_article
  for each row when (old.shown_for is distinct from new.shown_for or old.shown_number is distinct from new.shown_number
    or old.kind <> new.kind or old.column_id is distinct from new.column_id or old.sort_at is distinct from new.sort_at
    or old.org_id <> new.org_id or old.deleted_at is distinct from new.deleted_at)
  execute function archive_shown_changed();

-- A day until which a text is shown is the one thing of a version that changes (到期清理).
create function archive_version_until_changed() returns trigger language plpgsql as $$
begin
  perform archive_list_shown(new.article_id);
  return null;
end $$;
create trigger archive_version_until after insert or update of shown_until on archive_version
  for each row execute function archive_version_until_changed();

insert into archive_shown (for_org, article_id, kind, column_id, org_id, sort_at, shown_until)
select distinct for_org, a.id, a.kind, a.column_id, a.org_id, coalesce(a.sort_at, a.first_shown, a.created_at), v.shown_until
  from archive_article a join archive_version v on v.article_id = a.id and v.number = a.shown_number
 cross join unnest(a.shown_for) as for_org
 where a.deleted_at is null and a.kind <> 'notice';

analyze archive_shown;

-- How many articles a column holds is read with every list of columns.
create index archive_article_column on archive_article (column_id) where deleted_at is null;
-- Whatever belongs to an organisation that is deleted is in no list: looked up by the few that are.
create index organisation_gone on organisation (id) where deleted_at is not null;
