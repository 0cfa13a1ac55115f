-- Streets, communities, towns and villages have colours by the nature of their main unit; a committee may count other natures below it, too.
alter table colour_scheme
  add column city_natures text[] not null default '{}',
  add column village_natures text[] not null default '{}';
comment on column colour_scheme.city_natures is 'Natures of main units (dictionary 0011) that count as city here and below, beside 5 and 7; what any organisation above sets counts';
comment on column colour_scheme.village_natures is 'The same as village, beside 6 and 8';
