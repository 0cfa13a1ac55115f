-- Of the three separated administrators two delete things that come back from the recycle bin: dictionaries and carousel
-- pictures (system), user groups and types (security). Each kind is seen by its own right alone. Nothing in it is
-- personal, so that nobody of them erases before the thirty days are over (recycle:eraseNow).

insert into role_permission (role_id, permission_key)
select role_id, key
  from unnest(array[8, 9]) as role_id, unnest(array['recycle:read', 'recycle:restore', 'recycle:erase']) as key
on conflict do nothing;
