-- Where everybody stands in a year, in one narrow index: a rank of fifty thousand people reads this instead of them.

create table point_rank (
  member_id bigint not null references member (id) on delete cascade,
  year      smallint not null,
  org_code  text collate "C" not null,
  net       integer not null,
  free      boolean not null,
  counted   boolean not null,
  primary key (member_id, year)
);
comment on table point_rank is 'Of everybody with points or 免考 in a year; whoever has neither stands at the base and has no row';
comment on column point_rank.net is 'point_score.plus less minus, in hundredths';
comment on column point_rank.free is '免考';
comment on column point_rank.counted is 'A member in good standing, as the ranks count them';
create index point_rank_place on point_rank (year, org_code) include (net, free, member_id) where counted;

-- Each column follows one table alone, so that two who write beside each other never undo what the other wrote. Whoever makes a row
-- holds the person: a move that is on its way is waited for.
create function point_rank_scored() returns trigger language plpgsql as $$
begin
  insert into point_rank (member_id, year, org_code, net, free, counted)
  select m.id, c.year, m.org_code, c.plus - c.minus,
         exists (select from point_exempt x where x.member_id = m.id and x.year = c.year and x.ended_at is null),
         m.deleted_at is null and m.person_category in (1, 2) and m.membership_status = 1
    from changed c join (select m.* from member m where m.id in (select member_id from changed) order by m.id for share) m on m.id = c.member_id
   order by m.id, c.year
  on conflict (member_id, year) do update set net = excluded.net where point_rank.net <> excluded.net;
  return null;
end $$;
create trigger point_score_rank_made after insert on point_score
  referencing new table as changed for each statement execute function point_rank_scored();
create trigger point_score_rank_changed after update on point_score
  referencing new table as changed for each statement execute function point_rank_scored();
create function point_rank_unscored() returns trigger language plpgsql as $$
begin
  update point_rank r set net = 0 from changed c where r.member_id = c.member_id and r.year = c.year;
  return null;
end $$;
create trigger point_score_rank_gone after delete on point_score
  referencing old table as changed for each statement execute function point_rank_unscored();

create function point_rank_exempt() returns trigger language plpgsql as $$
begin
  insert into point_rank (member_id, year, org_code, net, free, counted)
  select m.id, new.year, m.org_code,
         coalesce((select s.plus - s.minus from point_score s where s.member_id = m.id and s.year = new.year), 0),
         new.ended_at is null, m.deleted_at is null and m.person_category in (1, 2) and m.membership_status = 1
    from (select m.* from member m where m.id = new.member_id for share) m
  on conflict (member_id, year) do update set free = excluded.free;
  -- A merge takes the exemption along.
  if tg_op = 'UPDATE' and old.member_id <> new.member_id then
    update point_rank set free = false where member_id = old.member_id and year = old.year;
  end if;
  return null;
end $$;
create trigger point_exempt_rank after insert or update on point_exempt for each row execute function point_rank_exempt();

create function point_rank_person() returns trigger language plpgsql as $$
begin
  update point_rank r set org_code = n.org_code,
         counted = n.deleted_at is null and n.person_category in (1, 2) and n.membership_status = 1
    from gone o join made n on n.id = o.id
   where r.member_id = n.id and (o.org_code, o.person_category, o.membership_status, o.deleted_at)
         is distinct from (n.org_code, n.person_category, n.membership_status, n.deleted_at);
  return null;
end $$;
create trigger member_point_rank after update on member
  referencing old table as gone new table as made for each statement execute function point_rank_person();

insert into point_rank (member_id, year, org_code, net, free, counted)
select m.id, k.year, m.org_code, coalesce(s.plus - s.minus, 0),
       exists (select from point_exempt x where x.member_id = m.id and x.year = k.year and x.ended_at is null),
       m.deleted_at is null and m.person_category in (1, 2) and m.membership_status = 1
  from (select member_id, year from point_score union select member_id, year from point_exempt where ended_at is null) k
  join member m on m.id = k.member_id
  left join point_score s on s.member_id = k.member_id and s.year = k.year;
