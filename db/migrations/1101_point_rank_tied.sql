-- Whoever ties stands in the order of the branches, not of the names: a page of fifty thousand with one score is read from this alone.
create index point_rank_tied on point_rank (year, free, net, org_code, member_id) where counted;
