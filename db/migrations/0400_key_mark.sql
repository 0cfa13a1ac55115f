-- Which key file the sealed values belong to: a server that is started on restored data with another one would seal beside them.
create table key_mark (
  singleton boolean primary key default true check (singleton),
  mark      text not null
);
comment on table key_mark is '密钥文件的标记：follows from the key of the blind indexes, which stays when master keys come and go';
