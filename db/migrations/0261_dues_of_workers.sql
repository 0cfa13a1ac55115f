-- Workers pay dues as well. Without this right a member would hold one that workers lack, and nobody below the
-- administrator could act upon a member's account.

insert into role_permission (role_id, permission_key) values (3, 'dues:own');
