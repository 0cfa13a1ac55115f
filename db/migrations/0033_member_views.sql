-- The months of joining and the people over seventy are counted, so the index for them is not needed.
drop index member_joined_month;
