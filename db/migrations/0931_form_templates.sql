-- The wording of the printed forms of 发展党员 as the city's administrator has it; each saving is a version, the newest is used.
create table development_template (
  form       text not null,
  number     integer not null check (number > 0),
  title      text not null,
  subtitle   text not null,
  addressee  text not null,
  body       text not null,
  signs      text not null,
  note       text not null,
  built_in   boolean not null default false,
  remark     text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (form, number)
);
comment on table development_template is 'Versions of what a form says; a form without any is printed as it comes with the product';
comment on column development_template.body is 'Cleaned HTML with fields in braces ({姓名})';
comment on column development_template.built_in is 'Went back to the wording of the product; the texts are those of that day';
