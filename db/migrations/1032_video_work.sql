-- 处理中: ffmpeg makes H.264 of a video that browsers do not play.
alter table video drop constraint video_state_check;
alter table video add constraint video_state_check check (state between 0 and 4);
comment on column video.state is '0 草稿, 1 已发布, 2 已下架, 3 待审, 4 处理中';
