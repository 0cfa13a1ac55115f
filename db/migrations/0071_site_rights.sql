-- Rights over the site's configuration and the carousel. Administrators hold *:*:*.

insert into permission (id, key, name) values
  (165, 'site:read', '查看站点配置'),
  (166, 'site:write', '维护站点配置'),
  (167, 'swiper:write', '维护轮播图');
