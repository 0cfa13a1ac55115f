-- Lists of a large city: whom a shown text is for stands at the text, so that a page of it is found by an index.

alter table archive_article add column shown_for bigint[];
comment on column archive_article.shown_for is 'Whom the shown version is for: 0 everybody, else organisations whose subtree reads it; null: not shown, or an announcement. Follows by itself; lists look by it before they look at the version';

create function archive_follow_shown(which bigint) returns void language sql as $$
  update archive_article a set shown_for = (
    select case v.audience when 'all' then array[0::bigint] when 'below' then array[a.org_id] else v.audience_orgs end
      from archive_version v where v.article_id = a.id and v.number = a.shown_number and a.kind <> 'notice')
   where a.id = which;
$$;

create function archive_article_shown_changed() returns trigger language plpgsql as $$
begin
  perform archive_follow_shown(new.id);
  return null;
end $$;
create trigger archive_article_shown_insert after insert on archive_article
  for each row when (new.shown_number is not null) execute function archive_article_shown_changed();
create trigger archive_article_shown_update after update of shown_number, org_id on archive_article
  for each row when (old.shown_number is distinct from new.shown_number or old.org_id <> new.org_id)
  execute function archive_article_shown_changed();

create function archive_version_shown_changed() returns trigger language plpgsql as $$
begin
  perform archive_follow_shown(new.article_id);
  return null;
end $$;
create trigger archive_version_shown after insert on archive_version
  for each row execute function archive_version_shown_changed();

select archive_follow_shown(id) from archive_article where shown_number is not null;

create index archive_article_for on archive_article using gin (shown_for) where deleted_at is null and shown_number is not null and kind <> 'notice';
create index archive_article_newest on archive_article (sort_at desc, id desc)
  where deleted_at is null and shown_number is not null and kind <> 'notice';
create index archive_article_newest_kind on archive_article (kind, sort_at desc, id desc)
  where deleted_at is null and shown_number is not null and kind <> 'notice';
create index archive_article_tops on archive_article (top_until)
  where deleted_at is null and shown_number is not null and top_until is not null;
create index archive_version_labels on archive_version using gin (labels);

-- What a place reads of the circle, by the audiences above it.
drop index circle_post_audience;
create index circle_post_audience on circle_post (audience_id, id desc) where deleted_at is null and not is_hidden and not is_waiting;
create index circle_post_audience_kind on circle_post (audience_id, kind, id desc)
  where deleted_at is null and not is_hidden and not is_waiting;
create index circle_post_open on circle_post (audience_id, id desc)
  where deleted_at is null and not is_hidden and not is_waiting and kind = 'help' and help_state < 2;
create index circle_report_open on circle_report (post_id) where decided_at is null;
