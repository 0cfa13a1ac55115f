-- What organisations owe of the duties of people (书记讲党课, 谈心谈话, 双重组织生活) and have done, summed by organisation and year:
-- a city reads some thousand rows instead of everybody's attendance.

create table life_people_tally (
  org_id       bigint not null references organisation (id) on delete cascade,
  year         smallint not null,
  lectures_due integer not null,
  lectures     integer not null,
  talks_due    integer not null,
  talks        integer not null,
  dual_due     integer not null,
  dual         integer not null,
  primary key (org_id, year)
);
comment on table life_people_tally is 'Of secretaries, of talks and of leaders: how many are owed in a year and how many did it. Holds unless life_people_tally_due names the organisation';

-- Appended to by every transaction that changes a sum, and never waited for; a worker takes the rows and counts anew.
create table life_people_tally_due (org_id bigint not null);
comment on table life_people_tally_due is 'Organisations whose sums have changed since they were counted; they are counted while reading';
create index life_people_tally_due_org on life_people_tally_due (org_id);

-- Whoever is elected or leaves a post.
create function life_tally_orgs() returns trigger language plpgsql as $$
begin
  insert into life_people_tally_due select distinct org_id from changed;
  return null;
end $$;
create trigger life_tally_post_new after insert on org_post
  referencing new table as changed for each statement execute function life_tally_orgs();
create trigger life_tally_post_change after update on org_post
  referencing new table as changed for each statement execute function life_tally_orgs();
create trigger life_tally_post_was after update on org_post
  referencing old table as changed for each statement execute function life_tally_orgs();
create trigger life_tally_post_gone after delete on org_post
  referencing old table as changed for each statement execute function life_tally_orgs();
create trigger life_tally_term_new after insert on org_term
  referencing new table as changed for each statement execute function life_tally_orgs();
create trigger life_tally_term_change after update on org_term
  referencing new table as changed for each statement execute function life_tally_orgs();
create trigger life_tally_term_was after update on org_term
  referencing old table as changed for each statement execute function life_tally_orgs();
create trigger life_tally_term_gone after delete on org_term
  referencing old table as changed for each statement execute function life_tally_orgs();

-- Talks, and the people of a branch who owe them.
create trigger life_tally_talk_new after insert on life_talk
  referencing new table as changed for each statement execute function life_tally_orgs();
create trigger life_tally_talk_change after update on life_talk
  referencing new table as changed for each statement execute function life_tally_orgs();
create trigger life_tally_talk_was after update on life_talk
  referencing old table as changed for each statement execute function life_tally_orgs();
create trigger life_tally_talk_gone after delete on life_talk
  referencing old table as changed for each statement execute function life_tally_orgs();
create trigger life_tally_member_new after insert on member
  referencing new table as changed for each statement execute function life_tally_orgs();
create trigger life_tally_member_gone after delete on member
  referencing old table as changed for each statement execute function life_tally_orgs();

create function life_tally_member() returns trigger language plpgsql as $$
begin
  insert into life_people_tally_due
  select old.org_id union select new.org_id union select org_id from org_post where member_id = new.id;
  return null;
end $$;
create trigger life_tally_member after update on member for each row
  when ((old.org_id, old.person_category, old.membership_status, old.joined_branch_on, old.deleted_at)
        is distinct from (new.org_id, new.person_category, new.membership_status, new.joined_branch_on, new.deleted_at))
  execute function life_tally_member();

-- A meeting that counts, or does not any more: where its lecturer leads, and where those lead who were due at it.
create function life_tally_meeting() returns trigger language plpgsql as $$
begin
  insert into life_people_tally_due
  select org_id from org_post where member_id in (old.lecturer_id, new.lecturer_id)
  union
  select l.org_id from attendance_sheet s join attendance_person p on p.sheet_id = s.id and p.due
    join org_post l on l.member_id = p.member_id
   where s.kind = 'life' and s.subject_id = coalesce(new.id, old.id);
  return null;
end $$;
create trigger life_tally_meeting_new after insert on life_meeting for each row
  when (new.state in (3, 5) and new.cancelled_at is null) execute function life_tally_meeting();
create trigger life_tally_meeting_gone after delete on life_meeting for each row
  when (old.state in (3, 5) and old.cancelled_at is null) execute function life_tally_meeting();
create trigger life_tally_meeting after update on life_meeting for each row
  when ((old.state in (3, 5) and old.cancelled_at is null or new.state in (3, 5) and new.cancelled_at is null)
        and (old.state in (3, 5), old.cancelled_at is null, old.starts_at, old.type, old.also_type, old.lecturer_id, old.org_id)
            is distinct from
            (new.state in (3, 5), new.cancelled_at is null, new.starts_at, new.type, new.also_type, new.lecturer_id, new.org_id))
  execute function life_tally_meeting();

-- Attendance that is entered or changed after the meeting counts.
create function life_tally_attendance() returns trigger language plpgsql as $$
begin
  insert into life_people_tally_due
  select distinct l.org_id from changed c join attendance_sheet s on s.id = c.sheet_id and s.kind = 'life'
    join life_meeting x on x.id = s.subject_id and x.state in (3, 5) and x.cancelled_at is null
    join org_post l on l.member_id = c.member_id
   where c.due;
  return null;
end $$;
create trigger life_tally_attendance_new after insert on attendance_person
  referencing new table as changed for each statement execute function life_tally_attendance();
create trigger life_tally_attendance_change after update on attendance_person
  referencing new table as changed for each statement execute function life_tally_attendance();
create trigger life_tally_attendance_was after update on attendance_person
  referencing old table as changed for each statement execute function life_tally_attendance();
create trigger life_tally_attendance_gone after delete on attendance_person
  referencing old table as changed for each statement execute function life_tally_attendance();
