create table development_form (
  number     text collate "C" primary key,
  org_id     bigint not null references organisation (id),
  org_code   text collate "C" not null,
  state      text not null check (state in ('stock', 'given', 'voided', 'lost', 'exchanged')),
  file_id    bigint references development_file (id),
  note       text not null default '',
  given_on   date,
  changed_at timestamptz not null default now(),
  changed_by text not null default '',
  check (state <> 'given' or file_id is not null)
);
comment on table development_form is '入党志愿书编号: each number once for ever, with who holds it and what became of it';
comment on column development_form.org_id is 'Who holds it: ranges are handed down until a number is given to somebody';
comment on column development_form.file_id is 'To whose file it was given, also after it was lost or exchanged';
create index development_form_org on development_form (org_code, number);
create index development_form_file on development_form (file_id) where file_id is not null;

-- Numbers that were written down before the register began.
insert into development_form (number, org_id, org_code, state, file_id, given_on, changed_by)
select distinct on (s.facts ->> 'bookNo') s.facts ->> 'bookNo', f.org_id, f.org_code, 'given', f.id, s.handled_on, '系统'
  from development_step s join development_file f on f.id = s.file_id
 where s.no = 14 and s.state = 'done' and coalesce(s.facts ->> 'bookNo', '') <> ''
 order by s.facts ->> 'bookNo', f.id;
