-- Who asks for a code from a browser that the account knows is not held up by what strangers ask for.
alter table sms_message add column known boolean not null default false;
comment on column sms_message.known is 'Asked from a device on which this login name has signed in, or within its session: counted apart from strangers';
comment on column sms_message.ip is 'The address that asked; of an IPv6 address its first 64 bits, which one line holds';
