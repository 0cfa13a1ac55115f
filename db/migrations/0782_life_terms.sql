-- Terms of organisation life that the administrator sets for the whole site.
create table life_terms (
  id           smallint primary key default 1 check (id = 1),
  silent_days  smallint not null default 30 check (silent_days between 7 and 365),
  archive_days smallint not null default 15 check (archive_days between 1 and 90),
  report_days  smallint not null default 15 check (report_days between 1 and 90),
  version      integer not null default 1,
  updated_at   timestamptz not null default now(),
  updated_by   text not null default ''
);
comment on table life_terms is 'One row: after how many days a branch is silent, a submitted meeting is archived, a report is due';
comment on column life_terms.silent_days is 'Days without any organisation life after which a branch is 静默';
comment on column life_terms.archive_days is 'Days after which what was submitted is archived by itself';
comment on column life_terms.report_days is 'Days after a 民主生活会 within which its report goes to the superior (rules of 2016, article 17: 15)';
insert into life_terms default values;
