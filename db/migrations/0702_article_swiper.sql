-- 设为轮播: a picture of the carousel that belongs to an article and goes with it.

alter table swiper add column article_id bigint references archive_article (id);
comment on column swiper.article_id is 'The article that it leads to: it goes when that is withdrawn, and ends with its last day';
create unique index swiper_article on swiper (article_id) where article_id is not null and deleted_at is null;
