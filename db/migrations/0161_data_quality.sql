-- What an id card says of its bearer stands beside it, so that a birth date or a sex against it is found without opening one.

alter table member add column id_card_birth date;
alter table member add column id_card_gender smallint;
comment on column member.id_card_birth is 'The birth date in the id card; null without a valid one';
comment on column member.id_card_gender is '1 man, 2 woman by the id card; 0: the number is not valid; null: there is none, or it was not read yet';
create index member_id_card_unread on member (id) where id_card_enc is not null and id_card_gender is null;

create or replace function keep_member_history() returns trigger language plpgsql as $$
begin
  insert into member_history (member_id, version, written_at, written_by, row)
  values (old.id, old.version, old.updated_at, old.updated_by,
          to_jsonb(old) - array['id_card_enc', 'id_card_index', 'id_card_birth', 'id_card_gender', 'phone_enc', 'phone_index',
                                'name_grams', 'pinyin', 'initials'])
  on conflict (member_id, version) do nothing;
  return null;
end $$;
