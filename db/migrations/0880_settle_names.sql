-- The application's role owns no index and may not clean one. This one it may, by the owner's hand: after a move of a
-- subtree the letters of its people's names wait in the list of `member_grams` (`settleCodes`).
create function settle_member_names() returns bigint
  language sql security definer set search_path = public, pg_temp
  as $$ select gin_clean_pending_list('member_grams') $$;
