-- Films of articles with subtitles; what kind of text an article is.

alter table archive_article add column subtitles text not null default '', add column genre text not null default '';
alter table archive_version add column subtitles text not null default '', add column genre text not null default '';
comment on column archive_article.subtitles is 'WebVTT of the video; empty: none';
comment on column archive_article.genre is 'news, practice, theory, model, policy; empty: not said';
