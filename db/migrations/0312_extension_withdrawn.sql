-- Whoever asked for a 届期延长 may take it back until it is decided.
alter table term_extension drop constraint term_extension_state_check;
alter table term_extension add constraint term_extension_state_check
  check (state in ('pending', 'approved', 'returned', 'withdrawn', 'lapsed'));
comment on column term_extension.state is
  'withdrawn: by whoever asked, before it was decided; lapsed: nobody decides it any more, the term was renewed or deleted before';
