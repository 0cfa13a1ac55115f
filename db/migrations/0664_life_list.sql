-- The list of meetings of a whole city: the newest first, and how many each view holds, without reading every row.

create index life_meeting_day on life_meeting (held_on desc, id desc);
create index life_meeting_archived on life_meeting (org_code, org_id) where state = 5;
create index life_meeting_open on life_meeting (org_code, state, held_on) where state <> 5;
create index life_meeting_late on life_meeting (org_code) where late_entry;
create index life_meeting_cancelled on life_meeting (org_code) where cancelled_at is not null;
