-- A video may wait for approval before it is published.
alter table video drop constraint video_state_check;
alter table video add constraint video_state_check check (state between 0 and 3);
comment on column video.state is '0 草稿, 1 已发布, 2 已下架, 3 待审: on a process of the kind zhjyVideo';
