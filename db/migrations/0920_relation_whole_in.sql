-- 整建制 from an organisation outside: one document with its roll. Its people come in by id card, so that a line bears what it
-- says of a person, sealed, until the person is registered or brought back.

alter table relation_graduation drop constraint relation_graduation_kind_check;
alter table relation_graduation drop constraint relation_graduation_check;
alter table relation_graduation add constraint relation_graduation_kind_check check (kind in ('graduate', 'wholeOrg', 'wholeIn'));
alter table relation_graduation add constraint relation_graduation_moved check ((kind = 'graduate') = (moved_org_id is null));
alter table relation_graduation add column outside_name text not null default '';
comment on column relation_graduation.moved_org_id is 'The organisation that leaves by the document; of one that comes in: under which, or into which branch, its people are taken';
comment on column relation_graduation.outside_name is 'Of a document by which an organisation comes in: the committee outside that gave it away';

alter table relation_graduate add column said_enc bytea;
alter table relation_graduate drop constraint relation_graduate_check2;
alter table relation_graduate add constraint relation_graduate_person check (state = 'bad' or member_id is not null or said_enc is not null);
comment on column relation_graduate.said_enc is 'What a roll from outside says of somebody, sealed until the person has come in';
comment on column relation_graduate.outside_branch is 'The receiving branch outside; of a roll from outside: the branch here';
