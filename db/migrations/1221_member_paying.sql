-- Whom dues are due from, by place, and since when: read without the rows of a million people (未设党费标准, branches to open, 党龄).
create index member_paying on member (org_code, id) include (admission_date, conversion_date)
  where deleted_at is null and person_category in (1, 2) and membership_status = 1;
