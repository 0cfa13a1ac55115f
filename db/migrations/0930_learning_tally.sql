-- Who owes class hours and who has them, summed by organisation and year: a city reads some thousand rows instead of everybody.

create table learning_tally (
  org_id  bigint not null references organisation (id) on delete cascade,
  year    smallint not null,
  people  integer not null,
  met     integer not null,
  minutes bigint not null,
  primary key (org_id, year)
);
comment on table learning_tally is 'What stands right at an organisation: who owes hours in a year, who has them, all their minutes. Holds unless learning_tally_due names it';

-- Appended to by every transaction that changes a sum, and never waited for; a worker takes the rows and counts anew.
create table learning_tally_due (org_id bigint not null);
comment on table learning_tally_due is 'Organisations whose sums have changed since they were counted; they are counted while reading';
create index learning_tally_due_org on learning_tally_due (org_id);

create function learning_tally_hours() returns trigger language plpgsql as $$
begin
  insert into learning_tally_due select distinct m.org_id from changed c join member m on m.id = c.member_id;
  return null;
end $$;
create trigger learning_tally_hours_new after insert on learning_year
  referencing new table as changed for each statement execute function learning_tally_hours();
create trigger learning_tally_hours_change after update on learning_year
  referencing new table as changed for each statement execute function learning_tally_hours();
create trigger learning_tally_hours_gone after delete on learning_year
  referencing old table as changed for each statement execute function learning_tally_hours();

create function learning_tally_people() returns trigger language plpgsql as $$
begin
  insert into learning_tally_due select distinct org_id from changed;
  return null;
end $$;
create trigger learning_tally_people_new after insert on member
  referencing new table as changed for each statement execute function learning_tally_people();
create trigger learning_tally_people_gone after delete on member
  referencing old table as changed for each statement execute function learning_tally_people();
create function learning_tally_person() returns trigger language plpgsql as $$
begin
  insert into learning_tally_due values (old.org_id), (new.org_id);
  return null;
end $$;
create trigger learning_tally_person after update on member for each row
  when ((old.org_id, old.person_category, old.membership_status, old.deleted_at)
        is distinct from (new.org_id, new.person_category, new.membership_status, new.deleted_at))
  execute function learning_tally_person();

-- Who leads owes more, wherever the post is held.
create function learning_tally_posts() returns trigger language plpgsql as $$
begin
  insert into learning_tally_due select distinct m.org_id from changed c join member m on m.id = c.member_id;
  return null;
end $$;
create trigger learning_tally_posts_new after insert on org_post
  referencing new table as changed for each statement execute function learning_tally_posts();
create trigger learning_tally_posts_change after update on org_post
  referencing new table as changed for each statement execute function learning_tally_posts();
create trigger learning_tally_posts_was after update on org_post
  referencing old table as changed for each statement execute function learning_tally_posts();
create trigger learning_tally_posts_gone after delete on org_post
  referencing old table as changed for each statement execute function learning_tally_posts();
create function learning_tally_term() returns trigger language plpgsql as $$
begin
  insert into learning_tally_due
  select distinct m.org_id from org_post p join member m on m.id = p.member_id where p.term_id = new.id;
  return null;
end $$;
create trigger learning_tally_term after update on org_term for each row
  when (old.is_current is distinct from new.is_current) execute function learning_tally_term();
create function learning_tally_org() returns trigger language plpgsql as $$
begin
  insert into learning_tally_due
  select distinct m.org_id from org_post p join member m on m.id = p.member_id where p.org_id = new.id;
  return null;
end $$;
create trigger learning_tally_org after update on organisation for each row
  when ((old.type, old.deleted_at) is distinct from (new.type, new.deleted_at)) execute function learning_tally_org();

create function learning_tally_duty() returns trigger language plpgsql as $$
begin
  insert into learning_tally_due select id from organisation;
  return null;
end $$;
create trigger learning_tally_duty after insert or update or delete on learning_duty
  for each statement execute function learning_tally_duty();
