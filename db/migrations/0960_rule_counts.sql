-- What the slow checks of the house find, kept: at each organisation itself, and added up to every organisation above. A count holds
-- for one day and as long as no mark names its organisation; who reads counts the marked ones anew in the same snapshot.

create table rule_day (
  part text collate "C" primary key,
  day  date not null
);
comment on table rule_day is 'The day for which the kept counts of a part of the checks hold; another day counts everything anew';

create table rule_count (
  part     text collate "C" not null,
  org_code text collate "C" not null,
  code     text collate "C" not null,
  n        integer not null check (n > 0),
  primary key (part, org_code, code)
);
comment on table rule_count is 'What a check finds at an organisation itself, those below it left out; nothing found: no row';

create table rule_sum (
  part     text collate "C" not null,
  org_code text collate "C" not null,
  code     text collate "C" not null,
  n        integer not null,
  primary key (part, org_code, code)
);
comment on table rule_sum is 'rule_count added up to every organisation above, in the same transaction';

-- Appended to by every transaction that changes what a check reads, and never waited for; a worker takes the rows and counts anew.
create table rule_due (
  part     text collate "C" not null,
  org_code text collate "C" not null
);
comment on table rule_due is 'Organisations at which a part of the checks is to be counted anew; an empty code: all of them';
create index rule_due_place on rule_due (part, org_code);
alter table rule_due set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- First argument: the parts; second: what gives the codes, as `c`, from the changed rows, as `changed`.
create function rule_mark() returns trigger language plpgsql as $$
declare rows text;
begin
  foreach rows in array case tg_op when 'INSERT' then '{made}' when 'DELETE' then '{gone}' else '{gone,made}' end::text[] loop
    execute 'insert into rule_due (part, org_code) select p, c from (select distinct c from ('
      || replace(tg_argv[1], 'changed', rows) || ') as found where c is not null) as places, unnest('
      || quote_literal(tg_argv[0]) || '::text[]) as p';
  end loop;
  return null;
end $$;

create function rule_marks(name text, watched regclass, parts text, codes text) returns void language plpgsql as $$
begin
  execute format('create trigger %I after insert on %s referencing new table as made for each statement execute function rule_mark(%L, %L)',
    'rule_' || name || '_made', watched, parts, codes);
  execute format('create trigger %I after delete on %s referencing old table as gone for each statement execute function rule_mark(%L, %L)',
    'rule_' || name || '_gone', watched, parts, codes);
  execute format('create trigger %I after update on %s referencing old table as gone new table as made for each statement execute function rule_mark(%L, %L)',
    'rule_' || name || '_changed', watched, parts, codes);
end $$;

select rule_marks('org', 'organisation', '{org,life,dues}', 'select code as c from changed');
select rule_marks('org_below', 'unit', '{org}',
  'select o.code as c from changed u join organisation o on o.code >= u.org_code and o.code < u.org_code || '':''');
select rule_marks('term', 'org_term', '{org,life}',
  'select t.org_code as c from changed t union all select o.code from changed t join organisation o on o.id = t.org_id');
select rule_marks('post', 'org_post', '{org,life}', 'select o.code as c from changed p join organisation o on o.id = p.org_id
  union all select t.org_code from changed p join org_term t on t.id = p.term_id');
-- Numbers of members: those of an organisation and, of committees, of all below it.
select rule_marks('counter', 'member_counter', '{org}', 'select org_code as c from changed where fact = ''category''');
select rule_marks('delta', 'member_counter_delta', '{org}',
  'select left(org_code, cut) as c from changed, generate_series(4, length(org_code), 4) as cut where fact = ''category''');
select rule_marks('group', 'party_group', '{life}', 'select org_code as c from changed');
select rule_marks('exemption', 'life_exemption', '{life}', 'select org_code as c from changed');
select rule_marks('talk', 'life_talk', '{life}', 'select org_code as c from changed');
select rule_marks('rule', 'life_rule', '{life}', 'select '''' as c from changed');
select rule_marks('terms', 'life_terms', '{life}', 'select '''' as c from changed');
select rule_marks('month', 'dues_month', '{dues}', 'select o.code as c from changed d join organisation o on o.id = d.org_id');
-- Leaders owe lectures and meetings of their own branch, wherever they lead.
select rule_marks('meeting', 'life_meeting', '{life}', 'select org_code as c from changed
  union all select o.code from changed x join member m on m.org_id = x.org_id join org_post p on p.member_id = m.id join organisation o on o.id = p.org_id
  union all select o.code from changed x join org_post p on p.member_id = x.lecturer_id join organisation o on o.id = p.org_id');
select rule_marks('present', 'attendance_person', '{life}',
  'select o.code as c from changed x join org_post p on p.member_id = x.member_id join organisation o on o.id = p.org_id');
select rule_marks('sheet', 'attendance_sheet', '{life}', 'select o.code as c from changed x join attendance_person a on a.sheet_id = x.id
  join org_post p on p.member_id = a.member_id join organisation o on o.id = p.org_id');

-- People change often, and seldom in what is counted.
create function rule_mark_people() returns trigger language plpgsql as $$
begin
  insert into rule_due (part, org_code)
  with changed as materialized (
    select o.id, o.org_code as was, n.org_code as now from gone o join made n on n.id = o.id
     where (o.org_id, o.org_code, o.person_category, o.membership_status, o.deleted_at, o.joined_branch_on)
           is distinct from (n.org_id, n.org_code, n.person_category, n.membership_status, n.deleted_at, n.joined_branch_on)
  ), places as (
    select was as c from changed union select now from changed
    union select o.code from changed x join org_post p on p.member_id = x.id join organisation o on o.id = p.org_id)
  select p, c from places, unnest('{life,dues}'::text[]) as p;
  return null;
end $$;
create trigger rule_person_changed after update on member referencing old table as gone new table as made
  for each statement execute function rule_mark_people();
create trigger rule_person_made after insert on member referencing new table as made
  for each statement execute function rule_mark('{life,dues}', 'select org_code as c from changed');
create trigger rule_person_gone after delete on member referencing old table as gone
  for each statement execute function rule_mark('{life,dues}', 'select org_code as c from changed');

-- Emptied tables name nobody: everything is counted anew.
create function rule_mark_all() returns trigger language plpgsql as $$
begin
  insert into rule_due (part, org_code) select p, '' from unnest('{org,life,dues}'::text[]) as p;
  return null;
end $$;
do $$
declare watched text;
begin
  foreach watched in array '{life_meeting,life_exemption,attendance_sheet,attendance_person,life_talk,dues_month}'::text[] loop
    execute format('create trigger rule_emptied after truncate on %I for each statement execute function rule_mark_all()', watched);
  end loop;
end $$;
