-- A move of a county rewrites tens of thousands of people in every index of theirs. The search for duplicates reads all
-- names anyway and groups them without this one.
drop index member_name_birth;
