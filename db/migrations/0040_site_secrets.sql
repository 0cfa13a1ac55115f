-- Keys of outside services (SMS gateway, WeChat, unified platform) for a host.

alter table site_config
  add column secrets_enc bytea,
  add column updated_by text not null default '';
comment on column site_config.secrets_enc is 'JSON of the keys, sealed for this host; never sent to a page';
