-- 党员总数 counts who stands on the roll: whoever left the party or the roll (0003 from 2 to 6) is counted apart, for the history library.
insert into member_counter_delta (org_code, fact, value, n)
select m.org_code, f.fact, m.person_category::text, (f.sign * count(*))::int
  from member m cross join (values ('category', -1), ('gone', 1)) as f (fact, sign)
 where m.deleted_at is null and m.membership_status between 2 and 6
 group by 1, 2, 3, f.sign;

-- The roll leaves them out; pages far down are still found in the index alone.
drop index member_tree;
create index member_tree on member (org_code, sort, id) include (membership_status) where deleted_at is null;
drop index member_category;
create index member_category on member (person_category, org_code, sort, id) include (membership_status) where deleted_at is null;
