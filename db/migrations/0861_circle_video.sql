-- A post shows pictures or a short video.
alter table circle_post add column video text not null default '';
comment on column circle_post.video is 'A stored file of at most 60 seconds; empty: none';
