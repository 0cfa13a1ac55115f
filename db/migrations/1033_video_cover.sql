-- A cover out of the film itself is tried once.
alter table video add column cover_tried boolean not null default false;
comment on column video.cover_tried is 'Whether ffmpeg was asked for a cover; whoever has no cover after that has none';
create index video_coverless on video (id) where cover = '' and not cover_tried and deleted_at is null;
