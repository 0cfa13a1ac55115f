-- 到期清理: texts that may have outlived themselves, as one monthly list.

alter table archive_article
  add column kept_until date,
  add column dead_links smallint not null default 0;
comment on column archive_article.kept_until is 'Somebody looked at it and keeps it: not asked again before this day';
comment on column archive_article.dead_links is 'Links to texts of this site that are not shown any more, as counted last';
create index archive_article_outlived on archive_article (org_code)
  where deleted_at is null and shown_number is not null and (shown_until is not null or dead_links > 0 or former_org <> '');
